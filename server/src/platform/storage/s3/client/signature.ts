import { hash } from 'node:crypto';
import aws4 from 'aws4';

/** Credentials, and the region for which they sign. */
export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

interface UnsignedRequest {
  readonly method: string;
  /** Percent-encoded, with the query. */
  readonly path: string;
  /** `host` and others. `x-amz-content-sha256` is that of an empty body where it is missing. */
  readonly headers: Readonly<Record<string, string>>;
}

const EMPTY_SHA256 = hash('sha256', '');

/** Adds the headers of AWS Signature Version 4, which covers all headers. `now`: milliseconds since 1970. */
export function signRequest(
  { method, path, headers }: UnsignedRequest,
  { accessKeyId, secretAccessKey, region }: SigningKey,
  now: number,
): Record<string, string> {
  const request = {
    service: 's3',
    region,
    method,
    path,
    headers: {
      'x-amz-content-sha256': EMPTY_SHA256,
      ...headers,
      'x-amz-date': new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    },
    // Left out by default; the types do not have the option.
    extraHeadersToInclude: { range: true },
  };
  const signed = aws4.sign(request, { accessKeyId, secretAccessKey });
  return signed.headers as Record<string, string>;
}

/** Percent-encodes all but the unreserved characters of RFC 3986 and the slashes, as signatures require. */
export const encodeKey = (key: string): string => key.split('/').map(encode).join('/');

/** Encodes parameters as encodeKey does a key, slashes too. */
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
