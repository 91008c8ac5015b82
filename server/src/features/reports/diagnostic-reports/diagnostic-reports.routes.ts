import { diagnosticReportsEndpoints } from '@deqiq/contract/reports/diagnostic-reports.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { DiagnosticReportsService } from './diagnostic-reports.service.ts';
import type { ReportKeysService } from './signing/report-keys.service.ts';

export function diagnosticReportsRoutes(
  app: App,
  reports: DiagnosticReportsService,
  keys: Pick<ReportKeysService, 'list'>,
): void {
  const route = router(app, diagnosticReportsEndpoints, 'diagnostic-reports');
  const config = { access: 'admin' } as const;
  const unchanged = answer304IfUnchanged(() => reports.version());

  route('GET /api/misc/report-keys', { config: { access: 'public' } }, () => keys.list());

  route('GET /api/admin/checkups/:id/diagnostic-reports', { config, ...unchanged }, (request) =>
    reports.list(requireActor(request), request.params.id),
  );

  route('POST /api/admin/checkups/:id/diagnostic-reports', { config }, (request) =>
    reports.create(requireActor(request), request.params.id, request.body.template),
  );

  route('PUT /api/admin/diagnostic-reports/:id', { config }, (request) =>
    reports.save(requireActor(request), request.params.id, request.body),
  );

  route('DELETE /api/admin/diagnostic-reports/:id', { config }, (request) =>
    reports.remove(requireActor(request), request.params.id, request.query.version),
  );

  route('POST /api/admin/diagnostic-reports/:id/sign', { config }, (request) =>
    reports.sign(requireActor(request), request.params.id, request.body),
  );

  route('POST /api/admin/diagnostic-reports/:id/countersign', { config }, (request) =>
    reports.countersign(requireActor(request), request.params.id, request.body),
  );

  route('POST /api/admin/diagnostic-reports/:id/withdraw', { config }, (request) =>
    reports.withdraw(requireActor(request), request.params.id, request.body.reason),
  );

  route('POST /api/admin/diagnostic-reports/:id/addenda', { config }, (request) =>
    reports.addAddendum(requireActor(request), request.params.id, request.body.text),
  );

  route(
    'GET /api/partner/checkups/:id/diagnostic-report',
    { config: { access: 'partner' }, ...unchanged },
    (request) => reports.findForPartner(requireActor(request), request.params.id),
  );
}
