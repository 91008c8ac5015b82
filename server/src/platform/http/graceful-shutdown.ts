import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Max milliseconds for requests in flight to finish. */
const DRAIN_TIMEOUT = 30_000;

/** Grace period (ms) for load balancers to notice the failing /readyz. */
const READINESS_GRACE = 250;

/**
 * Stops without losing a request: /readyz fails, each connection closes after its response, the server stops listening
 * and waits for requests in flight.
 */
export function gracefulShutdown(app: FastifyInstance) {
  let isDraining = false;

  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });

  return {
    isDraining: () => isDraining,

    async drain(): Promise<void> {
      isDraining = true;
      await after(READINESS_GRACE);
      const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
      app.server.closeIdleConnections();
      const waiting = new AbortController();
      await Promise.race([
        closed,
        after(DRAIN_TIMEOUT, undefined, { signal: waiting.signal }).catch(() => {}),
      ]);
      waiting.abort();
      app.server.closeAllConnections();
    },
  };
}
