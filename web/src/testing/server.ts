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
  /** Sent verbatim, instead of `body` as JSON. */
  text?: string;
  headers?: Record<string, string>;
};

type Handler = (request: Received) => Reply | Promise<Reply>;

/** Requests of every screen of an area: tests about something else need not stub or count them. */
const USUAL: Record<string, Reply> = {
  'GET /api/admin/account': {
    body: { account: { _id: 'a1', username: 'admin', role: 'owner', secondFactor: 'off' } },
  },
  'GET /api/admin/colleagues': {
    body: {
      colleagues: [
        { _id: 'a1', username: 'admin', status: 'active' },
        { _id: 'a2', username: 'kamal', status: 'disabled' },
        { _id: 'a3', username: 'leyla', status: 'active' },
      ],
    },
  },
  'GET /api/admin/misc/counters': { body: { counters: {} } },
  'GET /api/partner/misc/counters': { body: { counters: { questions: 0 }, conversations: [] } },
};

/**
 * Answers `fetch` with these routes (`GET /api/…`, where `*` is one part of the path) and keeps what arrived;
 * an unknown route is a 404.
 */
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
    const key = `${request.method} ${request.path}`;
    const usual = routes[key] === undefined ? USUAL[key] : undefined;
    if (!usual) requests.push(request);
    const route = usual ?? routeFor(routes, key);
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

function routeFor(routes: Record<string, Handler | Reply>, key: string): Handler | Reply {
  const matches = (pattern: string) => {
    const parts = pattern.split('/');
    const wanted = key.split('/');
    return (
      parts.length === wanted.length &&
      parts.every((part, index) => part === '*' || part === wanted[index])
    );
  };
  const pattern = Object.hasOwn(routes, key) ? key : Object.keys(routes).find(matches);
  return (pattern && routes[pattern]) || { status: 404, body: {} };
}

function abortable<T>(answer: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
    answer.then(resolve, reject);
  });
}

/** A promise settled from outside: a delayed response. */
export function later<T>() {
  return Promise.withResolvers<T>();
}
