import { fileMessages } from '@deqiq/contract/files.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AppError } from '../errors.ts';
import type { App } from '../http/app-types.ts';
import { dispositionOf } from './disposition.ts';
import type { Delivery, FilesService } from './files.service.ts';
import { FILES_PATH } from './links.ts';
import { planAnswer } from './ranges.ts';
import { sendBytes } from './send-file.ts';

/** An uploaded page must not run on our origin, whatever it is called. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** The capability in the address is the authority: these routes read no header that names a person. */
export function filesRoutes(
  app: App,
  files: FilesService,
  { xAccelPrefix }: { xAccelPrefix?: string | undefined } = {},
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${FILES_PATH}:capability`,
    config: { access: 'public' },
    schema: { tags: ['files'], params: z.object({ capability: z.string() }) },
    handler: async (request, reply) => {
      const delivery = await files.open(request.params.capability, request.ip);
      try {
        return await deliver(request, reply, delivery, xAccelPrefix);
      } finally {
        await delivery.object.close();
      }
    },
  });
}

async function deliver(
  request: FastifyRequest,
  reply: FastifyReply,
  delivery: Delivery,
  xAccelPrefix: string | undefined,
): Promise<FastifyReply> {
  const { object } = delivery;
  const plan = planAnswer(request.headers, { ...delivery, size: object.size });
  if (plan.status === 416) {
    reply.header('content-range', `bytes */${object.size}`);
    throw new AppError('range', 416, fileMessages.badRange);
  }
  if (request.method === 'GET') await delivery.seen();
  describe(reply, delivery);
  if (plan.status === 304) return reply.code(304).send();
  if (xAccelPrefix) return reply.header('x-accel-redirect', xAccelPrefix + delivery.key).send();
  reply.code(plan.status).header('content-length', plan.end - plan.start);
  if (plan.status === 206)
    reply.header('content-range', `bytes ${plan.start}-${plan.end - 1}/${object.size}`);
  if (request.method === 'HEAD') return reply.send();
  reply.hijack();
  reply.raw.writeHead(plan.status, headersOf(reply));
  await sendBytes(reply.raw, object, plan.start, plan.end).catch((error: unknown) =>
    request.log.error({ err: error }, 'a file could not be sent to its end'),
  );
  return reply;
}

function describe(reply: FastifyReply, { variant, contentType, name, etag, modifiedAt }: Delivery) {
  reply.headers({
    'content-type': contentType,
    'content-disposition': dispositionOf(
      contentType,
      variant === 'original' ? name : `${name}.webp`,
    ),
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': variant === 'original' ? 'private, no-store' : 'private, max-age=600',
    'accept-ranges': 'bytes',
    etag,
    'last-modified': modifiedAt.toUTCString(),
  });
}

function headersOf(reply: FastifyReply): Record<string, string | string[] | number> {
  const set = Object.entries(reply.getHeaders());
  return Object.fromEntries(set.filter(([, value]) => value !== undefined)) as Record<
    string,
    string | string[] | number
  >;
}
