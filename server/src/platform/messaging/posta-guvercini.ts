import { parseObject, requestProvider } from '../providers/provider-request.ts';
import type { SmsAccount } from './lsim.ts';
import type { MessageChannel, SendResult } from './message-channel.ts';
import { accepted, failed, readTransport, refused, uncertain } from './send-results.ts';
import { toInternational } from './telephone.ts';

/** The service of the company for Azerbaijan; that for Turkey has the same paths. */
const POSTA_GUVERCINI_URL = 'https://www.poctgoyercini.com';

const OK = 200;

/**
 * Values of StatusCode, which come with status 200. The company's description needs an account; these are the codes of
 * public clients. None is known for wrong credentials or no credit: both are expected as 400.
 */
const RESULTS: Readonly<Record<number, SendResult>> = {
  400: failed('sign-in'),
  401: failed('sign-in'),
  402: failed('no-credit'),
  500: uncertain,
  1010: failed('unavailable'),
  1020: failed('unavailable'),
  1030: uncertain,
  1060: refused('bad-number'),
  1070: refused('bad-content'),
  1080: refused('bad-content'),
  1090: refused('bad-content'),
};

/** SMS by Posta Güvercini (JSON service v1, Send_1_N). It has no idempotency key. */
export function postaGuverciniChannel(account: SmsAccount): MessageChannel {
  const { login, password, sender, url = POSTA_GUVERCINI_URL, timeout } = account;
  return {
    name: 'sms',
    async send({ to, text }, options = {}) {
      const receiver = toInternational(to);
      if (receiver === undefined) return refused('bad-number');
      const body = JSON.stringify({
        Username: login,
        Password: password,
        Message: text,
        Receivers: [receiver],
        Originator: sender,
      });
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const reply = await requestProvider(
        { url: `${url}/api_json/v1/Sms/Send_1_N`, method: 'POST', headers, body },
        { ...options, timeout },
      );
      return readTransport(reply) ?? readBody(reply.kind === 'response' ? reply.body : '');
    },
  };
}

/** `{"StatusCode":200,"StatusDescription":"OK","Result":[{"MessageId":"1","Receiver":"994…","Charge":1}]}` */
function readBody(body: string): SendResult {
  const { StatusCode: code, Result: list } = parseObject(body) ?? {};
  if (typeof code !== 'number') return uncertain;
  if (code !== OK) return RESULTS[code] ?? failed('unavailable');
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  const id = (first as { MessageId?: unknown } | undefined)?.MessageId;
  return typeof id === 'string' || typeof id === 'number' ? accepted(String(id)) : uncertain;
}
