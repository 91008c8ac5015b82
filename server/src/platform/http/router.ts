import type { Endpoint } from '@deqiq/contract/shared/endpoint.ts';
import { errorBody } from '@deqiq/contract/shared/errors.ts';
import type {
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import * as z from 'zod';
import type { App } from './app-types.ts';
import type { FormFile } from './bodies/form-fields.ts';
import { errorResponses } from './errors.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

interface ParsedFile {
  required: FormFile;
  optional: FormFile | undefined;
  list: FormFile[];
}

/** The files of a form as the handler gets them, or one schema for each. */
type Files<E extends Endpoint> = E extends { files: infer Fields extends Endpoint['files'] }
  ? { [Name in keyof Fields]: ParsedFile[Extract<Fields[Name], keyof ParsedFile>] }
  : unknown;
type FileSchemas<E extends Endpoint> = E extends { files: object }
  ? { files: { [Name in keyof Files<E>]: z.ZodType<Files<E>[Name]> } }
  : { files?: never };

type Request<E extends Endpoint> = FastifyRequest<{
  Params: E extends { params: infer Schema } ? Parsed<Schema> : unknown;
  Querystring: E extends { query: infer Schema } ? Parsed<Schema> : unknown;
  Body: (E extends { body: infer Schema } ? Parsed<Schema> : unknown) & Files<E>;
}>;

type Answer<E extends Endpoint> = E extends { answer: 'bytes' }
  ? FastifyReply
  : Parsed<E['answer']> | (E extends { page: true } ? FastifyReply : never);

type Handler<E extends Endpoint> = (
  request: Request<E>,
  reply: FastifyReply,
) => Answer<E> | Promise<Answer<E>>;

type Options<E extends Endpoint> = Omit<RouteShorthandOptions, 'schema'> &
  FileSchemas<E> & {
    /** The handler answers HEAD too. Otherwise Fastify derives it from GET. */
    handlesHead?: true;
    /** Schemas of the successes of an endpoint that answers with bytes; 200 by default. */
    successes?: Successes;
  };

type Successes = Readonly<Record<number, unknown>>;

/** Content of a file, as the OpenAPI document names it. */
export const fileBytes = z.any().meta({ type: 'string', format: 'binary' });

/** Registers a feature's routes. Method, path and schemas come from the contract: deviations are type errors. */
export function router<Table extends Readonly<Record<keyof Table, Endpoint>>>(
  app: App,
  table: Table,
  tag: string,
) {
  return <Key extends keyof Table & string>(
    key: Key,
    options: Options<Table[Key]>,
    handler: Handler<Table[Key]>,
  ): void => {
    const [method, url] = key.split(' ') as [HTTPMethods, string];
    const { files, handlesHead, successes, ...rest } = options as Options<Endpoint>;
    const endpoint: Endpoint = table[key];
    app.route({
      ...rest,
      method: handlesHead ? [method, 'HEAD'] : method,
      url,
      schema: {
        tags: [tag],
        ...requestSchemas(endpoint, files),
        response: responseSchemas(endpoint, successes),
      },
      handler: handler as unknown as RouteHandlerMethod,
    });
  };
}

function requestSchemas({ params, query, body }: Endpoint, files: z.ZodRawShape | undefined) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body: files ? body.extend(files) : body }),
    ...(files && { consumes: ['multipart/form-data'] }),
  };
}

function responseSchemas({ answer, conflict, page }: Endpoint, successes: Successes | undefined) {
  if (answer === 'bytes') return { ...(successes ?? { 200: fileBytes }), ...errorResponses };
  if (!page) return { 200: answer, ...(conflict && { 409: conflict }), ...errorResponses };
  return { 200: jsonOrPage(answer), '4xx': jsonOrPage(errorBody), '5xx': jsonOrPage(errorBody) };
}

const jsonOrPage = (schema: z.ZodType) => ({
  content: { 'application/json': { schema }, 'text/html': { schema: z.string() } },
});
