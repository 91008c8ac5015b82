import { Readable } from 'node:stream';
import {
  exportedLists,
  exportFileName,
  exportMediaTypes,
  exportPath,
  exportQuery,
} from '@deqiq/contract/exports.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import * as z from 'zod';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { ExportsService } from './exports.service.ts';

const sheetFile = z.any().meta({ type: 'string', format: 'binary' });

export function exportsRoutes(
  app: App,
  exports: ExportsService,
  { now }: { now: () => number },
): void {
  const today = () => new Date(now()).toLocaleDateString('sv-SE', { timeZone: provider.timeZone });

  for (const list of exportedLists)
    app.get(
      exportPath(list),
      {
        config: { access: 'owner' },
        exposeHeadRoute: false,
        schema: {
          tags: ['exports'],
          querystring: exportQuery,
          response: { 200: sheetFile, ...errorResponses },
        },
      },
      async (request, reply) => {
        const { name, format } = request.query;
        const pieces = await exports.open(requireActor(request), list, { search: name, format });
        const fileName = exportFileName(list, today(), format);
        return reply
          .header('content-type', exportMediaTypes[format])
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(Readable.from(pieces, { objectMode: false }));
      },
    );
}
