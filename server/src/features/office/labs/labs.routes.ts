import { labsEndpoints } from '@deqiq/contract/office/labs.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { LabsService } from './labs.service.ts';

export function labsRoutes(app: App, labs: LabsService): void {
  const route = router(app, labsEndpoints, 'labs');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/labs',
    { config, ...answer304IfUnchanged(() => labs.version()) },
    (request) => labs.list(request.query),
  );

  route('POST /api/admin/labs', { config }, (request) =>
    labs.create(requireActor(request), request.body),
  );

  route('PUT /api/admin/labs/:id', { config }, (request) =>
    labs.update(requireActor(request), request.params.id, request.body),
  );

  route('PATCH /api/admin/labs/:id/status', { config }, (request) =>
    labs.setStatus(requireActor(request), request.params.id, request.body.status),
  );

  route('DELETE /api/admin/labs/:id', { config }, (request) =>
    labs.remove(requireActor(request), request.params.id),
  );

  route(
    'GET /api/partner/misc/labs',
    { config: { access: 'partner' }, ...answer304IfUnchanged(() => labs.version()) },
    (request) => labs.listOwn(requireActor(request), request.query),
  );
}
