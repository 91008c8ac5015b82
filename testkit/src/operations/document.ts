import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { App } from '../../../server/src/platform/http/app-types.ts';

/** The part of JSON Schema that the contract's schemas produce. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** One method of one path, as the OpenAPI document describes it. */
export interface Operation {
  /** `PATCH /api/admin/labs/{id}/status`, the name of the operation in reports. */
  readonly key: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly tag: string;
  /** The role and kind of the required token; undefined for public operations. */
  readonly requiredToken:
    | { readonly role: Role | 'owner'; readonly kind: 'access' | 'refresh' }
    | undefined;
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, JsonSchema>>;
  readonly requiredQuery: readonly string[];
  readonly body: { readonly type: string; readonly schema: JsonSchema } | undefined;
  /** Content by status: '200', '4XX', '5XX'. */
  readonly responses: Readonly<Record<string, Content | undefined>>;
}

interface Described {
  tags?: string[];
  security?: Record<string, (Role | 'owner')[]>[];
  parameters?: { in: string; name: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Paths {
  paths?: Record<string, Record<string, Described>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;

/** Every operation that the running application describes. */
export function listOperations(app: App): Operation[] {
  const { paths = {} } = app.swagger() as unknown as Paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const described = methods[method];
      return described ? [findOperation(method, path, described)] : [];
    }),
  );
}

function findOperation(method: (typeof METHODS)[number], path: string, described: Described) {
  const { tags = [], security = [], parameters = [], requestBody, responses } = described;
  const [scheme] = security.flatMap((each) => Object.entries(each));
  const [content] = Object.entries(requestBody?.content ?? {});
  const verb = method.toUpperCase() as Operation['method'];
  const [role] = scheme?.[1] ?? [];
  return {
    key: `${verb} ${path}`,
    method: verb,
    path,
    tag: tags[0] ?? '',
    requiredToken: scheme && role && { role, kind: scheme[0] as 'access' | 'refresh' },
    params: parameters.filter((each) => each.in === 'path').map((each) => each.name),
    query: Object.fromEntries(
      parameters.filter((each) => each.in === 'query').map((each) => [each.name, each.schema]),
    ),
    requiredQuery: parameters
      .filter((each) => each.in === 'query' && each.required)
      .map((each) => each.name),
    body: content && { type: content[0], schema: content[1].schema },
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [status, answer.content]),
    ),
  } satisfies Operation;
}
