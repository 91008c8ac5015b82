import {
  byPaymentId,
  ownPaymentList,
  ownPaymentQuery,
  paymentAnswer,
  paymentList,
  paymentQuery,
} from '@deqiq/contract/payments.ts';
import type { App } from '../../platform/http/app-types.ts';
import { actorOf } from '../../platform/http/app-types.ts';
import { refusals } from '../../platform/http/error-responses.ts';
import { answer304IfUnchanged } from '../../platform/http/etag.ts';
import type { PaymentsService } from './payments.service.ts';

export function paymentsRoutes(app: App, payments: PaymentsService): void {
  const config = { access: 'admin' } as const;
  const tags = ['payments'];
  const settled = {
    tags,
    params: byPaymentId,
    response: { 200: paymentAnswer, ...refusals },
  };

  app.get(
    '/api/admin/payments',
    {
      config,
      onRequest: answer304IfUnchanged(() => payments.version()),
      schema: { tags, querystring: paymentQuery, response: { 200: paymentList, ...refusals } },
    },
    (request) => payments.list(request.query),
  );

  app.patch('/api/admin/payments/confirm/:paymentId', { config, schema: settled }, (request) =>
    payments.confirm(actorOf(request), request.params.paymentId),
  );

  app.patch('/api/admin/payments/reject/:paymentId', { config, schema: settled }, (request) =>
    payments.reject(actorOf(request), request.params.paymentId),
  );

  app.get(
    '/api/partner/misc/payments',
    {
      config: { access: 'partner' },
      onRequest: answer304IfUnchanged(() => payments.ownVersion()),
      schema: {
        tags,
        querystring: ownPaymentQuery,
        response: { 200: ownPaymentList, ...refusals },
      },
    },
    (request) => payments.listOwn(actorOf(request), request.query),
  );
}
