import { partnerStatsEndpoints } from '@deqiq/contract/office/partner-stats.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { PartnerStatsService } from './partner-stats.service.ts';

export function partnerStatsRoutes(app: App, stats: PartnerStatsService): void {
  const route = router(app, partnerStatsEndpoints, 'partner-stats');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/partner-stats',
    { config, ...answer304IfUnchanged(() => stats.version()) },
    (request) => stats.list(request.query),
  );

  route(
    'GET /api/admin/partner-stats/overview',
    { config, ...answer304IfUnchanged(() => stats.overviewVersion()) },
    () => stats.overview(),
  );

  route('GET /api/admin/partner-stats/:id', { config }, (request) => stats.get(request.params.id));

  route('PATCH /api/admin/partner-stats/balance/:partnerId', { config }, (request) =>
    stats.changeBalance(requireActor(request), request.params.partnerId, request.body),
  );

  route('PATCH /api/admin/partner-stats/patients/:partnerId', { config }, (request) =>
    stats.changePatients(requireActor(request), request.params.partnerId, request.body),
  );

  route(
    'PATCH /api/admin/partner-stats/reset/:partnerId',
    { config: { access: 'owner' } },
    (request) => stats.reset(requireActor(request), request.params.partnerId),
  );
}
