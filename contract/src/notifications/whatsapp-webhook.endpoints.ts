import * as z from 'zod';
import { defineEndpoints } from '../shared/endpoint.ts';

/** Meta's form of a verification. */
const verification = z.object({
  'hub.mode': z.string().optional(),
  'hub.verify_token': z.string().optional(),
  'hub.challenge': z.string().optional(),
});

/** Webhooks of the WhatsApp Cloud API. Their bodies have Meta's form and are read as bytes, to which the signature belongs. */
export const whatsAppWebhookEndpoints = defineEndpoints({
  'GET /api/misc/webhooks/whatsapp': { query: verification, answer: 'bytes' },
  'POST /api/misc/webhooks/whatsapp': { answer: z.object({}) },
});
