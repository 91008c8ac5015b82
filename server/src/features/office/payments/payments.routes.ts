import { paymentsEndpoints } from '@deqiq/contract/office/payments.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { answer304IfUnchanged } from '../../../platform/http/etag.ts';
import { router } from '../../../platform/http/router.ts';
import type { PaymentsService } from './payments.service.ts';

export function paymentsRoutes(app: App, payments: PaymentsService): void {
  const route = router(app, paymentsEndpoints, 'payments');
  const config = { access: 'admin' } as const;

  route(
    'GET /api/admin/payments',
    { config, ...answer304IfUnchanged(() => payments.version()) },
    (request) => payments.list(request.query),
  );

  route('PATCH /api/admin/payments/confirm/:paymentId', { config }, (request) =>
    payments.confirm(requireActor(request), request.params.paymentId),
  );

  route('PATCH /api/admin/payments/reject/:paymentId', { config }, (request) =>
    payments.reject(requireActor(request), request.params.paymentId),
  );

  route(
    'GET /api/partner/misc/payments',
    { config: { access: 'partner' }, ...answer304IfUnchanged(() => payments.ownVersion()) },
    (request) => payments.listOwn(requireActor(request), request.query),
  );
}
