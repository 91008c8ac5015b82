import { filesEndpoints } from '@deqiq/contract/imaging/files.endpoints.ts';
import { type PictureKind, picturePaths } from '@deqiq/contract/imaging/pictures.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { fileBytes, router } from '../../../platform/http/router.ts';
import { sendObject } from '../../../platform/http/sending/send-object.ts';
import type { PicturesService } from './pictures.service.ts';

/** Immutable: a new picture has a new name. */
const headers = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

export function picturesRoutes(
  app: App,
  pictures: PicturesService,
  { xAccelPrefix }: { xAccelPrefix?: string | undefined } = {},
): void {
  const route = router(app, filesEndpoints, 'pictures');

  for (const kind of Object.keys(picturePaths) as PictureKind[])
    route(
      `GET ${picturePaths[kind]}:file`,
      {
        config: { access: 'public' },
        handlesHead: true,
        successes: { 200: { content: { 'image/webp': { schema: fileBytes } } } },
      },
      async (request, reply) => {
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
    );
}
