import { setTimeout as after } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds. */
export interface ShutdownTimes {
  /** New requests are still answered for so long, while load balancers notice the failing /readyz. */
  readonly delay: number;
  /** Requests in flight may take so long to finish. */
  readonly timeout: number;
}

/**
 * Stops without losing a request: /readyz fails, each connection closes after its response, the server stops listening
 * and waits for requests in flight.
 */
export function gracefulShutdown(app: FastifyInstance, { delay, timeout }: ShutdownTimes) {
  let isDraining = false;

  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });

  return {
    isDraining: () => isDraining,

    async drain(): Promise<void> {
      isDraining = true;
      await after(delay);
      const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
      app.server.closeIdleConnections();
      const waiting = new AbortController();
      await Promise.race([
        closed,
        after(timeout, undefined, { signal: waiting.signal }).catch(() => {}),
      ]);
      waiting.abort();
      app.server.closeAllConnections();
    },
  };
}
