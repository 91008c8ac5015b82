import { hash } from 'node:crypto';
import { parseObject, requestProvider } from '../providers/provider-request.ts';
import { needsUnicode } from './gsm-letters.ts';
import type { MessageChannel, SendResult } from './message-channel.ts';
import { accepted, failed, readTransport, refused, uncertain } from './send-results.ts';
import { toInternational } from './telephone.ts';

/** Account of an SMS provider. */
export interface SmsAccount {
  readonly login: string;
  readonly password: string;
  /** Name that the telephone shows, as agreed with the provider. */
  readonly sender: string | undefined;
  /** Where the provider is; undefined: its own address. */
  readonly url: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number;
}

const LSIM_URL = 'https://apps.lsim.az';

/**
 * Error codes of docs.lsim.az, which come with status 200. The page that was read has no table of them; they are those of
 * several public clients.
 */
const RESULTS: Readonly<Record<number, SendResult>> = {
  [-100]: failed('sign-in'),
  [-101]: refused('bad-content'),
  [-102]: refused('bad-number'),
  [-103]: failed('sign-in'),
  [-104]: failed('no-credit'),
  [-105]: refused('blocked-number'),
  [-107]: failed('sign-in'),
  [-108]: failed('sign-in'),
  [-109]: failed('unavailable'),
  [-110]: failed('too-many'),
  [-500]: uncertain,
};

/** SMS by LSIM (quick SMS, docs.lsim.az/quicksms.html). It has no idempotency key. */
export function lsimChannel(account: SmsAccount): MessageChannel {
  const { login, password, sender = '', url = LSIM_URL, timeout } = account;
  return {
    name: 'sms',
    async send({ to, text }, options = {}) {
      const msisdn = toInternational(to);
      if (msisdn === undefined) return refused('bad-number');
      const key = hash('md5', hash('md5', password) + login + text + msisdn + sender);
      const content = { login, key, msisdn, text, sender, scheduled: 'NOW' };
      const body = JSON.stringify({ ...content, unicode: needsUnicode(text) });
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const reply = await requestProvider(
        { url: `${url}/quicksms/v1/smssender`, method: 'POST', headers, body },
        { ...options, timeout },
      );
      return readTransport(reply) ?? readBody(reply.kind === 'response' ? reply.body : '');
    },
  };
}

/** `{"successMessage":null,"errorMessage":null,"obj":long,"errorCode":integer}` */
function readBody(body: string): SendResult {
  const { obj, errorCode } = parseObject(body) ?? {};
  const code = Number(errorCode ?? 0);
  if (code < 0) return RESULTS[code] ?? failed('unavailable');
  const id = typeof obj === 'number' || typeof obj === 'string' ? String(obj) : '';
  return id === '' ? uncertain : accepted(id);
}
