import { genericMessages } from '@deqiq/contract/shared/errors.ts';
import { AppError, TooManyError } from '../../../platform/errors.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { rateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type { MessageEvents } from '../../../platform/messaging/message-channel.ts';
import {
  answerChallenge,
  isSigned,
  readWebhook,
} from '../../../platform/messaging/whatsapp/webhook.ts';
import type { WhatsAppSettings } from '../../../platform/messaging/whatsapp/whatsapp.ts';
import { HOUR } from '../../../platform/time.ts';

/** Requests of one address that do not prove that they come from Meta. */
const FORGED = { name: 'forged webhooks an hour', max: 30, window: HOUR };

interface Deps {
  readonly settings: WhatsAppSettings;
  readonly events: MessageEvents;
  readonly isLimited: { readonly enabled: boolean; readonly limits: Limits };
}

export type WhatsAppWebhookService = ReturnType<typeof whatsAppWebhookService>;

/** Receives what Meta tells about messages. Meta repeats a webhook that is not answered with 200 for seven days. */
export function whatsAppWebhookService({ settings, events, isLimited }: Deps) {
  const forged = rateLimiter({ ...isLimited, per: [FORGED] });

  async function refuse(address: string): Promise<never> {
    const wait = await forged.consume(address);
    if (wait > 0) throw new TooManyError(genericMessages['too-many'](), wait);
    throw new AppError('forbidden', 403, 'The webhook has a wrong token or signature');
  }

  return {
    /** Returns the challenge. Throws 403 for a wrong token. */
    verify: async (query: Readonly<Record<string, unknown>>, address: string): Promise<string> =>
      answerChallenge(query, settings) ?? (await refuse(address)),

    /** Throws 403 unless the signature belongs to exactly these bytes. */
    async receive(bytes: unknown, signature: unknown, address: string): Promise<void> {
      const header = typeof signature === 'string' ? signature : undefined;
      if (!Buffer.isBuffer(bytes) || !isSigned(bytes, header, settings))
        return await refuse(address);
      const { statuses, stops } = readWebhook(bytes, settings);
      // A stop first: an error with a status must not delay it.
      for (const stop of stops) await events.onStop(stop);
      for (const status of statuses) await events.onStatus(status);
    },
  };
}
