import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds requests in flight may take to finish. */
const DRAIN_TIMEOUT = 30_000;

/** Milliseconds in which whoever balances the load sees /readyz fail and looks elsewhere. */
const READINESS_GRACE = 250;

/**
 * Ends the process without losing a request: say so on /readyz, close every connection after its
 * answer, stop listening, wait for what is in flight.
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
