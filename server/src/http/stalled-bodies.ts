import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds after which an unfinished body of which next to nothing has come is cut off. */
const PATIENCE = 10_000;
const CHECK_EVERY = 1_000;

/** Bytes that are more than nothing: the slowest phone brings them in a second, a byte now and then never. */
const LEAST = 1_024;

/**
 * Cuts off clients that keep a request open without sending it. Node's own requestTimeout bounds the
 * whole request; this one notices silence and dripping, so that a slow phone that still sends is left alone.
 */
export function cutStalledBodies(app: FastifyInstance, patience = PATIENCE): void {
  const receiving = new Map<FastifyRequest, { bytes: number; since: number }>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.raw.headers;
    if (!request.raw.complete && (length !== undefined || encoding !== undefined))
      receiving.set(request, { bytes: request.raw.socket.bytesRead, since: performance.now() });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    receiving.delete(request);
    done();
  });
  app.addHook('onRequestAbort', async (request) => {
    receiving.delete(request);
  });

  const timer = setInterval(
    () => {
      for (const [request, seen] of receiving) {
        if (request.raw.complete || request.raw.destroyed) {
          receiving.delete(request);
          continue;
        }
        const bytes = request.raw.socket.bytesRead;
        if (bytes - seen.bytes >= LEAST)
          receiving.set(request, { bytes, since: performance.now() });
        else if (performance.now() - seen.since > patience) {
          receiving.delete(request);
          request.log.info('a body stopped arriving: cut off');
          request.raw.destroy();
        }
      }
    },
    Math.min(CHECK_EVERY, patience / 5),
  );
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
