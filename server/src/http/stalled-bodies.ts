import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds without a single byte after which an unfinished body is cut off. */
const PATIENCE = 10_000;
const CHECK_EVERY = 1_000;

/**
 * Cuts off clients that keep a request open without sending it. Node's own requestTimeout bounds the
 * whole request; this one notices silence, so that a slow phone that still sends is left alone.
 */
export function cutStalledBodies(app: FastifyInstance, patience = PATIENCE): void {
  const receiving = new Map<FastifyRequest, { bytes: number; since: number }>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.raw.headers;
    if (!request.raw.complete && (length !== undefined || encoding !== undefined))
      receiving.set(request, { bytes: request.raw.socket.bytesRead, since: Date.now() });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    receiving.delete(request);
    done();
  });
  app.addHook('onRequestAbort', async (request) => {
    receiving.delete(request);
  });

  const timer = setInterval(() => {
    for (const [request, seen] of receiving) {
      if (request.raw.complete || request.raw.destroyed) {
        receiving.delete(request);
        continue;
      }
      const bytes = request.raw.socket.bytesRead;
      if (bytes !== seen.bytes) receiving.set(request, { bytes, since: Date.now() });
      else if (Date.now() - seen.since > patience) {
        receiving.delete(request);
        request.log.info('a body stopped arriving: cut off');
        request.raw.destroy();
      }
    }
  }, CHECK_EVERY);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
