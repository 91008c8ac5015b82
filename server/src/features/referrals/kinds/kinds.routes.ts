import { kindsEndpoints } from '@deqiq/contract/referrals/booking/kinds.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { KindsService } from './kinds.service.ts';

export function kindsRoutes(app: App, kinds: KindsService): void {
  const route = router(app, kindsEndpoints, 'kinds');
  const config = { access: 'owner' } as const;

  route(
    'GET /api/admin/kinds',
    { config: { access: 'admin' }, ...answer304IfUnchanged(() => kinds.version()) },
    () => kinds.list(),
  );

  route('POST /api/admin/kinds', { config }, (request) =>
    kinds.create(requireActor(request), request.body),
  );

  route('PUT /api/admin/kinds/:id', { config }, (request) =>
    kinds.update(requireActor(request), request.params.id, request.body),
  );

  route('DELETE /api/admin/kinds/:id', { config }, (request) =>
    kinds.remove(requireActor(request), request.params.id),
  );
}
