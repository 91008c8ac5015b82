import { reportMacrosEndpoints } from '@deqiq/contract/reports/report-macros.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { ReportMacrosService } from './report-macros.service.ts';

export function reportMacrosRoutes(app: App, macros: ReportMacrosService): void {
  const route = router(app, reportMacrosEndpoints, 'report-macros');
  const config = { access: 'admin' } as const;

  route('GET /api/admin/report-macros', { config }, (request) =>
    macros.list(requireActor(request)),
  );

  route('POST /api/admin/report-macros', { config }, (request) =>
    macros.create(requireActor(request), request.body),
  );

  route('PUT /api/admin/report-macros/:id', { config }, (request) =>
    macros.update(requireActor(request), request.params.id, request.body),
  );

  route('DELETE /api/admin/report-macros/:id', { config }, (request) =>
    macros.remove(requireActor(request), request.params.id),
  );
}
