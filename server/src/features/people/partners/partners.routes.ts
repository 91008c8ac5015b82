import { partnersEndpoints } from '@deqiq/contract/people/partners.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { PartnersService } from './partners.service.ts';

export function partnersRoutes(app: App, partners: PartnersService): void {
  const route = router(app, partnersEndpoints, 'partners');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/partners',
    { config, ...answer304IfUnchanged(() => partners.version()) },
    (request) => partners.list(request.query),
  );

  route(
    'GET /api/admin/lite/partners',
    { config, ...answer304IfUnchanged(() => partners.version()) },
    (request) => partners.pick(request.query.name),
  );

  route('POST /api/admin/partners', { config }, (request) =>
    partners.create(requireActor(request), request.body),
  );

  route('PUT /api/admin/partners/:id', { config }, (request) =>
    partners.update(requireActor(request), request.params.id, request.body),
  );

  route('PATCH /api/admin/partners/:id/reset-password', { config }, (request) =>
    partners.resetPassword(requireActor(request), request.params.id, request.body.password),
  );

  route('PATCH /api/admin/partners/:id/reset-second-factor', { config }, (request) =>
    partners.resetSecondFactor(requireActor(request), request.params.id),
  );

  route('DELETE /api/admin/partners/:id', { config: { access: 'owner' } }, (request) =>
    partners.remove(requireActor(request), request.params.id),
  );
}
