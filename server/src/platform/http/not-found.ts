import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { genericError, sendError } from './errors.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A file name of 255 characters, percent-encoded. */
export const MAX_PARAM_LENGTH = 3_000;

/**
 * Rejects requests without a route before their body is read: 405 with `Allow` if the path exists for other methods, else
 * 404. `isPage` recognises the paths of pages, which one wildcard route serves.
 */
export function rejectUnknownAddresses(
  app: FastifyInstance,
  isPage: (url: string) => boolean,
): void {
  const addresses: [method: (typeof METHODS)[number], url: string][] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    for (const candidate of METHODS)
      if ([method].flat().includes(candidate)) addresses.push([candidate, url]);
  });

  let created: ReturnType<typeof findMyWay> | undefined;
  /** Made for the first unknown address, so that a start need not wait for it. */
  function router() {
    if (created) return created;
    created = findMyWay({ maxParamLength: MAX_PARAM_LENGTH });
    for (const [method, url] of addresses) created.on(method, url, () => {});
    return created;
  }

  function findMethods(url: string): string[] {
    const [path = ''] = url.split(/[?#]/, 1);
    const methods = METHODS.filter((method) => router().find(method, path) !== null);
    if (methods.length > 0) return methods;
    return !/^\/api(?:\/|$)/.test(path) && isPage(path) ? ['GET', 'HEAD'] : [];
  }

  function rejectUnknown(request: FastifyRequest, reply: FastifyReply) {
    const methods = findMethods(request.url);
    if (methods.length === 0)
      return sendError(request, reply, genericError(request, 'not-found', 404));
    reply.header('allow', methods.join(', '));
    return sendError(request, reply, genericError(request, 'method-not-allowed', 405));
  }

  // The hook responds before the body is read; the handler serves what the wildcard route passes on.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) rejectUnknown(request, reply);
    else done();
  });
  app.setNotFoundHandler(rejectUnknown);
}
