import { hash, timingSafeEqual } from 'node:crypto';
import { parseObject, requestProvider } from '../providers/provider-request.ts';
import type { EventResult, PaymentEvent, PaymentPage, RefundResult } from './payment-page.ts';
import { failed, formatAmount, parseAmount, readFailure, refused } from './replies.ts';

export interface EpointSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  /** undefined: EPOINT_URL. */
  readonly url: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number;
}

const EPOINT_URL = 'https://epoint.az';

/** get-status returns these; a callback has `failed` instead of `error`. */
const STATUSES: Readonly<Record<string, PaymentEvent['status']>> = {
  new: 'pending',
  success: 'paid',
  error: 'declined',
  failed: 'declined',
  returned: 'refunded',
};

type Answer = Readonly<Record<string, unknown>>;

/** ePoint, API 1: JSON in base64, signed by SHA-1 of it between two private keys. Errors come with status 200. */
export function epointPage(settings: EpointSettings): PaymentPage {
  const { publicKey, privateKey, url = EPOINT_URL, timeout } = settings;
  const sign = (data: string) => hash('sha1', privateKey + data + privateKey, 'base64');

  async function call(operation: string, content: object) {
    const json = JSON.stringify({ public_key: publicKey, ...content });
    const data = Buffer.from(json).toString('base64');
    const body = new URLSearchParams({ data, signature: sign(data) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = { url: `${url}/api/1/${operation}`, method: 'POST', headers, body } as const;
    const reply = await requestProvider(request, { timeout });
    const failure = readFailure(reply);
    if (failure) return failure;
    const answer = parseObject(reply.kind === 'response' ? reply.body : '');
    if (typeof answer?.status !== 'string') return failed('unavailable', true);
    // The keys or the signature are wrong.
    return answer.status === 'server_error'
      ? failed('sign-in')
      : ({ kind: 'answer', answer } as const);
  }

  return {
    provider: 'epoint',

    async begin({ order, amount, description, language, successUrl, failureUrl }) {
      const reply = await call('request', {
        amount: formatAmount(amount),
        currency: 'AZN',
        language,
        order_id: order,
        description,
        success_redirect_url: successUrl,
        error_redirect_url: failureUrl,
      });
      if (reply.kind === 'failed') return reply;
      const { status, transaction, redirect_url: url } = reply.answer;
      const isPage = status === 'success' && typeof url === 'string' && URL.canParse(url);
      return isPage && typeof transaction === 'string'
        ? { kind: 'redirect', url, transaction }
        : failed('unavailable');
    },

    readCallback({ data, signature }) {
      const isText = typeof data === 'string' && typeof signature === 'string' && data !== '';
      if (!isText || !isEqual(signature, sign(data))) return Promise.resolve(refused);
      const answer = parseObject(Buffer.from(data, 'base64').toString());
      return Promise.resolve(answer ? readEvent(answer) : refused);
    },

    async refund({ transaction, amount }): Promise<RefundResult> {
      const content = {
        transaction,
        currency: 'AZN',
        amount: formatAmount(amount),
        language: 'az',
      };
      const reply = await call('reverse', content);
      if (reply.kind === 'failed') return reply;
      return reply.answer.status === 'success' ? { kind: 'refunded' } : refused;
    },

    async status({ transaction }): Promise<EventResult> {
      if (transaction === undefined) return refused;
      const reply = await call('get-status', { transaction });
      return reply.kind === 'failed' ? reply : readEvent(reply.answer);
    },
  };
}

function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(a), digest(b));
}

function readEvent({ order_id: order, transaction, amount, status }: Answer): EventResult {
  const state = STATUSES[String(status)];
  const qepik = parseAmount(amount);
  if (typeof order !== 'string' || typeof transaction !== 'string') return refused;
  if (state === undefined || qepik === undefined || transaction === '') return refused;
  return { kind: 'event', event: { order, transaction, amount: qepik, status: state } };
}
