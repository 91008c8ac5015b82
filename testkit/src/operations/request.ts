import type { InjectOptions } from 'fastify';
import type { FormParts } from '../client.ts';
import { formBytes } from '../client.ts';
import type { Operation } from './document.ts';

export type Fields = Record<string, unknown>;

export type Encoding = 'json' | 'urlencoded' | 'multipart';

/** A call of an operation before serialisation, so that it can still be changed. */
export interface Call {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  body: Fields | undefined;
  encoding: Encoding;
  headers: Record<string, string>;
  /** Sent unchanged instead of `body`. */
  raw?: Buffer;
}

/** The serialised call. */
export function buildRequest(operation: Operation, call: Call): InjectOptions {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((call.params[name] ?? '').toWellFormed()),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query))
    for (const each of [value].flat()) query.append(name, each);
  const url = query.size > 0 ? `${path}?${query}` : path;
  const { payload, headers } = buildPayload(call);
  return {
    method: operation.method,
    url,
    headers: { ...headers, ...call.headers },
    ...(payload !== undefined && { payload }),
  };
}

function buildPayload({ raw, body, encoding }: Call): Pick<InjectOptions, 'payload' | 'headers'> {
  if (raw) return { payload: raw, headers: {} };
  if (!body) return {};
  if (encoding === 'json')
    return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  if (encoding === 'multipart') return formBytes(buildParts(body));
  const pairs = Object.entries(buildParts(body)).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, typeof each === 'string' ? each : each.fileName]),
  );
  return {
    payload: new URLSearchParams(pairs).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/** The parts of a form: text and files; null has no representation. */
function buildParts(body: Fields): FormParts {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    fields.map(([name, value]) => {
      if (isFile(value)) return [name, value];
      if (Array.isArray(value) && value.length > 0 && value.every(isFile)) return [name, value];
      return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
    }),
  );
}

interface File {
  fileName: string;
  bytes: Buffer;
}

export const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);

export const carriesFile = (body: Fields): boolean =>
  Object.values(body).some((value) => [value].flat().some(isFile));
