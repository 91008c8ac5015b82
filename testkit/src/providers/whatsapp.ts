import { createHmac } from 'node:crypto';
import { StandIn } from './stand-in.ts';

/** The number and the secrets that the stand-in knows. */
export const whatsAppNumber = {
  phoneNumberId: '106540352242922',
  token: 'EAAG-token-of-the-tests',
  appSecret: '0123456789abcdef0123456789abcdef',
  verifyToken: 'a token that the operator chose',
};

/** The same as environment variables of the server. */
export const whatsAppEnvironment = (url: string) => ({
  WHATSAPP_PHONE_NUMBER_ID: whatsAppNumber.phoneNumberId,
  WHATSAPP_TOKEN: whatsAppNumber.token,
  WHATSAPP_APP_SECRET: whatsAppNumber.appSecret,
  WHATSAPP_VERIFY_TOKEN: whatsAppNumber.verifyToken,
  WHATSAPP_URL: url,
});

export interface ReceivedWhatsApp {
  readonly id: string;
  readonly to: string;
  readonly type: string;
  readonly reference: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const error = (status: number, code: number, message: string) => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${message}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: message },
      fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
    },
  },
});

/** Templates that are approved: their number of parameters. */
const templates = new Map([['appointment_reminder', 2]]);

/** The Cloud API as developers.facebook.com describes it: messages, error codes, statuses. */
export function whatsAppStandIn() {
  const received: ReceivedWhatsApp[] = [];
  /** Numbers without WhatsApp. */
  const strangers = new Set<string>();
  /** People who have written within 24 hours: they get texts without a template. */
  const talking = new Set<string>();
  const server = new StandIn(({ method, url, headers, body }) => {
    if (headers.authorization !== `Bearer ${whatsAppNumber.token}`)
      return error(401, 190, 'Error validating access token');
    if (method !== 'POST' || url.pathname !== `/v23.0/${whatsAppNumber.phoneNumberId}/messages`)
      return error(400, 33, 'Unsupported post request');
    const content = JSON.parse(body) as Record<string, unknown> & { to: string; type: string };
    const { to, type } = content;
    const reference = String(content.biz_opaque_callback_data);
    if (strangers.has(to)) return error(400, 131026, 'Message undeliverable');
    if (type === 'text' && !talking.has(to)) return error(400, 131047, 'Re-engagement message');
    if (type === 'template') {
      const { name, components } = content.template as {
        name: string;
        components: { parameters: { text: string }[] }[];
      };
      const parameters = components[0]?.parameters ?? [];
      if (!templates.has(name)) return error(404, 132001, 'Template name does not exist');
      if (parameters.length !== templates.get(name))
        return error(400, 132000, 'Number of parameters does not match');
      if (parameters.some(({ text }) => /[\n\t]| {4}/.test(text)))
        return error(400, 132018, 'Param text cannot have new-line/tab characters');
    }
    const id = `wamid.${Buffer.from(`${to}-${received.length}`).toString('base64url')}`;
    received.push({ id, to, type, reference, content });
    return {
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id, message_status: 'accepted' }],
      },
    };
  });
  return { server, received, strangers, talking };
}

type Status = 'sent' | 'delivered' | 'read' | 'failed';

/** A status as Meta sends it. */
export const statusOf = (
  { id, to, reference }: Pick<ReceivedWhatsApp, 'id' | 'to' | 'reference'>,
  status: Status,
  at = 1_790_000_000,
) => ({
  id,
  status,
  timestamp: String(at),
  recipient_id: to,
  biz_opaque_callback_data: reference,
  ...(status === 'failed' && { errors: [{ code: 131_026, title: 'Message undeliverable' }] }),
});

/** A message of a person. */
export const textFrom = (from: string, body: string, id = `wamid.${from}.${body}`) => ({
  from,
  id,
  timestamp: '1790000100',
  type: 'text',
  text: { body },
});

/** The bytes of a webhook and its headers. `changes` replaces parts of the value. */
export function webhookOf(
  value: { readonly statuses?: object[]; readonly messages?: object[] },
  { appSecret = whatsAppNumber.appSecret, phoneNumberId = whatsAppNumber.phoneNumberId } = {},
) {
  const metadata = { display_phone_number: '994125555555', phone_number_id: phoneNumberId };
  const change = {
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata, ...value },
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '102290129340398', changes: [change] }],
    // Meta escapes letters beyond ASCII, and the signature belongs to the bytes as they are sent.
  }).replace(/[^\0-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  return {
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  };
}
