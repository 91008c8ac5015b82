import { escapeHtml } from '../http/html.ts';
import { requestProvider } from '../providers/provider-request.ts';
import { needsUnicode } from './gsm-letters.ts';
import type { MessageChannel } from './message-channel.ts';
import { accepted, failed, readTransport, refused } from './send-results.ts';
import { toInternational } from './telephone.ts';

/**
 * How an operator describes a provider. {to}, {text}, {sender}, {login}, {password}, {reference} and {unicode} (true or
 * false) in the address, the headers and the body are replaced.
 */
export interface HttpSmsSettings {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A response of 2xx counts as accepted if its body matches; a group named `id` is the provider's id. */
  readonly success: RegExp;
  readonly values: {
    readonly login: string;
    readonly password: string;
    readonly sender: string;
  };
  /** Milliseconds. */
  readonly timeout?: number;
}

type Escape = (value: string) => string;

/** Values are escaped for the type of the body, so that no text can change its structure. */
function findEscape(contentType: string): Escape {
  if (/json/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1);
  if (/urlencoded/i.test(contentType)) return encodeURIComponent;
  if (/xml/i.test(contentType)) return escapeHtml;
  return (value) => value;
}

/** A header is one line of visible ASCII. */
const toHeader: Escape = (value) => value.replace(/[^\x20-\x7e]/g, '');

const PLACEHOLDER = /\{(to|text|sender|login|password|reference|unicode)\}/g;

/** SMS by any provider with an HTTP interface. {reference} is its idempotency key, where it has one. */
export function httpSmsChannel(settings: HttpSmsSettings): MessageChannel {
  const { url, method, headers, body, success, values, timeout } = settings;
  const typeName = Object.keys(headers).find((name) => name.toLowerCase() === 'content-type');
  const escapeBody = findEscape(typeName === undefined ? '' : (headers[typeName] ?? ''));
  return {
    name: 'sms',
    async send({ to, text, reference }, options = {}) {
      const phone = toInternational(to);
      if (phone === undefined) return refused('bad-number');
      const unicode = String(needsUnicode(text));
      const all: Record<string, string> = { ...values, to: phone, text, reference, unicode };
      const fill = (template: string, encode: Escape) =>
        template.replace(PLACEHOLDER, (_match, name: string) => encode(all[name] ?? ''));
      const filled = Object.entries(headers).map(([name, value]) => [name, fill(value, toHeader)]);
      const request = {
        url: fill(url, encodeURIComponent),
        method,
        headers: Object.fromEntries(filled) as Record<string, string>,
        body: method === 'POST' ? fill(body, escapeBody) : '',
      };
      const reply = await requestProvider(request, { ...options, timeout });
      const result = readTransport(reply);
      if (result || reply.kind !== 'response') return result ?? failed('unavailable');
      const match = success.exec(reply.body);
      return match ? accepted(match.groups?.id ?? reference) : failed('unavailable');
    },
  };
}
