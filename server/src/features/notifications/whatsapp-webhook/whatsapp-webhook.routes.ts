import * as z from 'zod';
import type { App } from '../../../platform/http/app-types.ts';
import type { WhatsAppWebhookService } from './whatsapp-webhook.service.ts';

const PATH = '/api/misc/webhooks/whatsapp';

/** Meta puts at most 1,000 updates into one webhook. */
const MAX_BODY = 256 * 1_024;

/** Webhooks of the WhatsApp Cloud API, whose form is Meta's. Without a configured number the routes are absent. */
export function whatsAppWebhookRoutes(app: App, webhook: WhatsAppWebhookService | undefined): void {
  if (!webhook) return;
  const config = { access: 'public' } as const;

  app.get(
    PATH,
    { config, schema: { hide: true, querystring: z.record(z.string(), z.unknown()) } },
    async (request, reply) => {
      const challenge = await webhook.verify(request.query, request.ip);
      return reply.type('text/plain').header('x-content-type-options', 'nosniff').send(challenge);
    },
  );

  app.post(
    PATH,
    { config: { ...config, rawBody: true }, bodyLimit: MAX_BODY, schema: { hide: true } },
    async (request) => {
      await webhook.receive(request.body, request.headers['x-hub-signature-256'], request.ip);
      return {};
    },
  );
}
