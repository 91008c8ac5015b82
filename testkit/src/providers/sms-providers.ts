import { hash } from 'node:crypto';
import { type ProviderAnswer, type ProviderCall, StandIn } from './stand-in.ts';

export interface ReceivedSms {
  readonly to: string;
  readonly text: string;
  readonly isUnicode: boolean | undefined;
}

/** The account that the stand-ins know. */
export const smsAccount = { login: 'clinic', password: 'sms password', sender: 'DEQIQ' };

interface Account {
  credit: number;
  readonly blocked: Set<string>;
  readonly received: ReceivedSms[];
}

const newAccount = (): Account => ({ credit: 1_000, blocked: new Set(), received: [] });

const isMobile = (phone: string) => /^994(?:10|50|51|55|60|70|77|99)\d{7}$/.test(phone);

/**
 * LSIM as docs.lsim.az/quicksms.html describes it. The page tells the form of answers; the codes are those of public
 * clients. Each error comes with status 200.
 */
export function lsimStandIn() {
  const account = newAccount();
  const answer = (errorCode: number | null, obj: number | null = null): ProviderAnswer => ({
    body: {
      successMessage: errorCode === null ? 'Successfully sent' : null,
      errorMessage: errorCode === null ? null : `error ${errorCode}`,
      obj,
      errorCode,
    },
  });
  const server = new StandIn(({ method, url, body }) => {
    if (method !== 'POST' || url.pathname !== '/quicksms/v1/smssender')
      return { status: 404, body: 'not found' };
    const { login, key, msisdn, text, sender, unicode } = JSON.parse(body) as {
      [name: string]: string;
    } & { unicode: boolean };
    const expected = hash(
      'md5',
      `${hash('md5', smsAccount.password)}${login}${text}${msisdn}${sender}`,
    );
    if (login !== smsAccount.login || key !== expected) return answer(-100);
    if (sender !== smsAccount.sender) return answer(-103);
    if (!isMobile(msisdn ?? '')) return answer(-102);
    if (account.blocked.has(msisdn ?? '')) return answer(-105);
    if (account.credit < 1) return answer(-104);
    account.credit -= 1;
    account.received.push({ to: msisdn ?? '', text: text ?? '', isUnicode: unicode });
    return answer(null, 7_000_000 + account.received.length);
  });
  return { server, account };
}

/**
 * Posta Güvercini, JSON service v1. Its description needs an account, so the answers are those that public clients
 * document: errors come with status 200; how wrong credentials and no credit look is an assumption.
 */
export function postaGuverciniStandIn() {
  const account = newAccount();
  const answer = (StatusCode: number, Result: object[] | null = null): ProviderAnswer => ({
    body: { StatusCode, StatusDescription: StatusCode === 200 ? 'OK' : 'Error', Result },
  });
  const server = new StandIn(({ method, url, body }) => {
    if (method !== 'POST' || url.pathname !== '/api_json/v1/Sms/Send_1_N')
      return { status: 404, body: 'not found' };
    const { Username, Password, Message, Receivers } = JSON.parse(body) as {
      Username: string;
      Password: string;
      Message: string;
      Receivers: string[];
    };
    if (Username !== smsAccount.login || Password !== smsAccount.password) return answer(400);
    if (Message === '') return answer(1090);
    const [receiver = ''] = Receivers.filter(isMobile);
    if (receiver === '') return answer(1060);
    if (account.credit < 1) return answer(402);
    account.credit -= 1;
    account.received.push({ to: receiver, text: Message, isUnicode: undefined });
    const MessageId = `pg-${account.received.length}`;
    return answer(200, [{ MessageId, Receiver: receiver, Charge: 1 }]);
  });
  return { server, account };
}

/** A provider with an idempotency key: an XML body, answers in lines, and errors with status 200. */
export function xmlSmsStandIn() {
  const ids = new Map<string, string>();
  const account = newAccount();
  const read = (body: string, name: string) =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? '';
  const server = new StandIn(({ headers, body }: ProviderCall) => {
    if (headers['x-password'] !== smsAccount.password) return { body: 'ERR 1 wrong password' };
    const key = String(headers['idempotency-key']);
    const existing = ids.get(key);
    if (existing) return { body: `OK ${existing}` };
    const to = read(body, 'to');
    if (!isMobile(to)) return { body: 'ERR 2 wrong number' };
    account.received.push({ to, text: read(body, 'text'), isUnicode: undefined });
    ids.set(key, `x${account.received.length}`);
    return { body: `OK ${ids.get(key)}` };
  });
  return { server, account };
}
