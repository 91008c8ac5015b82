import { Readable } from 'node:stream';
import { exportsEndpoints } from '@deqiq/contract/desk/exports.endpoints.ts';
import { exportedLists, exportFileName, exportMediaTypes } from '@deqiq/contract/desk/exports.ts';
import { monthEndpoints } from '@deqiq/contract/desk/month.endpoints.ts';
import { periodFileName } from '@deqiq/contract/desk/month.ts';
import { auditEndpoints } from '@deqiq/contract/operations/audit.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import { toDay } from '../../../platform/time.ts';
import type { ExportsService } from './exports.service.ts';

export function exportsRoutes(
  app: App,
  exports: ExportsService,
  { now }: { now: () => number },
): void {
  const route = router(app, exportsEndpoints, 'exports');
  const today = () => toDay(now());

  router(app, auditEndpoints, 'exports')(
    'GET /api/admin/exports/audit',
    { config: { access: 'owner' }, exposeHeadRoute: false },
    async (request, reply) => {
      const pieces = await exports.openAudit(requireActor(request), request.query);
      return reply
        .header('content-type', exportMediaTypes.csv)
        .header('content-disposition', `attachment; filename="audit-${today()}.csv"`)
        .send(Readable.from(pieces, { objectMode: false }));
    },
  );

  router(app, monthEndpoints, 'exports')(
    'GET /api/admin/exports/month',
    { config: { access: 'owner' }, exposeHeadRoute: false },
    async (request, reply) => {
      const pieces = await exports.openMonth(requireActor(request), request.query);
      const fileName = periodFileName(request.query);
      return reply
        .header('content-type', exportMediaTypes.xlsx)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(Readable.from(pieces, { objectMode: false }));
    },
  );

  for (const list of exportedLists)
    route(
      `GET /api/admin/exports/${list}`,
      { config: { access: 'owner' }, exposeHeadRoute: false },
      async (request, reply) => {
        const { name: search, format, ids } = request.query;
        const of = { search, format, ids };
        const pieces = await exports.open(requireActor(request), list, of);
        const fileName = exportFileName(list, today(), format);
        return reply
          .header('content-type', exportMediaTypes[format])
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(Readable.from(pieces, { objectMode: false }));
      },
    );
}
