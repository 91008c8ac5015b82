import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { ReadableObject, StorageKey } from '../../storage/storage.ts';
import { planResponse } from './range.ts';
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
  /** nginx sends the file (X-Accel-Redirect) if set. */
  readonly xAccelPrefix?: string | undefined;
}

/** Responds to a GET or HEAD with a stored object or the requested range. The caller closes the object. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { object, key, etag, modifiedAt, headers, recordView, xAccelPrefix }: Sending,
): Promise<FastifyReply> {
  const plan = planResponse(request.headers, { size: object.size, etag, modifiedAt });
  if (plan.status === 416) {
    reply.header('content-range', `bytes */${object.size}`);
    throw new AppError('range', 416, storageMessages.badRange());
  }
  if (request.method === 'GET') await recordView?.();
  const lastModified = modifiedAt.toUTCString();
  const common = { ...headers, 'accept-ranges': 'bytes', etag, 'last-modified': lastModified };
  if (plan.status === 304) return reply.code(304).headers(common).send();
  if (xAccelPrefix && key)
    return reply.headers({ ...common, 'x-accel-redirect': xAccelPrefix + key }).send();
  const { status, start, end } = plan;
  const ranged = {
    ...common,
    'content-length': end - start,
    ...(status === 206 && { 'content-range': `bytes ${start}-${end - 1}/${object.size}` }),
  };
  if (request.method === 'HEAD') return reply.code(status).headers(ranged).send();
  const begin = () => void reply.raw.writeHead(status, { ...definedHeaders(reply), ...ranged });
  await sendBytes(reply.raw, object, { start, end, begin }).catch((error: unknown) => {
    if (!reply.raw.headersSent) throw error;
    request.log.error({ err: error }, 'a file could not be sent to its end');
  });
  return reply.hijack();
}

function definedHeaders(reply: FastifyReply): Record<string, string | string[] | number> {
  const set = Object.entries(reply.getHeaders());
  return Object.fromEntries(set.filter(([, value]) => value !== undefined)) as Record<
    string,
    string | string[] | number
  >;
}
