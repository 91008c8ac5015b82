import { DICOMWEB_PATH } from '@deqiq/contract/machines/dicomweb.ts';
import type { App } from '../../../../platform/http/app-types.ts';

/** Seconds for which a browser remembers a preflight. */
const MAX_AGE = 7_200;

/** Lets these origins call DICOMweb (CORS) with a token, without cookies. Call it before the routes are added. */
export function allowViewerOrigins(app: App, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (request.url.startsWith(`${DICOMWEB_PATH}/`)) {
      reply.header('vary', 'origin');
      if (origin !== undefined && origins.includes(origin))
        reply
          .header('access-control-allow-origin', origin)
          .header('access-control-expose-headers', 'warning, content-location');
    }
    done();
  });
  app.route({
    method: 'OPTIONS',
    url: `${DICOMWEB_PATH}/*`,
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'GET, HEAD, POST')
        .header('access-control-allow-headers', 'authorization, accept, content-type')
        .header('access-control-max-age', MAX_AGE)
        .send(),
  });
}
