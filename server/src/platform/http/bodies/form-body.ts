import type { FastifyInstance, FastifyRequest } from 'fastify';
import { genericError } from '../errors.ts';
import { BODY_LIMIT } from './body-limits.ts';
import { parseForm, toFields } from './form-fields.ts';
import { bodyBudget } from './memory/body-budget.ts';
import { attachLease, findLease } from './memory/body-lease.ts';
import { type BufferPool, bufferPool } from './memory/buffer-pool.ts';
import { memoryBudget } from './memory/memory-budget.ts';
import { readBody } from './read-body.ts';
import { drainUnreadBodies } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read into a leased buffer of bodyLimit. The handler uses its bytes inside `withBody` only. */
    pooledBody?: boolean;
    /** A form with pictures: few are in memory; others wait or get 429 or 503. Use the bytes inside `withBody` only. */
    largeBody?: boolean;
    /** The handler reads a multipart/related body of any size while it arrives. */
    streamedBody?: boolean;
    /** The handler gets the bytes of a JSON body, because its signature belongs to them. */
    rawBody?: boolean;
  }
}

/** Bytes of all bodies that are gathered in pieces: of visitors, and of signed-in users. */
const MAX_BUFFERED = { visitors: 16 * 1024 * 1024, signedIn: 64 * 1024 * 1024 };

/**
 * Parses JSON, urlencoded and multipart bodies. Forms become an object of strings, with a list under a name
 * that repeats; files become FormFile. An empty body is `{}`. `maxGathered` is in bytes.
 */
export function formBodies(
  app: FastifyInstance,
  { large = memoryBudget(), maxGathered = MAX_BUFFERED } = {},
) {
  const pools = new Map<number, BufferPool>();
  const budgets = {
    visitors: bodyBudget(maxGathered.visitors),
    signedIn: bodyBudget(maxGathered.signedIn),
  };
  const body = (request: FastifyRequest): Promise<Buffer> => {
    const { bodyLimit, config } = request.routeOptions;
    const limit = config.largeBody && !isForm(request) ? BODY_LIMIT.default : bodyLimit;
    const budget = request.actor ? budgets.signedIn : budgets.visitors;
    return readBody(request.raw, limit, findLease(request) ?? { budget });
  };
  const parseJson = app.getDefaultJsonParser('remove', 'remove');

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const bytes = await body(request);
    if (request.routeOptions.config.rawBody) return bytes;
    const text = bytes.toString('utf8');
    if (text.trim() === '') return {};
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) =>
    toFields(new URLSearchParams((await body(request)).toString('utf8'))),
  );
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) =>
    parseForm(await body(request), request.headers['content-type'] ?? ''),
  );

  app.addContentTypeParser('multipart/related', (request, payload, done) => {
    const isStreamed = request.routeOptions.config.streamedBody === true;
    done(isStreamed ? null : genericError(request, 'unsupported-type', 415), payload);
  });

  // Before a parser finds that the body is none of its type, which would be 400.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isStreamed = request.routeOptions.config.streamedBody === true;
    const isRelated = /^multipart\/related\b/i.test(request.headers['content-type'] ?? '');
    const isRefused = isStreamed && !isRelated;
    done(isRefused ? genericError(request, 'unsupported-type', 415) : null, payload);
  });

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.routeOptions.config.pooledBody) return done(null, payload);
    const size = request.routeOptions.bodyLimit;
    const pool = pools.get(size) ?? bufferPool(size);
    pools.set(size, pool);
    const leased = pool.lease();
    // With 64 stalled uploads all buffers are leased: the body is gathered in pieces like any other.
    if (leased) attachLease(request, reply, leased);
    done(null, payload);
  });

  app.addHook('preParsing', async (request, reply, payload) => {
    if (!request.routeOptions.config.largeBody || !isForm(request)) return payload;
    const length = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
    // The parser rejects a longer one before it reads a byte.
    if (length > request.routeOptions.bodyLimit) return payload;
    const person = request.actor?.personId ?? request.ip;
    attachLease(request, reply, await large.lease(person, length));
    return payload;
  });

  drainUnreadBodies(app);

  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body ??= {};
    done();
  });

  return {
    /** Bytes of unfinished bodies that are gathered in pieces. */
    bytesBuffered: () => budgets.visitors.used() + budgets.signedIn.used(),
    /** Leased buffers of pooled bodies, for tests and metrics. */
    buffersInUse: () => pools.values().reduce((sum, pool) => sum + pool.inUse(), 0),
  };
}

const isForm = (request: FastifyRequest) =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
