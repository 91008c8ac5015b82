import { IDLE_HEADER } from '@deqiq/contract/shared/headers.ts';
import { HttpError } from './http-error.ts';
import { isIdle } from './idle.ts';

const TIMEOUT_MS = 30_000;

type Exchange = {
  method: string;
  headers?: Record<string, string>;
  body?: XMLHttpRequestBodyInit | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Reads the body of a success as bytes instead of text. */
  asBlob?: boolean | undefined;
  /** Continues when the page is closed. */
  keepalive?: boolean;
  /** `same-origin`: the browser obeys `Clear-Site-Data` of the response. `omit` by default: there are no cookies. */
  credentials?: 'omit' | 'same-origin';
  /** Called while the body is sent, with the number of sent bytes and the total. */
  onSent?: ((sent: number, total: number) => void) | undefined;
};

/** Sends one request and reads the response's text. Rejects with the signal's reason when it is aborted. */
export type RawResponse = {
  status: number;
  ok: boolean;
  etag: string | null;
  text: string;
  /** Instead of `text`, of a success that was requested so. */
  blob?: Blob;
};

/** Whether the page sends this request while idle; changes and uploads count as activity. */
const isOwn = (url: string, method: string) =>
  isIdle() && (method === 'GET' || url.endsWith('/auth/refresh-token'));

/** Sends one request. Throws HttpError `fetch` or `timeout`; every status that arrives is returned. */
export async function sendRequest(url: string, request: Exchange): Promise<RawResponse> {
  const { signal, timeoutMs = TIMEOUT_MS, ...rest } = request;
  const clock = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, clock]) : clock;
  try {
    return rest.onSent ? await withProgress(url, rest, either) : await withFetch(url, rest, either);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new HttpError(clock.aborted ? 'timeout' : 'fetch', { cause });
  }
}

async function withFetch(
  url: string,
  request: Exchange,
  signal: AbortSignal,
): Promise<RawResponse> {
  const { method, headers = {}, body = null, asBlob = false, keepalive = false } = request;
  const response = await fetch(url, {
    method,
    headers: isOwn(url, method) ? { ...headers, [IDLE_HEADER]: '1' } : headers,
    body,
    keepalive,
    cache: 'no-store',
    credentials: request.credentials ?? 'omit',
    signal,
  });
  const { status, ok } = response;
  const etag = response.headers.get('ETag');
  if (asBlob && ok) return { status, ok, etag, text: '', blob: await response.blob() };
  return { status, ok, etag, text: status === 304 ? '' : await response.text() };
}

/** The same by XMLHttpRequest: fetch does not report how much of a body has been sent. */
function withProgress(url: string, request: Exchange, signal: AbortSignal): Promise<RawResponse> {
  const { method, headers = {}, body, onSent } = request;
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const settle = (end: () => void) => () => {
      signal.removeEventListener('abort', abort);
      end();
    };
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total);
    xhr.onload = settle(() => {
      const { status, responseText: text } = xhr;
      const etag = xhr.getResponseHeader('ETag');
      resolve({ status, ok: status >= 200 && status < 300, etag, text });
    });
    xhr.onerror = settle(() => reject(new TypeError('The request failed')));
    xhr.onabort = settle(() => reject(signal.reason));
    signal.addEventListener('abort', abort);
    if (signal.aborted) settle(() => reject(signal.reason))();
    else xhr.send(body ?? null);
  });
}

/** The body of a success; a refusal or failure is thrown with its body, an unreadable success as `parsing`. */
export function parseResponse({ ok, status, text }: RawResponse): unknown {
  if (!ok) throw new HttpError('status', { status, body: parseJson(text) ?? text });
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError('parsing', { status, body: text, cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
