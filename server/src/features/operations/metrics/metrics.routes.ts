import { AppError } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { isEqualText } from '../../../platform/secrets/equal-texts.ts';
import type { MetricsService } from './metrics.service.ts';

/** `/metrics`, protected by a token. Without a configured token nothing is measured and the route is absent. */
export function metricsRoutes(app: App, metrics: MetricsService, token: string | undefined): void {
  if (token === undefined) return;
  metrics.collectProcessMetrics();

  app.addHook('onResponse', (request, reply, done) => {
    metrics.observe({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      duration: reply.elapsedTime,
    });
    done();
  });

  app.get(
    '/metrics',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const provided = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (provided === undefined || !isEqualText(provided, token)) {
        reply.header('www-authenticate', 'Bearer');
        throw new AppError('unauthenticated', 401, 'The metrics require METRICS_TOKEN');
      }
      const text = await metrics.render();
      return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text);
    },
  );
}
