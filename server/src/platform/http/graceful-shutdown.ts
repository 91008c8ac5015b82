import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds requests in flight may take to finish. */
const PATIENCE = 30_000;

/** Milliseconds in which whoever balances the load sees /readyz fail and looks elsewhere. */
const NOTICE = 250;

/**
 * Ends the process without losing a request: say so on /readyz, close every connection after its
 * answer, stop listening, wait for what is in flight.
 */
export function gracefulShutdown(app: FastifyInstance) {
  let begun = false;

  app.addHook('onSend', (_request, reply, payload, done) => {
    if (begun) reply.header('connection', 'close');
    done(null, payload);
  });

  return {
    isDraining: () => begun,

    async drain(): Promise<void> {
      begun = true;
      await after(NOTICE);
      const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
      app.server.closeIdleConnections();
      const waiting = new AbortController();
      await Promise.race([
        closed,
        after(PATIENCE, undefined, { signal: waiting.signal }).catch(() => {}),
      ]);
      waiting.abort();
      app.server.closeAllConnections();
    },
  };
}
