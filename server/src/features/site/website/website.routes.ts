import type { App } from '../../../platform/http/app-types.ts';
import type { Pages } from './built-pages.ts';

/** All paths outside the API: pages, the portal, built files, and the 404 page. */
export function websiteRoutes(app: App, pages: Pages): void {
  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    if (/^\/api(?:[/?]|$)/.test(request.url)) return reply.callNotFound();
    const { status, headers, body } = pages.respond(request.url, {
      acceptEncoding: request.headers['accept-encoding'],
      ifNoneMatch: request.headers['if-none-match'],
      cookie: request.headers.cookie,
      protocol: request.protocol,
      host: request.host,
    });
    // Fastify computes the length of every HEAD body except undefined.
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined);
  });
}
