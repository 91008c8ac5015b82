import { demandPayment, giftAnswer, giftCatalogue, gifts } from '@deqiq/contract/gifts.ts';
import type { App } from '../../platform/http/app-types.ts';
import { actorOf } from '../../platform/http/app-types.ts';
import { refusals } from '../../platform/http/error-responses.ts';
import type { GiftsService } from './gifts.service.ts';

export function giftsRoutes(app: App, service: GiftsService): void {
  const config = { access: 'partner' } as const;
  const tags = ['gifts'];

  app.get(
    '/api/partner/misc/gifts',
    { config, schema: { tags, response: { 200: giftCatalogue, ...refusals } } },
    () => ({ gifts: [...gifts] }),
  );

  app.post(
    '/api/partner/misc/demand-payment',
    {
      config,
      schema: { tags, body: demandPayment, response: { 200: giftAnswer, ...refusals } },
    },
    (request) => service.request(actorOf(request), request.body.gift),
  );
}
