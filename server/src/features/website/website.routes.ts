import type { App } from '../../platform/http/app-types.ts';
import type { Pages } from './built-pages.ts';

/** Every address that is not the API's: pages, the portal's shell, built files, else the 404 page. */
export function websiteRoutes(app: App, pages: Pages): void {
  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    if (/^\/api(?:[/?]|$)/.test(request.url)) return reply.callNotFound();
    const { status, headers, body } = pages.respond(request.url, {
      acceptEncoding: request.headers['accept-encoding'],
      ifNoneMatch: request.headers['if-none-match'],
      protocol: request.protocol,
      host: request.host,
    });
    // Fastify reads the length of whatever a HEAD is answered with; only undefined has none.
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined);
  });
}
