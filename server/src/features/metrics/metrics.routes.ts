import { hash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-types.ts';
import type { WatchService } from './metrics.service.ts';

/** `/metrics`, for those who bring the token. Without a token nothing is measured, and it is not there. */
export function metricsRoutes(app: App, watch: WatchService, token: string | undefined): void {
  if (token === undefined) return;
  watch.watchProcess();

  app.addHook('onResponse', (request, reply, done) => {
    watch.observe({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      took: reply.elapsedTime,
    });
    done();
  });

  const isToken = equalTo(token);
  app.get(
    '/metrics',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (given === undefined || !isToken(given)) {
        reply.header('www-authenticate', 'Bearer');
        throw new AppError('unauthenticated', 401, 'The metrics are read with METRICS_TOKEN');
      }
      const text = await watch.metrics();
      return reply.header('cache-control', 'no-store').type(watch.contentType).send(text);
    },
  );
}

/** Compares in the same time whatever is given, and however long. */
function equalTo(expected: string): (given: string) => boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  const good = digest(expected);
  return (given) => timingSafeEqual(digest(given), good);
}
