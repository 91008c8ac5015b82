import * as z from 'zod';
import { defineEndpoints } from '../../shared/endpoint.ts';

/** The result of a payment, in the form of the configured provider. */
export const paymentCallbacksEndpoints = defineEndpoints({
  'POST /api/misc/webhooks/payments': { answer: z.object({}) },
});
