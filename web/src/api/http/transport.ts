import { HttpError } from './http-error.ts';

const TIMEOUT_MS = 30_000;

type Exchange = {
  method: string;
  headers?: Record<string, string>;
  body?: BodyInit | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Reads the body of a success as bytes instead of text. */
  asBlob?: boolean | undefined;
  /** Goes on when the page is left. */
  keepalive?: boolean;
};

/** One request and its answer's text. Whoever cancels through `signal` gets their own reason back. */
export type Answer = {
  status: number;
  ok: boolean;
  etag: string | null;
  text: string;
  /** Instead of `text`, of a success that was requested so. */
  blob?: Blob;
};

/** Sends one request. Throws HttpError `fetch` or `timeout`; every status that arrives is returned. */
export async function exchange(url: string, request: Exchange): Promise<Answer> {
  const { signal, timeoutMs = TIMEOUT_MS, asBlob = false, ...rest } = request;
  const clock = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...rest,
      body: rest.body ?? null,
      cache: 'no-store',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, clock]) : clock,
    });
    const { status, ok, headers } = response;
    const etag = headers.get('ETag');
    if (asBlob && ok) return { status, ok, etag, text: '', blob: await response.blob() };
    return {
      status,
      ok,
      etag,
      text: response.status === 304 ? '' : await response.text(),
    };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new HttpError(clock.aborted ? 'timeout' : 'fetch', { cause });
  }
}

/** The body of a success; a refusal or failure is thrown with its body, an unreadable success as `parsing`. */
export function answerOf({ ok, status, text }: Answer): unknown {
  if (!ok) throw new HttpError('status', { status, body: parsed(text) ?? text });
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError('parsing', { status, body: text, cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
