import { workQueuesEndpoints } from '@deqiq/contract/desk/work-queues.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { WorkQueuesService } from './work-queues.service.ts';

export function workQueuesRoutes(app: App, queues: WorkQueuesService): void {
  const route = router(app, workQueuesEndpoints, 'work-queues');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/misc/counters',
    { config, ...answer304IfUnchanged(() => queues.version()) },
    () => queues.count(),
  );

  for (const queue of ['reservations', 'partners', 'contacts'] as const)
    route(`PATCH /api/admin/applications/${queue}/:id/status`, { config }, (request) =>
      queues.update(requireActor(request), queue, request.params.id, request.body),
    );

  route('PATCH /api/admin/reports/:id/status', { config }, (request) =>
    queues.update(requireActor(request), 'reports', request.params.id, request.body),
  );
}
