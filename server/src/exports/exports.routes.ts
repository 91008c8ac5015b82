import { Readable } from 'node:stream';
import { exportedLists, exportFileName, exportPath } from '@deqiq/contract/exports.ts';
import { nameQuery } from '@deqiq/contract/paging.ts';
import { provider } from '@deqiq/contract/provider.ts';
import * as z from 'zod';
import type { App } from '../http/app-types.ts';
import { actorOf } from '../http/app-types.ts';
import { refusals } from '../http/refusals.ts';
import type { ExportsService } from './exports.service.ts';

const csv = z.any().meta({ type: 'string', format: 'binary' });

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
        schema: { tags: ['exports'], querystring: nameQuery, response: { 200: csv, ...refusals } },
      },
      async (request, reply) => {
        const pieces = await exports.open(actorOf(request), list, request.query.name);
        const fileName = exportFileName(list, today());
        return reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(Readable.from(pieces, { objectMode: false }));
      },
    );
}
