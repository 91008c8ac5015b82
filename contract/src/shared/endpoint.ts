import type * as z from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path of an operation, such as `PATCH /api/admin/labs/:id/status`. */
type Key = `${Method} /${string}`;

/** The input of an operation, and the body of its success. */
export interface Endpoint {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Files of the multipart form, beside the fields of `body`; the server has their schemas. */
  readonly files?: Readonly<Record<string, 'required' | 'optional' | 'list'>>;
  /** `bytes`: the content of a file. */
  readonly answer: z.ZodObject | 'bytes';
  /** The body of a 409, where it contains more than every error does. */
  readonly conflict?: z.ZodObject;
  /** A browser without JavaScript sends the form too and gets a page instead of `answer`. */
  readonly page?: true;
}

/** The names behind the colons of a path. */
type ParamName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Every name of the path has a schema; a path without names has none. */
type EndpointAt<Path> = Path extends Key
  ? Endpoint &
      ([ParamName<Path>] extends [never]
        ? { readonly params?: never }
        : { readonly params: z.ZodType<Readonly<Record<ParamName<Path>, string>>> })
  : never;

/** The endpoints of one feature, by method and path. */
export const defineEndpoints = <
  const Table extends { readonly [Path in keyof Table]: EndpointAt<Path> },
>(
  table: Table,
): Table => table;

/** Header of automatic requests of an idle screen; they do not extend the session. */
export const IDLE_HEADER = 'x-idle';
