import { hash } from 'node:crypto';
import { language } from '@deqiq/messages/language.ts';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { LRUCache } from 'lru-cache';

/** The tag of a body, and the version of its data when it was computed. */
interface Computed {
  readonly version: string;
  readonly tag: string;
}

/** Sessions times addresses that are polled. An entry has about 400 bytes. */
const CACHE_SIZE = 20_000;
const cache = new LRUCache<string, Computed>({ max: CACHE_SIZE });

const versions = new WeakMap<FastifyRequest, string>();

/**
 * Hooks of a route whose unchanged polls get 304. The tag is a hash of session and body, so every node gives the same
 * one. While `version` is the one of the last response, the 304 comes before any other work; `version` must change
 * with everything the response contains. After a change the body is made again, and is not sent if it is the same.
 */
export function answer304IfUnchanged(
  version: (request: FastifyRequest) => string | Promise<string>,
) {
  return {
    onRequest(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
      const current = version(request);
      if (typeof current === 'string') answerFromCache(request, reply, current, done);
      else current.then((text) => answerFromCache(request, reply, text, done), done);
    },
    onSend: sendTag,
  };
}

function answerFromCache(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  done: HookHandlerDoneFunction,
): void {
  const cached = cache.get(cacheKey(request));
  if (cached?.version === version && request.headers['if-none-match'] === cached.tag) {
    reply.header('etag', cached.tag).code(304).send();
    return;
  }
  versions.set(request, version);
  done();
}

function sendTag<Payload>(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  done: (error: Error | null, payload: Payload | '') => void,
): void {
  const version = versions.get(request);
  // Only successful responses get a tag.
  if (version === undefined || reply.statusCode !== 200 || typeof payload !== 'string') {
    done(null, payload);
    return;
  }
  const session = request.actor?.sessionId ?? '';
  const tag = `"${hash('sha256', `${session}\n${payload}`, 'base64url')}"`;
  cache.set(cacheKey(request), { version, tag });
  reply.header('etag', tag);
  if (request.headers['if-none-match'] !== tag) {
    done(null, payload);
    return;
  }
  reply.code(304).removeHeader('content-type');
  done(null, '');
}

const cacheKey = (request: FastifyRequest): string =>
  `${request.actor?.sessionId ?? ''} ${language()} ${request.url}`;
