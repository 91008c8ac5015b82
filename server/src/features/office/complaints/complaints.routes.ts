import { complaintsEndpoints } from '@deqiq/contract/office/complaints.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { ComplaintsService } from './complaints.service.ts';

export function complaintsRoutes(app: App, complaints: ComplaintsService): void {
  const route = router(app, complaintsEndpoints, 'reports');
  const config = { access: 'admin' } as const;

  route(
    'POST /api/partner/misc/report',
    { config: { access: 'partner', quota: 'report' } },
    (request) => complaints.send(requireActor(request), request.body.message),
  );

  route(
    'GET /api/admin/reports',
    { config, ...answer304IfUnchanged(() => complaints.version()) },
    (request) => complaints.list(request.query),
  );

  route('DELETE /api/admin/reports/:id', { config }, (request) =>
    complaints.remove(requireActor(request), request.params.id),
  );
}
