import { deletionsEndpoints } from '@deqiq/contract/examinations/checkups.endpoints.ts';
import { type App, requireActor } from '../../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../../platform/http/etag.ts';
import { router } from '../../../../platform/http/router.ts';
import type { DeletionsService } from './deletions.service.ts';

export function deletionsRoutes(app: App, deletions: DeletionsService): void {
  const route = router(app, deletionsEndpoints, 'checkups');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/checkups/deleted',
    {
      config: { ...config, auditedList: 'deleted checkups' },
      ...answer304IfUnchanged(() => deletions.version()),
    },
    (request) => deletions.list(request.query),
  );

  route('POST /api/admin/checkups/deleted/:id/restore', { config }, (request) =>
    deletions.restore(requireActor(request), request.params.id),
  );

  route('DELETE /api/partner/misc/checkups/:id', { config: { access: 'partner' } }, (request) =>
    deletions.withdraw(requireActor(request), request.params.id),
  );
}
