import {
  byPartnerId,
  changeBalance,
  changePatients,
  partnerStatsAnswer,
  partnerStatsChanged,
  partnerStatsList,
  partnerStatsOverview,
  partnerStatsQuery,
} from '@deqiq/contract/partner-stats.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { PartnerStatsService } from './partner-stats.service.ts';

export function partnerStatsRoutes(app: App, stats: PartnerStatsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['partner-stats'];
  const changed = { 200: partnerStatsChanged, ...errorResponses };

  app.get(
    '/api/admin/partner-stats',
    {
      config,
      onRequest: answer304IfUnchanged(() => stats.version()),
      schema: {
        tags,
        querystring: partnerStatsQuery,
        response: { 200: partnerStatsList, ...errorResponses },
      },
    },
    (request) => stats.list(request.query),
  );

  app.get(
    '/api/admin/partner-stats/overview',
    {
      config,
      onRequest: answer304IfUnchanged(() => stats.overviewVersion()),
      schema: { tags, response: { 200: partnerStatsOverview, ...errorResponses } },
    },
    () => stats.overview(),
  );

  app.get(
    '/api/admin/partner-stats/:id',
    {
      config,
      schema: { tags, params: byId, response: { 200: partnerStatsAnswer, ...errorResponses } },
    },
    (request) => stats.get(request.params.id),
  );

  app.patch(
    '/api/admin/partner-stats/balance/:partnerId',
    { config, schema: { tags, params: byPartnerId, body: changeBalance, response: changed } },
    (request) => stats.changeBalance(requireActor(request), request.params.partnerId, request.body),
  );

  app.patch(
    '/api/admin/partner-stats/patients/:partnerId',
    { config, schema: { tags, params: byPartnerId, body: changePatients, response: changed } },
    (request) =>
      stats.changePatients(requireActor(request), request.params.partnerId, request.body),
  );

  app.patch(
    '/api/admin/partner-stats/reset/:partnerId',
    { config: { access: 'owner' }, schema: { tags, params: byPartnerId, response: changed } },
    (request) => stats.reset(requireActor(request), request.params.partnerId),
  );
}
