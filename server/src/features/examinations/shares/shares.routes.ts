import { sharesEndpoints } from '@deqiq/contract/examinations/shares.endpoints.ts';
import type { FastifyRequest } from 'fastify';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { SharesService } from './shares.service.ts';

/** The same three routes for partners, about their own shares, and for staff, about all. */
export function sharesRoutes(
  app: App,
  shares: SharesService,
  { publicUrl }: { publicUrl: string | undefined },
): void {
  const route = router(app, sharesEndpoints, 'shares');
  const unchanged = answer304IfUnchanged(() => shares.version());
  const findOrigin = ({ protocol, host }: FastifyRequest) =>
    publicUrl ? new URL(publicUrl).origin : `${protocol}://${host}`;

  route(
    'POST /api/partner/checkups/:id/shares',
    { config: { access: 'partner', quota: 'share' } },
    (request) =>
      shares.create(requireActor(request), request.params.id, request.body, findOrigin(request)),
  );

  route('POST /api/admin/checkups/:id/shares', { config: { access: 'admin' } }, (request) =>
    shares.create(requireActor(request), request.params.id, request.body, findOrigin(request)),
  );

  route('GET /api/partner/shares', { config: { access: 'partner' }, ...unchanged }, (request) =>
    shares.list(requireActor(request), request.query),
  );

  route(
    'GET /api/admin/shares',
    { config: { access: 'admin', auditedList: 'shares' }, ...unchanged },
    (request) => shares.list(requireActor(request), request.query),
  );

  route('POST /api/admin/partners/:id/end-shares', { config: { access: 'admin' } }, (request) =>
    shares.revokeAll(requireActor(request), 'partner', request.params.id),
  );

  route('POST /api/admin/staff/:id/end-shares', { config: { access: 'owner' } }, (request) =>
    shares.revokeAll(requireActor(request), 'staff', request.params.id),
  );

  for (const area of ['partner', 'admin'] as const)
    route(`DELETE /api/${area}/shares/:id`, { config: { access: area } }, (request) =>
      shares.revoke(requireActor(request), request.params.id),
    );
}
