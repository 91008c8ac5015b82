import type { Endpoints } from '@deqiq/contract/endpoints.ts';
import type { Answer, BlobKey, Body, EndpointKey, Input, Query } from './endpoint-types.ts';
import { formData } from './form-data.ts';
import { type RequestOptions, send, sendForBlob } from './http.ts';

/** A part that the endpoint does not have cannot be sent; one without required fields may be left out. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** Whether a required file is there is for the rules of the form to check. */
type Files<Key extends EndpointKey> = Endpoints[Key] extends { files: infer Fields }
  ? { readonly [Name in keyof Fields]?: Fields[Name] extends 'list' ? readonly File[] : File }
  : unknown;

/** `body` is sent as JSON, `form` as a multipart form. */
type Sent<Key extends EndpointKey> = Endpoints[Key] extends { files: unknown }
  ? { readonly form: Body<Key> & Files<Key>; readonly body?: never }
  :
      | (Part<'body', Body<Key>> & { readonly form?: never })
      | (Part<'form', Body<Key>> & { readonly body?: never });

type CallOptions = Omit<RequestOptions, 'query'>;

type CallRequest<Key extends EndpointKey> = Part<'params', Input<Key, 'params'>> &
  Part<'query', Query<Key>> &
  Sent<Key> &
  CallOptions;

type Arguments<Key extends EndpointKey> =
  Record<never, never> extends CallRequest<Key>
    ? [request?: CallRequest<Key>]
    : [request: CallRequest<Key>];

type AnyRequest = RequestOptions & {
  params?: Readonly<Record<string, string>>;
  body?: object;
  form?: Parameters<typeof formData>[0];
};

/** All requests of the screens, by the contract's table. Throws HttpError; http-error.ts names its kinds. */
export function call<Key extends EndpointKey>(
  key: Key,
  ...[request]: Arguments<Key>
): Promise<Answer<Key>> {
  const { params, body, form, ...options } = (request ?? {}) as AnyRequest;
  const [method = '', path = ''] = key.split(' ');
  return send(method, fillPath(path, params), form ? formData(form) : body, options);
}

export function callForBlob<Key extends BlobKey>(
  key: Key,
  request: CallRequest<Key>,
): Promise<Blob> {
  const { params, ...options } = request as AnyRequest;
  return sendForBlob(fillPath(key.slice('GET '.length), params), options);
}

const fillPath = (path: string, params: AnyRequest['params']) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
