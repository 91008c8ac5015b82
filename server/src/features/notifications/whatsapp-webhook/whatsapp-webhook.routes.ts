import { whatsAppWebhookEndpoints } from '@deqiq/contract/notifications/whatsapp-webhook.endpoints.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { WhatsAppWebhookService } from './whatsapp-webhook.service.ts';

/** Meta puts at most 1,000 updates into one webhook. */
const MAX_BODY = 256 * 1_024;

/** Webhooks of the WhatsApp Cloud API. Without a configured number the routes are absent. */
export function whatsAppWebhookRoutes(app: App, webhook: WhatsAppWebhookService | undefined): void {
  if (!webhook) return;
  const route = router(app, whatsAppWebhookEndpoints, 'webhooks');
  const config = { access: 'public' } as const;

  route('GET /api/misc/webhooks/whatsapp', { config }, async (request, reply) => {
    const challenge = await webhook.verify(request.query, request.ip);
    return reply.type('text/plain').send(challenge);
  });

  route(
    'POST /api/misc/webhooks/whatsapp',
    { config: { ...config, rawBody: true }, bodyLimit: MAX_BODY },
    async (request) => {
      await webhook.receive(request.body, request.headers['x-hub-signature-256'], request.ip);
      return {};
    },
  );
}
