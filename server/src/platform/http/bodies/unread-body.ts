import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { drain } from './read-body.ts';

/** Max bytes of a body that are read after an error, so that the client can repeat the request with a new token. */
const DRAIN = { visitors: 256 * 1024, others: 8 * 1024 * 1024 };

/** An unread body would be parsed as the next request: reads a little more of it, then closes the connection. */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isUnread(request.raw)) return done(null, payload);
    const isVisitor = request.is404 || request.routeOptions.config.access === 'public';
    drain(request.raw, isVisitor ? DRAIN.visitors : DRAIN.others).then(() => {
      if (isUnread(request.raw)) reply.header('connection', 'close');
      done(null, payload);
    }, done);
  });
}

function isUnread(raw: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return raw.complete === false && (encoding !== undefined || Number(length ?? 0) > 0);
}
