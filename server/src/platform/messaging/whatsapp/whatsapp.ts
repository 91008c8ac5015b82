import { parseObject, requestProvider } from '../../providers/provider-request.ts';
import type { MessageChannel, PatientMessage, SendResult } from '../message-channel.ts';
import { accepted, readTransport, refused, uncertain } from '../send-results.ts';
import { toInternational } from '../telephone.ts';
import { readGraphError } from './graph-errors.ts';

/** A number of the WhatsApp Business Platform, and the secrets of its app. */
export interface WhatsAppSettings {
  readonly phoneNumberId: string;
  readonly token: string;
  /** Signs the webhooks. */
  readonly appSecret: string;
  /** Chosen by the operator; Meta repeats it when the webhook is entered. */
  readonly verifyToken: string;
  /** Where the Graph API is, with its version; undefined: GRAPH_URL. */
  readonly url: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number;
}

const GRAPH_URL = 'https://graph.facebook.com/v23.0';

/** WhatsApp by the Cloud API. It has no idempotency key; statuses of the message contain the reference. */
export function whatsAppChannel(settings: WhatsAppSettings): MessageChannel {
  const { phoneNumberId, token, url = GRAPH_URL, timeout } = settings;
  return {
    name: 'whatsapp',
    async send(message, options = {}) {
      const to = toInternational(message.to);
      if (to === undefined) return refused('bad-number');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify(toContent(to, message));
      const reply = await requestProvider(
        { url: `${url}/${phoneNumberId}/messages`, method: 'POST', headers, body },
        { ...options, timeout },
      );
      const text = reply.kind === 'response' ? reply.body : '';
      return readGraphError(reply) ?? readTransport(reply) ?? readAccepted(text);
    },
  };
}

function toContent(to: string, { text, template, reference }: PatientMessage): object {
  const common = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    biz_opaque_callback_data: reference,
  };
  if (!template) return { ...common, type: 'text', text: { preview_url: false, body: text } };
  const parameters = template.parameters.map((value) => ({ type: 'text', text: toLine(value) }));
  return {
    ...common,
    type: 'template',
    template: {
      name: template.name,
      language: { code: template.language },
      components: parameters.length > 0 ? [{ type: 'body', parameters }] : [],
    },
  };
}

/** Parameters of templates have no line breaks, tabs, or more than four blanks in a row. */
const toLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** `{"messaging_product":"whatsapp","contacts":[…],"messages":[{"id":"wamid…"}]}` */
function readAccepted(body: string): SendResult {
  const list = parseObject(body)?.messages;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  const id = (first as { id?: unknown } | undefined)?.id;
  return typeof id === 'string' ? accepted(id) : uncertain;
}
