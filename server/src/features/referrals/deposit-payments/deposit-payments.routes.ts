import { paymentCallbacksEndpoints } from '@deqiq/contract/referrals/booking/payment-callbacks.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { DepositPaymentsService } from './deposit-payments.service.ts';

const MAX_BODY = 32 * 1_024;

/** Callbacks of the payment page. Without a configured one the route is absent. */
export function depositPaymentsRoutes(app: App, payments: DepositPaymentsService): void {
  if (!payments.isOn) return;
  const route = router(app, paymentCallbacksEndpoints, 'payments');
  const config = { access: 'public' } as const;

  route('POST /api/misc/webhooks/payments', { config, bodyLimit: MAX_BODY }, async (request) => {
    await payments.receive({ ...(request.body as object) }, request.ip);
    return {};
  });
}
