import { offlinePage } from './offline-page.ts';
import { handlePushes } from './push-events.ts';
import type { Fetching, Scope } from './worker-types.ts';

const scope = self as unknown as Scope;

handlePushes(scope);

/** Keeps API calls and files away from the worker in browsers with static routing. */
const PAST = ['/api/*', '/public/*', '/assets/*'];

scope.addEventListener('install', (event) => {
  const routes = PAST.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  // Browsers without static routing reach the handler below, which ignores these requests.
  event.addRoutes?.(routes).catch(() => {});
  event.waitUntil(scope.skipWaiting());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()]),
  );
});

/** Handles navigations only, and only when the network fails. Stores nothing. */
scope.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(open(event));
});

async function open({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const nonce = crypto.randomUUID();
    return new Response(offlinePage(nonce), {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; font-src data:`,
      },
    });
  }
}
