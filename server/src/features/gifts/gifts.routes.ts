import { demandPayment, giftAnswer, giftCatalogue, gifts } from '@deqiq/contract/gifts.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { GiftsService } from './gifts.service.ts';

export function giftsRoutes(app: App, service: GiftsService): void {
  const config = { access: 'partner' } as const;
  const tags = ['gifts'];

  app.get(
    '/api/partner/misc/gifts',
    { config, schema: { tags, response: { 200: giftCatalogue, ...errorResponses } } },
    () => ({ gifts: [...gifts] }),
  );

  app.post(
    '/api/partner/misc/demand-payment',
    {
      config,
      schema: { tags, body: demandPayment, response: { 200: giftAnswer, ...errorResponses } },
    },
    (request) => service.request(requireActor(request), request.body.gift),
  );
}
