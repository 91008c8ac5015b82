import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Answers an unchanged poll with 304 before any work is done. `version` must change with everything the
 * answer shows; the answer to one person is never another's, so the session is part of the tag.
 */
export async function polled<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string | Promise<string>,
  answer: () => Promise<T>,
): Promise<T> {
  const tag = `"${await version}.${request.actor?.sessionId ?? ''}"`;
  reply.header('etag', tag);
  // Fastify sends what a handler returns unless the reply was sent already.
  if (request.headers['if-none-match'] === tag) return reply.code(304).send() as never;
  return answer();
}
