import { vi } from 'vitest';

export type Received = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: BodyInit | null;
};

export type Reply = {
  status?: number;
  body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  text?: string;
  headers?: Record<string, string>;
};

type Handler = (request: Received) => Reply | Promise<Reply>;

/** Answers `fetch` with these routes (`GET /api/…`) and keeps what arrived; an unknown route is a 404. */
export function stubServer(routes: Record<string, Handler | Reply>) {
  const requests: Received[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const request: Received = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: init.body ?? null,
    };
    requests.push(request);
    const route = routes[`${request.method} ${request.path}`] ?? { status: 404, body: {} };
    const {
      status = 200,
      body,
      text,
      headers,
    } = await abortable(
      Promise.resolve(typeof route === 'function' ? route(request) : route),
      init.signal,
    );
    const content = status === 304 || status === 204 ? null : (text ?? JSON.stringify(body ?? {}));
    return new Response(content, { status, headers: headers ?? {} });
  });
  const to = (path: string) => requests.filter((request) => request.path === path);
  return { requests, to };
}

function abortable<T>(answer: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
    answer.then(resolve, reject);
  });
}

/** A promise settled from outside: an answer that takes its time. */
export function later<T>() {
  return Promise.withResolvers<T>();
}
