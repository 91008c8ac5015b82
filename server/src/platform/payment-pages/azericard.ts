import { type KeyObject, randomBytes } from 'node:crypto';
import { parseObject, requestProvider } from '../providers/provider-request.ts';
import { DAY } from '../time.ts';
import { createPSign, type Fields, hasPSign } from './p-sign.ts';
import type {
  EventResult,
  PaidPayment,
  PaymentOrder,
  PaymentPage,
  RefundResult,
} from './payment-page.ts';
import { failed, formatAmount, parseAmount, readFailure, refused } from './replies.ts';

export interface AzericardSettings {
  /** Eight digits. */
  readonly terminal: string;
  /** Signs our requests. */
  readonly privateKey: KeyObject;
  /** Of the gateway: its callbacks are signed with the other half. */
  readonly gatewayKey: KeyObject;
  readonly merchantName: string;
  readonly merchantUrl: string;
  /** undefined: AZERICARD_URL. */
  readonly url: string | undefined;
  readonly now: () => number;
  /** Milliseconds. */
  readonly timeout?: number;
}

const AZERICARD_URL = 'https://mpi.3dsecure.az';

/** TRTYPE. A sale takes the money at once. A reversal is "online" before settlement, which takes a day, then "offline". */
const TYPE = { sale: '1', onlineReversal: '22', offlineReversal: '24', status: '90' };

/** Order of the values in P_SIGN. */
const SIGNED = {
  sale: ['AMOUNT', 'CURRENCY', 'TERMINAL', 'TRTYPE', 'TIMESTAMP', 'NONCE', 'MERCH_URL'],
  callback: ['AMOUNT', 'TERMINAL', 'APPROVAL', 'RRN', 'INT_REF'],
  reversal: ['AMOUNT', 'CURRENCY', 'TERMINAL', 'TRTYPE', 'ORDER', 'RRN', 'INT_REF'],
  status: ['ORDER', 'TERMINAL', 'TRTYPE', 'TIMESTAMP', 'NONCE'],
};

/** ACTION of an approved transaction; 1 is a duplicate, 2 declined, 3 an error. */
const APPROVED = '0';

type Context = AzericardSettings & { readonly endpoint: string };

/** Azericard's gateway: the browser posts a signed form, the gateway posts the result. */
export function azericardPage(settings: AzericardSettings): PaymentPage {
  const endpoint = `${settings.url ?? AZERICARD_URL}/cgi-bin/cgi_link`;
  const context: Context = { ...settings, endpoint };
  const { terminal, gatewayKey } = settings;
  return {
    provider: 'azericard',
    begin: (payment) => Promise.resolve(beginSale(context, payment)),

    async readCallback(values) {
      const fields = toTexts(values);
      if (fields.TERMINAL !== terminal || !hasPSign(fields, SIGNED.callback, gatewayKey))
        return refused;
      // ORDER and ACTION are not signed: only the gateway's own answer tells what was paid.
      const { ORDER: order = '', RRN: rrn = '', INT_REF: reference = '' } = fields;
      return await askStatus(context, { order, transaction: joinIds(rrn, reference) });
    },

    refund: (payment) => reverse(context, payment),
    status: (payment) => askStatus(context, payment),
  };
}

function beginSale(context: Context, payment: PaymentOrder) {
  const { terminal, merchantName, merchantUrl, privateKey, endpoint } = context;
  const fields = {
    AMOUNT: formatAmount(payment.amount),
    CURRENCY: 'AZN',
    ORDER: payment.order,
    DESC: payment.description,
    MERCH_NAME: merchantName,
    MERCH_URL: merchantUrl,
    TERMINAL: terminal,
    TRTYPE: TYPE.sale,
    COUNTRY: 'AZ',
    MERCH_GMT: '+4',
    BACKREF: payment.callbackUrl,
    LANG: payment.language.toUpperCase(),
    ...stamp(context),
  };
  const P_SIGN = createPSign(fields, SIGNED.sale, privateKey);
  return { kind: 'form', action: endpoint, fields: { ...fields, P_SIGN } } as const;
}

/** The answer has names for people: "Transaction amount", "Merchant order id". */
async function askStatus(
  context: Context,
  { order, transaction }: { readonly order: string; readonly transaction: string | undefined },
): Promise<EventResult> {
  const fields = { ORDER: order, TERMINAL: context.terminal, TRTYPE: TYPE.status };
  const reply = await post(
    context,
    { ...fields, TRAN_TRTYPE: TYPE.sale, ...stamp(context) },
    SIGNED.status,
  );
  if (reply.kind === 'failed') return reply;
  const answer = parseObject(reply.body);
  if (!answer) return failed('unavailable');
  const amount = parseAmount(answer['Transaction amount']);
  const found = joinIds(String(answer['Transaction RRN']), String(answer.INT_REF));
  const isSame = answer['Merchant order id'] === order && answer.TERMINAL === context.terminal;
  if (!isSame || amount === undefined || found !== (transaction ?? found)) return refused;
  const isReversed = /revers|refund/i.test(String(answer['Transaction state']));
  const status = isReversed ? 'refunded' : String(answer.ACTION) === APPROVED ? 'paid' : 'declined';
  return { kind: 'event', event: { order, transaction: found, amount, status } };
}

/** The gateway answers a reversal with the ACTION alone. */
async function reverse(context: Context, payment: PaidPayment): Promise<RefundResult> {
  const { order, transaction, amount, paidAt } = payment;
  const [rrn = '', reference = ''] = transaction.split(':');
  const isSettled = context.now() - paidAt.getTime() >= DAY;
  const fields = {
    AMOUNT: formatAmount(amount),
    CURRENCY: 'AZN',
    ORDER: order,
    RRN: rrn,
    INT_REF: reference,
    TERMINAL: context.terminal,
    TRTYPE: isSettled ? TYPE.offlineReversal : TYPE.onlineReversal,
    ...stamp(context),
  };
  const reply = await post(context, fields, SIGNED.reversal);
  if (reply.kind === 'failed') return reply;
  const action = reply.body.trim();
  if (!/^-?\d{1,3}$/.test(action)) return failed('unavailable', true);
  return action === APPROVED ? { kind: 'refunded' } : refused;
}

async function post(context: Context, fields: Fields, signed: readonly string[]) {
  const { endpoint, privateKey, timeout } = context;
  const P_SIGN = createPSign(fields, signed, privateKey);
  const body = new URLSearchParams({ ...fields, P_SIGN }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await requestProvider(
    { url: endpoint, method: 'POST', headers, body },
    { timeout },
  );
  const failure = readFailure(reply);
  if (failure || reply.kind !== 'response') return failure ?? failed('unavailable');
  return { kind: 'answer', body: reply.body } as const;
}

/** TIMESTAMP is YYYYMMDDHHMMSS in UTC. */
const stamp = ({ now }: Context) => ({
  TIMESTAMP: new Date(now()).toISOString().replace(/\D/g, '').slice(0, 14),
  NONCE: randomBytes(8).toString('hex'),
});

const joinIds = (rrn: string, reference: string): string => `${rrn}:${reference}`;

const toTexts = (values: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
