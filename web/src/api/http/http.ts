import type { Role } from '@deqiq/contract/shared/roles.ts';
import { language } from '@deqiq/messages/language.ts';
import { accessFor, renew } from '../people/session/access.ts';
import { readEtagCache, writeEtagCache } from './etag-cache.ts';
import { parseResponse, type RawResponse, sendRequest } from './transport.ts';

export type RequestOptions = {
  /** Values that are undefined or '' are left out. */
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal | undefined;
  /** Milliseconds; 30,000 by default. */
  timeoutMs?: number;
  /** Called while the body is sent, with the number of sent bytes and the total. */
  onSent?: (sent: number, total: number) => void;
};

type Body = FormData | object | undefined;

/** Sends a request. A 304 returns the same object as before, so that nothing renders again. Throws HttpError. */
export async function send<T>(
  method: string,
  path: string,
  body?: Body,
  options: RequestOptions = {},
): Promise<T> {
  const url = withQuery(path, options.query);
  const cached = method === 'GET' ? readEtagCache(url) : undefined;
  const answer = await sendSigned(method, url, body, options, cached?.etag);
  return toResult<T>(url, method, answer, cached?.data);
}

/** The bytes of a file. */
export async function sendForBlob(path: string, options?: RequestOptions): Promise<Blob> {
  const url = withQuery(path, options?.query);
  const answer = await sendSigned('GET', url, undefined, { ...options, asBlob: true });
  if (!answer.blob) parseResponse(answer); // throws
  return answer.blob ?? new Blob();
}

/** The role whose access token is sent with a request to this path. Sign-in and refresh send none. */
function findSigner(path: string): Role | undefined {
  const role = /^\/api\/(admin|partner)\/(?!auth\/(?:login|refresh-token)$)/.exec(path)?.[1];
  return role as Role | undefined;
}

function withQuery(path: string, query: RequestOptions['query']): string {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

/** Sends one request with the access token of its path, and repeats it once if the token has expired. */
async function sendSigned(
  method: string,
  url: string,
  body: Body,
  { signal, timeoutMs, asBlob, onSent }: RequestOptions & { asBlob?: boolean } = {},
  etag?: string,
): Promise<RawResponse> {
  const signer = findSigner(url);
  const attempt = (token: string | undefined) =>
    sendRequest(url, {
      method,
      headers: createHeaders(body, token, etag),
      body: body instanceof FormData || body === undefined ? body : JSON.stringify(body),
      signal,
      timeoutMs,
      asBlob,
      onSent,
    });

  const token = signer && (await accessFor(signer));
  const answer = await attempt(token);
  if (answer.status !== 401 || !signer || !token) return answer;
  const renewed = await renew(token);
  return renewed ? attempt(renewed) : answer;
}

function createHeaders(body: Body, token: string | undefined, etag: string | undefined) {
  return {
    Accept: 'application/json',
    // `spec` is not selected: then the server decides by the area.
    ...(language() === 'spec' ? {} : { 'X-Language': language() }),
    ...(token ? { Authorization: `Bearer ${token} type=access` } : {}),
    ...(etag ? { 'If-None-Match': etag } : {}),
    ...(body === undefined || body instanceof FormData
      ? {}
      : { 'Content-Type': 'application/json' }),
  };
}

function toResult<T>(url: string, method: string, answer: RawResponse, unchanged: unknown): T {
  if (answer.status === 304) return unchanged as T;
  const data = parseResponse(answer);
  if (method === 'GET' && answer.etag) writeEtagCache(url, { etag: answer.etag, data });
  return data as T;
}
