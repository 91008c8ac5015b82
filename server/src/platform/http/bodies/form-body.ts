import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { bodyBudget } from './body-budget.ts';
import { BODY_LIMIT } from './body-limits.ts';
import { type BufferPool, bufferPool, type LeasedBuffer } from './buffer-pool.ts';
import { memoryBudget } from './memory-budget.ts';
import { MultipartError, type Part, parseBoundary, parseMultipart } from './multipart.ts';
import { BodyError, drain, readBody } from './read-body.ts';

/** A file in a form, as the client sent it: name and type are claims, nothing has looked at the bytes. */
export interface FormFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The body is read into a buffer on loan, as large as the route's bodyLimit. What the handler does
     * with the bytes happens inside `holdBody`; afterwards they are somebody else's.
     */
    pooledBody?: boolean;
    /**
     * A form with pictures, up to the route's bodyLimit. Few of them are in memory at a time; who comes
     * then waits, or is told to try again. What the handler does with the bytes happens inside `holdBody`.
     */
    largeBody?: boolean;
  }
}

/** Bytes still read of a refused body. A photograph is refused with an expired token, and sent again with another. */
const DRAIN = { visitors: 256 * 1024, others: 8 * 1024 * 1024 };

const MAX_FIELDS = 1_000;

/** Bytes of all bodies that arrive in pieces: those of visitors, and those of everybody who has signed in. */
const MAX_BUFFERED = { visitors: 16 * 1024 * 1024, signedIn: 64 * 1024 * 1024 };

/** A schema for a file in a form. `message` is said when there is none. */
export const formFile = (message: string) =>
  z
    .custom<FormFile>(isFormFile, message)
    .meta({ type: 'string', format: 'binary', description: 'a file of the form' });

const borrowed = new WeakMap<FastifyRequest, LeasedBuffer>();

/** Runs what needs the body of a route with `pooledBody` or `largeBody`; it stays on loan until it settles. */
export function withBody<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return borrowed.get(request)?.use(work) ?? work();
}

/**
 * Write routes read JSON, urlencoded and multipart bodies alike. Forms become an object of strings, with
 * a list under a key that repeats; files become FormFile. An empty body is `{}`. `maxGathered` is in bytes.
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
    return readBody(request.raw, limit, borrowed.get(request) ?? { budget });
  };
  const parseJson = app.getDefaultJsonParser('remove', 'remove');

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = (await body(request)).toString('utf8');
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

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.routeOptions.config.pooledBody) return done(null, payload);
    const size = request.routeOptions.bodyLimit;
    const pool = pools.get(size) ?? bufferPool(size);
    pools.set(size, pool);
    const loan = pool.lease();
    // With all of them out (64 stalled uploads) a body is gathered in pieces like any other.
    if (loan) lend(request, reply, loan);
    done(null, payload);
  });

  app.addHook('preParsing', async (request, reply, payload) => {
    if (!request.routeOptions.config.largeBody || !isForm(request)) return payload;
    const length = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
    // A longer one is refused before a byte of it is read.
    if (length > request.routeOptions.bodyLimit) return payload;
    const person = request.actor?.personId ?? request.ip;
    lend(request, reply, await large.lease(person, length));
    return payload;
  });

  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body ??= {};
    done();
  });

  // A body left unread would be taken for the next request: read a little more of it, then hang up.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isUnread(request.raw)) return done(null, payload);
    const isVisitor = request.is404 || request.routeOptions.config.access === 'public';
    drain(request.raw, isVisitor ? DRAIN.visitors : DRAIN.others).then(() => {
      if (isUnread(request.raw)) reply.header('connection', 'close');
      done(null, payload);
    }, done);
  });

  return {
    /** Bytes of bodies that arrive in pieces now. */
    bytesBuffered: () => budgets.visitors.used() + budgets.signedIn.used(),
    /** Buffers of pooled bodies that are out, for tests and metrics. */
    buffersInUse: () => pools.values().reduce((sum, pool) => sum + pool.inUse(), 0),
  };
}

function lend(request: FastifyRequest, reply: FastifyReply, loan: LeasedBuffer): void {
  borrowed.set(request, loan);
  reply.raw.once('finish', loan.release).once('close', loan.release);
  // Hung up while it waited for its turn: nothing will be said of that any more.
  if (reply.raw.destroyed) loan.release();
}

const isForm = (request: FastifyRequest) =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');

function isUnread(raw: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return raw.complete === false && (encoding !== undefined || Number(length ?? 0) > 0);
}

function isFormFile(value: unknown): value is FormFile {
  return (
    typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes)
  );
}

function parseForm(bytes: Buffer, contentType: string): Record<string, unknown> {
  const boundary = parseBoundary(contentType);
  if (boundary === undefined) throw new BodyError(400, 'the form names no boundary');
  try {
    return toFields(parseMultipart(bytes, boundary).flatMap(toField));
  } catch (error) {
    if (error instanceof MultipartError) throw new BodyError(400, error.message);
    throw error;
  }
}

/** A file input left empty arrives as a nameless file without bytes: nothing was sent. */
function toField({ name, fileName, contentType, bytes }: Part): [string, unknown][] {
  if (fileName === undefined) return [[name, bytes.toString('utf8')]];
  if (fileName === '' && bytes.length === 0) return [];
  return [[name, { fileName, contentType, bytes } satisfies FormFile]];
}

function toFields(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_FIELDS) throw new BodyError(400, 'too many fields');
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else fields.set(name, [before, value]);
  }
  // An own key of this name would become a prototype in the first Object.assign it meets.
  fields.delete('__proto__');
  return Object.fromEntries(fields);
}
