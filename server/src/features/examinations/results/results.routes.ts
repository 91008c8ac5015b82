import { resultsEndpoints } from '@deqiq/contract/examinations/results.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { ResultsService } from './results.service.ts';

export function resultsRoutes(app: App, results: ResultsService): void {
  const route = router(app, resultsEndpoints, 'results');

  route(
    'GET /api/partner/results/unseen',
    {
      config: { access: 'partner' },
      ...answer304IfUnchanged(() => results.version()),
    },
    (request) => results.listUnseen(requireActor(request)),
  );

  route('POST /api/partner/checkups/:id/opened', { config: { access: 'partner' } }, (request) =>
    results.open(requireActor(request), request.params.id),
  );

  route(
    'GET /api/admin/results/unopened',
    {
      config: { access: 'admin', auditedList: 'checkups' },
      ...answer304IfUnchanged(() => results.unopenedVersion()),
    },
    () => results.listUnopened(),
  );

  route('GET /api/admin/checkups/:id/trace', { config: { access: 'admin' } }, (request) =>
    results.trace(request.params.id),
  );
}
