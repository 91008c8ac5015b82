import { defineEndpoints } from '../shared/endpoint.ts';
import { demandPayment, giftAnswer, giftCatalogue } from './gifts.ts';

export const giftsEndpoints = defineEndpoints({
  'GET /api/partner/misc/gifts': { answer: giftCatalogue },
  'POST /api/partner/misc/demand-payment': { body: demandPayment, answer: giftAnswer },
});
