import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/**
 * Responds to an unchanged poll with 304 before any other work: runs as a route's `onRequest`, after the auth hook. Only
 * successful responses get a tag. `version` must change with everything the response contains. Responses differ per
 * person, so the session is part of the tag.
 */
export function answer304IfUnchanged(
  version: (request: FastifyRequest) => string | Promise<string>,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const seen = version(request);
    if (typeof seen === 'string') respondIfUnchanged(request, reply, seen, done);
    else seen.then((text) => respondIfUnchanged(request, reply, text, done), done);
  };
}

function respondIfUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  done: HookHandlerDoneFunction,
): void {
  const tag = `"${version}.${request.actor?.sessionId ?? ''}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) reply.code(304).send();
  else done();
}
