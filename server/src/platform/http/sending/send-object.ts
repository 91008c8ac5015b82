import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { ReadableObject, StorageKey } from '../../storage/storage.ts';
import { byteRanges } from './byte-ranges.ts';
import { planResponse, type ResponsePlan } from './range.ts';
import { sendBytes } from './send-bytes.ts';

interface Sending {
  readonly object: ReadableObject;
  /** undefined: only this process can send the bytes. */
  readonly key?: StorageKey;
  /** A strong validator, quotes included: bytes under one tag never change. */
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** Records the view; bytes are sent only after that. */
  readonly recordView: (() => Promise<void>) | undefined;
  /** A request for more ranges than these gets the whole object; 1 by default. */
  readonly maxRanges?: number | undefined;
  /** nginx sends the file (X-Accel-Redirect) if set. */
  readonly xAccelPrefix?: string | undefined;
}

/** Responds to a GET or HEAD with a stored object or the requested range. The caller closes the object. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { object, key, etag, modifiedAt, headers, recordView, maxRanges, xAccelPrefix }: Sending,
): Promise<FastifyReply> {
  const { size } = object;
  const plan = planResponse(request.headers, { size, etag, modifiedAt, maxRanges });
  if (plan.status === 416) {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('range', 416, storageMessages.badRange());
  }
  if (request.method === 'GET') await recordView?.();
  const lastModified = modifiedAt.toUTCString();
  const common = { ...headers, 'accept-ranges': 'bytes', etag, 'last-modified': lastModified };
  if (plan.status === 304) return reply.code(304).headers(common).send();
  if (xAccelPrefix && key)
    return reply.headers({ ...common, 'x-accel-redirect': xAccelPrefix + key }).send();
  const { status } = plan;
  const { bytes, start, end, about } = createBody(object, plan, headers['content-type']);
  const complete = { ...common, ...about, 'content-length': end - start };
  if (request.method === 'HEAD') return reply.code(status).headers(complete).send();
  const begin = () => void reply.raw.writeHead(status, { ...definedHeaders(reply), ...complete });
  await sendBytes(reply.raw, bytes, { start, end, begin }).catch((error: unknown) => {
    if (!reply.raw.headersSent) throw error;
    request.log.error({ err: error }, 'a file could not be sent to its end');
  });
  return reply.hijack();
}

/** The bytes to send, and the headers that describe them. */
function createBody(
  object: ReadableObject,
  plan: Extract<ResponsePlan, { status: 200 | 206 }>,
  contentType: string | undefined,
) {
  if ('ranges' in plan) {
    const bytes = byteRanges(object, plan.ranges, contentType);
    return { bytes, start: 0, end: bytes.size, about: { 'content-type': bytes.contentType } };
  }
  const { status, start, end } = plan;
  const range = { 'content-range': `bytes ${start}-${end - 1}/${object.size}` };
  return { bytes: object, start, end, about: status === 206 ? range : {} };
}

function definedHeaders(reply: FastifyReply): Record<string, string | string[] | number> {
  const set = Object.entries(reply.getHeaders());
  return Object.fromEntries(set.filter(([, value]) => value !== undefined)) as Record<
    string,
    string | string[] | number
  >;
}
