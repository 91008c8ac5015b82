import { filesEndpoints } from '@deqiq/contract/imaging/files.endpoints.ts';
import { MAX_RANGES } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { App } from '../../../platform/http/app-types.ts';
import { fileBytes, router } from '../../../platform/http/router.ts';
import { contentDisposition } from '../../../platform/http/sending/content-disposition.ts';
import { sendObject } from '../../../platform/http/sending/send-object.ts';
import type { Delivery } from './deliveries.ts';
import type { FilesService } from './files.service.ts';

/** An uploaded page must not run scripts on our origin. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** X-rays are health data and must not stay on the disk of a shared computer. */
const NO_STORE = 'private, no-store';

/** The capability in the URL is the only credential; these routes ignore the Authorization header. */
export function filesRoutes(
  app: App,
  files: FilesService,
  { xAccelPrefix }: { xAccelPrefix?: string | undefined } = {},
): void {
  const route = router(app, filesEndpoints, 'files');
  const options = {
    config: { access: 'public' },
    handlesHead: true,
    successes: { 200: fileBytes, 204: z.null().describe('A file without a preview') },
  } as const;

  /** `name`: of a derived object. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { capability, name }: { readonly capability: string; readonly name?: string },
  ) {
    const delivery = await files.open(capability, { name, address: request.ip });
    // Not an error: pages request a preview to see whether it exists.
    if (!delivery) return reply.code(204).header('cache-control', NO_STORE).send();
    try {
      return await sendObject(request, reply, {
        ...delivery,
        headers: createHeaders(delivery),
        maxRanges: name === undefined ? 1 : MAX_RANGES,
        xAccelPrefix,
      });
    } finally {
      await delivery.object.close();
    }
  }

  route('GET /public/uploads/checkupFiles/:capability', options, (request, reply) =>
    send(request, reply, request.params),
  );

  route('GET /public/uploads/checkupFiles/:capability/:name', options, (request, reply) =>
    send(request, reply, request.params),
  );
}

const createHeaders = ({ contentType, name }: Delivery) => ({
  'content-type': contentType,
  'content-disposition': contentDisposition(contentType, name),
  'content-security-policy': SANDBOX,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': NO_STORE,
});
