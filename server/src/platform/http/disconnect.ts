import type { FastifyReply } from 'fastify';

/** Aborts when the client goes away before its answer is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}
