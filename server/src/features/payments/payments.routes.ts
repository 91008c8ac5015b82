import {
  byPaymentId,
  ownPaymentList,
  ownPaymentQuery,
  paymentAnswer,
  paymentList,
  paymentQuery,
} from '@deqiq/contract/payments.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { PaymentsService } from './payments.service.ts';

export function paymentsRoutes(app: App, payments: PaymentsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['payments'];
  const settled = {
    tags,
    params: byPaymentId,
    response: { 200: paymentAnswer, ...errorResponses },
  };

  app.get(
    '/api/admin/payments',
    {
      config,
      onRequest: answer304IfUnchanged(() => payments.version()),
      schema: {
        tags,
        querystring: paymentQuery,
        response: { 200: paymentList, ...errorResponses },
      },
    },
    (request) => payments.list(request.query),
  );

  app.patch('/api/admin/payments/confirm/:paymentId', { config, schema: settled }, (request) =>
    payments.confirm(requireActor(request), request.params.paymentId),
  );

  app.patch('/api/admin/payments/reject/:paymentId', { config, schema: settled }, (request) =>
    payments.reject(requireActor(request), request.params.paymentId),
  );

  app.get(
    '/api/partner/misc/payments',
    {
      config: { access: 'partner' },
      onRequest: answer304IfUnchanged(() => payments.ownVersion()),
      schema: {
        tags,
        querystring: ownPaymentQuery,
        response: { 200: ownPaymentList, ...errorResponses },
      },
    },
    (request) => payments.listOwn(requireActor(request), request.query),
  );
}
