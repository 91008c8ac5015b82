import { FILES_PATH } from '@deqiq/contract/shared/paths.ts';
import * as z from 'zod';
import type { App } from '../../platform/http/app-types.ts';
import { disconnectSignal } from '../../platform/http/disconnect.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { contentDisposition } from '../../platform/http/sending/content-disposition.ts';
import { sendObject } from '../../platform/http/sending/send-object.ts';
import type { Delivery, FilesService } from './files.service.ts';

/** An uploaded page must not run on our origin, whatever it is called. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** X-rays are personal health data: nothing of them stays on a shared computer's disk. */
const NO_STORE = 'private, no-store';

const fileBytes = z.any().meta({ type: 'string', format: 'binary' });

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
    schema: {
      tags: ['files'],
      params: z.object({ capability: z.string() }),
      response: {
        200: fileBytes,
        204: z.null().describe('A file without a preview'),
        ...errorResponses,
      },
    },
    handler: async (request, reply) => {
      const signal = disconnectSignal(reply);
      const delivery = await files.open(request.params.capability, { address: request.ip, signal });
      // Not an error: pages ask for a preview to see whether there is one.
      if (!delivery) return reply.code(204).header('cache-control', NO_STORE).send();
      try {
        return await sendObject(request, reply, {
          ...delivery,
          headers: headersOf(delivery),
          xAccelPrefix,
        });
      } finally {
        await delivery.object.close();
      }
    },
  });
}

const headersOf = ({ variant, contentType, name }: Delivery) => ({
  'content-type': contentType,
  'content-disposition': contentDisposition(
    contentType,
    variant === 'original' ? name : `${name}.webp`,
  ),
  'content-security-policy': SANDBOX,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': NO_STORE,
});
