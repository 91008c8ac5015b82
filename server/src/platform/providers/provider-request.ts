import http from 'node:http';
import https from 'node:https';

/** A request to a provider of messages or payments. */
export interface ProviderRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Options {
  /** Ends the attempt, except while the response to the complete request is awaited. */
  readonly signal?: AbortSignal | undefined;
  /** Called before the last byte of the request. If it rejects, the request is not completed. */
  readonly beforeEnd?: (() => Promise<void>) | undefined;
  /** Milliseconds for the connection, the request and the response. */
  readonly timeout?: number | undefined;
}

export type ProviderReply =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body: string;
      /** Milliseconds of `Retry-After`. */
      readonly retryAfter: number | undefined;
    }
  /** `isSent`: the request was complete, so the provider may have acted on it. */
  | {
      readonly kind: 'failure';
      readonly reason: 'timeout' | 'unavailable';
      readonly isSent: boolean;
    };

const TIMEOUT = 15_000;

/** Responses of providers are short; a longer one is an error. */
const MAX_RESPONSE = 64 * 1024;

/** Sends one request on one connection; follows no redirect. Rejects only where the signal or `beforeEnd` does. */
export async function requestProvider(
  { url, method, headers = {}, body = '' }: ProviderRequest,
  { signal, beforeEnd, timeout = TIMEOUT }: Options = {},
): Promise<ProviderReply> {
  signal?.throwIfAborted();
  const bytes = Buffer.from(body);
  const { request: open } = url.startsWith('http:') ? http : https;
  const length = method === 'POST' ? { 'content-length': String(bytes.length) } : {};
  const request = open(url, { method, headers: { ...headers, ...length }, agent: false });
  const { promise, resolve } = Promise.withResolvers<ProviderReply>();
  let isSent = false;
  const fail = (reason: 'timeout' | 'unavailable') => resolve({ kind: 'failure', reason, isSent });
  request.on('error', () => fail('unavailable'));
  request.on('response', (response) => {
    readResponse(response).then(resolve, () => fail('unavailable'));
  });
  const expiry = setTimeout(() => fail('timeout'), timeout);
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    const early = await Promise.race([promise, writeStart(request, bytes), aborted.promise]);
    if (early) return early;
    await beforeEnd?.();
    // The time ran out meanwhile, or the attempt was ended: the last byte must not follow.
    const late = await Promise.race([promise, aborted.promise, undefined]);
    if (late) return late;
    signal?.removeEventListener('abort', abort);
    isSent = true;
    request.end(bytes.subarray(-1));
    return await promise;
  } finally {
    clearTimeout(expiry);
    signal?.removeEventListener('abort', abort);
    request.destroy();
  }
}

/** Writes all of the body but its last byte. A request without a body is written at its end. */
async function writeStart(request: http.ClientRequest, bytes: Buffer): Promise<undefined> {
  if (bytes.length < 2) return;
  await new Promise<void>((resolve) => {
    request.write(bytes.subarray(0, -1), () => resolve());
  });
}

async function readResponse(response: http.IncomingMessage): Promise<ProviderReply> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE) throw new Error('PROVIDER response too long');
    chunks.push(chunk);
  }
  const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
  return {
    kind: 'response',
    status: response.statusCode ?? 0,
    body: Buffer.concat(chunks).toString(),
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined,
  };
}

/** The object of a JSON text; undefined for everything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
