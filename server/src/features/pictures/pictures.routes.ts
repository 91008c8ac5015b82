import { type PictureKind, picturePaths } from '@deqiq/contract/pictures.ts';
import { byPictureFile, pictureQuery } from '@deqiq/contract/shared/picture-query.ts';
import * as z from 'zod';
import type { App } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { sendObject } from '../../platform/http/sending/send-object.ts';
import type { PicturesService } from './pictures.service.ts';

/** Immutable: a new picture has a new name. */
const headers = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

const bytes = z.any().meta({ type: 'string', format: 'binary' });

export function picturesRoutes(
  app: App,
  pictures: PicturesService,
  { xAccelPrefix }: { xAccelPrefix?: string | undefined } = {},
): void {
  for (const kind of Object.keys(picturePaths) as PictureKind[])
    app.route({
      method: ['GET', 'HEAD'],
      url: `${picturePaths[kind]}:file`,
      config: { access: 'public' },
      schema: {
        tags: ['pictures'],
        params: byPictureFile,
        querystring: pictureQuery,
        response: { 200: { content: { 'image/webp': { schema: bytes } } }, ...errorResponses },
      },
      handler: async (request, reply) => {
        const picture = await pictures.open(kind, request.params.file, request.query.w);
        try {
          return await sendObject(request, reply, {
            ...picture,
            headers,
            xAccelPrefix,
            recordView: undefined,
          });
        } finally {
          await picture.object.close();
        }
      },
    });
}
