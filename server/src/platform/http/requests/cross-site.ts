import * as texts from '@deqiq/messages/shared/errors.js';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../../errors.ts';

const AUTH_ROUTE = /^\/api\/(?:admin|partner)\/auth\//;

/**
 * Rejects writes to the sign-in routes that another site makes a browser send. Ten wrong passwords from a visitor's
 * address would lock it out. Programs send neither header and pass.
 */
export function rejectCrossSite(app: FastifyInstance, publicUrl: string | undefined): void {
  const ownHost = publicUrl && new URL(publicUrl).host;
  app.addHook('onRoute', (route) => {
    if (!AUTH_ROUTE.test(route.url) || route.method === 'GET') return;
    const check: onRequestHookHandler = (request, _reply, done) =>
      done(
        isForeign(request, ownHost) ? new AppError('forbidden', 403, texts.crossSite()) : undefined,
      );
    route.onRequest = [check, ...[route.onRequest ?? []].flat()];
  });
}

function isForeign({ headers, host }: FastifyRequest, ownHost: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  // The browser has compared the origins. The host may differ because of a proxy.
  if (site === 'same-origin' || site === 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return false;
  const from = URL.parse(origin)?.host;
  return from === undefined || (from !== host && from !== ownHost);
}
