import type { FastifyReply, FastifyRequest } from 'fastify';
import { toJsonArray } from '../../../platform/http/sending/json-array.ts';
import type { Body } from '../../../platform/http/sending/multipart-related.ts';
import { JSON_TYPE, readAccept } from './retrieve/media-types.ts';

/** Milliseconds after which a client that reads nothing is disconnected. */
const IDLE_TIMEOUT = 30_000;

export const STUDY = '/studies/:study';

export const SERIES = '/studies/:study/series/:series';

export const INSTANCE = '/studies/:study/series/:series/instances/:instance';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type AddRoute = (path: string, handler: Handler, auditedList?: string) => void;

export type FindBase = (request: FastifyRequest) => string;

export const readAccepted = (request: FastifyRequest) =>
  readAccept((request.query as { accept?: unknown }).accept, request.headers.accept);

/** X-rays are health data and must not stay on the disk of a shared computer. */
const forbidCaching = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('vary', 'accept, authorization, origin');

export const sendJson = async (
  reply: FastifyReply,
  items: AsyncGenerator<string>,
): Promise<FastifyReply> =>
  sendBody(reply, { contentType: JSON_TYPE, body: await toJsonArray(items) });

export function sendBody(reply: FastifyReply, { contentType, body }: Body): FastifyReply {
  reply.raw.setTimeout(IDLE_TIMEOUT, () => {
    // Without bytes that wait for it, the client waits for a decoder.
    if (reply.raw.writableLength > 0) reply.raw.destroy();
  });
  return forbidCaching(reply).type(contentType).send(body);
}
