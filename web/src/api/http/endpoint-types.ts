import type { Endpoints } from '@deqiq/contract/endpoints.ts';
import type * as z from 'zod';

/** Method and path of an operation, such as `PATCH /api/admin/labs/:id/status`. */
export type EndpointKey = keyof Endpoints;

/** The paths of a method, for requests that `call` does not send: refreshes, log-outs, the public site. */
export type EndpointPath<Method extends string> = EndpointKey extends infer Key
  ? Key extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;

/** Endpoints that respond with a file. */
export type BlobKey = {
  [Key in EndpointKey]: Endpoints[Key]['answer'] extends 'bytes' ? Key : never;
}[EndpointKey];

/** A part of a request, before the server has parsed it. */
export type Input<Key extends EndpointKey, Part extends string> =
  Endpoints[Key] extends Readonly<Record<Part, infer Schema extends z.ZodType>>
    ? z.input<Schema>
    : never;

/** Numbers are sent as text. */
type QueryText<Value> = string extends Value ? Value | number : Value;

type QueryTexts<Fields> = { [Name in keyof Fields]: QueryText<Fields[Name]> };

export type Query<Key extends EndpointKey> = QueryTexts<Input<Key, 'query'>>;

/** The fields of a request, before the server has parsed them. */
export type Body<Key extends EndpointKey> = Input<Key, 'body'>;

export type Answer<Key extends EndpointKey> = Endpoints[Key]['answer'] extends infer Schema extends
  z.ZodType
  ? z.output<Schema>
  : Blob;
