import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { genericError, sendError } from './errors.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A file's name of 255 characters, percent-encoded. */
export const MAX_PARAM_LENGTH = 3_000;

/**
 * Refuses what no route is for, before a body is read: 405 with `Allow` where the address is right and the
 * method is wrong, else 404. `isPage` tells the addresses of pages, which one wildcard route answers.
 */
export function rejectUnknownAddresses(
  app: FastifyInstance,
  isPage: (url: string) => boolean,
): void {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH });

  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    for (const known of METHODS)
      if ([method].flat().includes(known)) router.on(known, url, () => {});
  });

  function allowed(url: string): string[] {
    const [path = ''] = url.split(/[?#]/, 1);
    const methods = METHODS.filter((method) => router.find(method, path) !== null);
    if (methods.length > 0) return methods;
    return !/^\/api(?:\/|$)/.test(path) && isPage(path) ? ['GET', 'HEAD'] : [];
  }

  function rejectUnknown(request: FastifyRequest, reply: FastifyReply) {
    const methods = allowed(request.url);
    if (methods.length === 0)
      return sendError(request, reply, genericError(request, 'not-found', 404));
    reply.header('allow', methods.join(', '));
    return sendError(request, reply, genericError(request, 'method-not-allowed', 405));
  }

  // The hook answers before the body is read; the handler answers what the wildcard route passes on.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) rejectUnknown(request, reply);
    else done();
  });
  app.setNotFoundHandler(rejectUnknown);
}
