import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client disconnects before the response is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}
