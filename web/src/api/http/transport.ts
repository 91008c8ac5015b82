import { HttpError } from './http-error.ts';

const TIMEOUT_MS = 30_000;

type Exchange = {
  method: string;
  headers?: Record<string, string>;
  body?: BodyInit | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
};

/** One request and its answer's text. Whoever cancels through `signal` gets their own reason back. */
export type Answer = { status: number; ok: boolean; etag: string | null; text: string };

/** Sends one request. Throws HttpError `fetch` or `timeout`; every status that arrives is returned. */
export async function exchange(url: string, request: Exchange): Promise<Answer> {
  const { signal, timeoutMs = TIMEOUT_MS, ...rest } = request;
  const clock = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...rest,
      body: rest.body ?? null,
      cache: 'no-store',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, clock]) : clock,
    });
    return {
      status: response.status,
      ok: response.ok,
      etag: response.headers.get('ETag'),
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
