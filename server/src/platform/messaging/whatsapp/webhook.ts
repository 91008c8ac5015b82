import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { isEqualText } from '../../secrets/equal-texts.ts';
import type { MessageStatus, StopRequest } from '../message-channel.ts';
import { isStopWord } from './stop-words.ts';
import type { WhatsAppSettings } from './whatsapp.ts';

export interface WebhookContent {
  readonly statuses: readonly MessageStatus[];
  readonly stops: readonly StopRequest[];
}

/** Seconds since 1970 as text. */
const timestamp = z
  .string()
  .regex(/^\d{9,11}$/)
  .transform((seconds) => new Date(Number(seconds) * 1_000));

const status = z.object({
  id: z.string().min(1).max(500),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp,
  biz_opaque_callback_data: z.string().max(512).optional(),
  errors: z.array(z.object({ code: z.number() })).optional(),
});

const incoming = z.object({
  from: z.string().regex(/^\d{5,20}$/),
  id: z.string().min(1).max(500),
  timestamp,
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z.object({ button_reply: z.object({ title: z.string() }).optional() }).optional(),
});

const webhook = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            statuses: z.array(z.unknown()).optional(),
            messages: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
});

/** The challenge that Meta wants back when the webhook is entered; undefined where the token is wrong. */
export function answerChallenge(
  query: Readonly<Record<string, unknown>>,
  { verifyToken }: Pick<WhatsAppSettings, 'verifyToken'>,
): string | undefined {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (typeof token !== 'string' || typeof challenge !== 'string') return undefined;
  return mode === 'subscribe' && isEqualText(token, verifyToken) ? challenge : undefined;
}

/** Whether X-Hub-Signature-256 is the HMAC of exactly these bytes. */
export function isSigned(
  bytes: Uint8Array,
  signature: string | undefined,
  { appSecret }: Pick<WhatsAppSettings, 'appSecret'>,
): boolean {
  const expected = createHmac('sha256', appSecret).update(bytes).digest('hex');
  return isEqualText(signature ?? '', `sha256=${expected}`);
}

/** The events of a signed webhook for this number. What it has besides, and forms that are not known, are left out. */
export function readWebhook(
  bytes: Uint8Array,
  { phoneNumberId }: Pick<WhatsAppSettings, 'phoneNumberId'>,
): WebhookContent {
  const values = parse(bytes)
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => value)
    .filter(({ metadata }) => metadata?.phone_number_id === phoneNumberId);
  return {
    statuses: values.flatMap(({ statuses = [] }) => statuses.flatMap(readStatus)),
    stops: values.flatMap(({ messages = [] }) => messages.flatMap(readStop)),
  };
}

function parse(bytes: Uint8Array): z.output<typeof webhook>['entry'] {
  try {
    const text = new TextDecoder().decode(bytes);
    return webhook.safeParse(JSON.parse(text)).data?.entry ?? [];
  } catch {
    return [];
  }
}

function readStatus(value: unknown): MessageStatus[] {
  const { data } = status.safeParse(value);
  if (!data) return [];
  return [
    {
      channel: 'whatsapp',
      id: data.id,
      reference: data.biz_opaque_callback_data,
      status: data.status,
      at: data.timestamp,
      code: data.errors?.[0] ? String(data.errors[0].code) : undefined,
    },
  ];
}

function readStop(value: unknown): StopRequest[] {
  const { data } = incoming.safeParse(value);
  const text = data?.text?.body ?? data?.button?.text ?? data?.interactive?.button_reply?.title;
  if (!data || text === undefined || !isStopWord(text)) return [];
  return [{ channel: 'whatsapp', phone: data.from, at: data.timestamp, id: data.id }];
}
