import { reportsEndpoints } from '@deqiq/contract/reports.endpoints.ts';
import { type App, requireActor } from '../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import { router } from '../../platform/http/router.ts';
import type { ReportsService } from './reports.service.ts';

export function reportsRoutes(app: App, reports: ReportsService): void {
  const route = router(app, reportsEndpoints, 'reports');
  const config = { access: 'admin' } as const;

  route(
    'POST /api/partner/misc/report',
    { config: { access: 'partner', quota: 'report' } },
    (request) => reports.send(requireActor(request), request.body.message),
  );

  route(
    'GET /api/admin/reports',
    { config, ...answer304IfUnchanged(() => reports.version()) },
    (request) => reports.list(request.query),
  );

  route('DELETE /api/admin/reports/:id', { config }, (request) =>
    reports.remove(requireActor(request), request.params.id),
  );
}
