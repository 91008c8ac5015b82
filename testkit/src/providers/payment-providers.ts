import { generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import { type ProviderAnswer, StandIn } from './stand-in.ts';

/** A payment at a stand-in. */
interface CardPayment {
  readonly order: string;
  /** Manat with two decimals. */
  readonly amount: string;
  readonly id: string;
  /** To which the browser returns. */
  readonly returnUrl: string;
  state: 'new' | 'success' | 'error' | 'returned';
}

export const epointKeys = { publicKey: 'i000000001', privateKey: 'private key of the tests' };

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAY_PAGE =
  '<!doctype html><title>ePoint</title><link rel="icon" href="data:,"><form method="post"><button>Pay</button></form>';

const epointSign = (data: string, key = epointKeys.privateKey) =>
  hash('sha1', key + data + key, 'base64');

/**
 * ePoint, API 1, as its documentation 1.0.3 is described by public clients. Errors come with status 200; a wrong signature
 * is `server_error`.
 */
export function epointStandIn() {
  const payments = new Map<string, CardPayment>();
  const server = new StandIn(async ({ method, url, body }): Promise<ProviderAnswer> => {
    const shown = payments.get(url.pathname.split('/pay/')[1] ?? '');
    if (shown) return method === 'POST' ? payOnPage(shown) : { headers: HTML, body: PAY_PAGE };
    const form = new URLSearchParams(body);
    const data = form.get('data') ?? '';
    const content = JSON.parse(Buffer.from(data, 'base64').toString()) as Record<string, string>;
    if (form.get('signature') !== epointSign(data) || content.public_key !== epointKeys.publicKey)
      return { body: { status: 'server_error', message: 'Signature did not match' } };
    if (url.pathname === '/api/1/request') {
      const id = `te${String(payments.size + 1).padStart(10, '0')}`;
      const { order_id: order = '', amount = '', success_redirect_url: returnUrl = '' } = content;
      payments.set(id, { order, amount, id, returnUrl, state: 'new' });
      const redirect_url = `${server.url}/pay/${id}`;
      return { body: { status: 'success', transaction: id, redirect_url } };
    }
    const payment = payments.get(content.transaction ?? '');
    if (!payment) return { body: { status: 'error', message: 'Transaction not found' } };
    if (url.pathname === '/api/1/get-status') return { body: describe(payment) };
    const isWhole = content.amount === undefined || content.amount === payment.amount;
    if (payment.state !== 'success' || !isWhole)
      return { body: { status: 'error', message: 'Not allowed' } };
    payment.state = 'returned';
    return { body: { status: 'success', message: 'Approved' } };
  });
  let callbackUrl = '';

  /** Pays, tells the server of it, and leads the browser back. */
  async function payOnPage(payment: CardPayment): Promise<ProviderAnswer> {
    payment.state = 'success';
    const body = new URLSearchParams(epointCallback(describe(payment)));
    if (callbackUrl !== '') await fetch(callbackUrl, { method: 'POST', body });
    return { status: 303, headers: { location: payment.returnUrl }, body: '' };
  }

  const describe = ({ order, id, amount, state }: CardPayment) => ({
    status: state,
    message: state === 'success' ? 'Təsdiq edildi' : '',
    code: state === 'success' ? '000' : '116',
    transaction: id,
    bank_transaction: 'bank',
    rrn: '112233445566',
    card_mask: '*******1234',
    amount: Number(amount),
    order_id: order,
  });
  return {
    server,
    payments,
    /** Where the callbacks of payments on the page go; by default nowhere. */
    callTo(url: string): void {
      callbackUrl = url;
    },
    /** The person pays, or the bank declines; the fields of the callback. */
    finish(id: string, state: 'success' | 'error') {
      const payment = payments.get(id);
      if (!payment) throw new Error(`no payment ${id}`);
      payment.state = state;
      const content = { ...describe(payment), status: state === 'error' ? 'failed' : state };
      return epointCallback(content);
    },
  };
}

/** A callback of ePoint with any content, signed with any key. */
export function epointCallback(content: object, key = epointKeys.privateKey) {
  const data = Buffer.from(JSON.stringify(content)).toString('base64');
  return { data, signature: epointSign(data, key) };
}

const pem = { type: 'pkcs8', format: 'pem' } as const;
const spki = { type: 'spki', format: 'pem' } as const;

/** New keys of a merchant and of a gateway. */
export function azericardKeys() {
  const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const gateway = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { merchant, gateway };
}

/** A key in PEM, in base64 as the settings want it. */
export const pemOf = (
  key: ReturnType<typeof azericardKeys>['merchant']['privateKey' | 'publicKey'],
) => Buffer.from(key.type === 'private' ? key.export(pem) : key.export(spki)).toString('base64');

type Keys = ReturnType<typeof azericardKeys>;

const source = (fields: Readonly<Record<string, string>>, names: readonly string[]) =>
  names.map((name) => (fields[name] ? `${fields[name].length}${fields[name]}` : '-')).join('');

const SALE = ['AMOUNT', 'CURRENCY', 'TERMINAL', 'TRTYPE', 'TIMESTAMP', 'NONCE', 'MERCH_URL'];
const REVERSAL = ['AMOUNT', 'CURRENCY', 'TERMINAL', 'TRTYPE', 'ORDER', 'RRN', 'INT_REF'];
const STATUS = ['ORDER', 'TERMINAL', 'TRTYPE', 'TIMESTAMP', 'NONCE'];

/**
 * Azericard's gateway as developer.azericard.com and public clients describe it: P_SIGN over values behind their
 * lengths, RSA with SHA-256; a status in JSON with names for people; a reversal answered by its ACTION alone.
 */
export function azericardStandIn({ merchant, gateway }: Keys, terminal: string) {
  const payments = new Map<string, CardPayment & { readonly rrn: string }>();
  const isSigned = (fields: Record<string, string>, names: readonly string[]) =>
    verify(
      'sha256',
      Buffer.from(source(fields, names)),
      merchant.publicKey,
      Buffer.from(fields.P_SIGN ?? '', 'hex'),
    );
  const server = new StandIn(({ body }): ProviderAnswer => {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const payment = payments.get(fields.ORDER ?? '');
    if (fields.TRTYPE === '90') {
      if (!isSigned(fields, STATUS)) return { body: { ACTION: '3', 'Response code': '-17' } };
      if (!payment) return { body: { ACTION: '3', 'Response code': '-24' } };
      return {
        body: {
          ACTION: payment.state === 'error' ? '2' : '0',
          'Response code': payment.state === 'error' ? '51' : '00',
          'Transaction state': payment.state === 'returned' ? 'Reversed' : 'Processed',
          TERMINAL: terminal,
          'Transaction amount': payment.amount,
          'Transaction currency': 'AZN',
          'Merchant order id': payment.order,
          'Transaction RRN': payment.rrn,
          INT_REF: payment.id,
          'Original transaction TRTYPE': '1',
        },
      };
    }
    if (!isSigned(fields, REVERSAL)) return { body: '-17' };
    const isKnown = payment?.rrn === fields.RRN && payment?.id === fields.INT_REF;
    if (!payment || !isKnown || payment.state !== 'success') return { body: '3' };
    payment.state = 'returned';
    return { body: '0' };
  });
  return {
    server,
    payments,

    /** The browser posts the form of a sale and the person pays; the fields of the callback. */
    finish(fields: Readonly<Record<string, string>>, state: 'success' | 'error') {
      if (!isSigned({ ...fields }, SALE)) throw new Error('the form has a wrong P_SIGN');
      const number = payments.size + 1;
      const { ORDER: order = '', AMOUNT: amount = '' } = fields;
      const rrn = String(600_000_000_000 + number);
      const id = number.toString(16).toUpperCase().padStart(16, '0');
      payments.set(order, { order, amount, id, rrn, returnUrl: '', state });
      return azericardCallback(gateway.privateKey, {
        ACTION: state === 'success' ? '0' : '2',
        RC: state === 'success' ? '00' : '51',
        APPROVAL: state === 'success' ? '123456' : '',
        TERMINAL: terminal,
        TRTYPE: '1',
        ORDER: order,
        AMOUNT: amount,
        CURRENCY: 'AZN',
        RRN: rrn,
        INT_REF: id,
        TIMESTAMP: '20261127070000',
        NONCE: '0123456789ABCDEF',
      });
    },
  };
}

/** A callback of Azericard with any fields, signed with any key. */
export function azericardCallback<Fields extends Readonly<Record<string, string>>>(
  key: Keys['gateway']['privateKey'],
  fields: Fields,
): Fields & { readonly P_SIGN: string } {
  const names = ['AMOUNT', 'TERMINAL', 'APPROVAL', 'RRN', 'INT_REF'];
  const P_SIGN = sign('sha256', Buffer.from(source(fields, names)), key).toString('hex');
  return { ...fields, P_SIGN };
}
