import type { ProviderReply } from '../providers/provider-request.ts';
import type { EventResult, PaymentFailure } from './payment-page.ts';

/** The provider said that nothing happened. */
export const failed = (reason: PaymentFailure, mayHaveHappened = false) =>
  ({ kind: 'failed', reason, mayHaveHappened }) as const;

/** Not from the provider, or not acceptable. */
export const refused = { kind: 'refused' } as const satisfies EventResult;

/** The failure of the transport; undefined for a 2xx. A 5xx may come from a server that has acted. */
export function readFailure(reply: ProviderReply): ReturnType<typeof failed> | undefined {
  if (reply.kind === 'failure') return failed(reply.reason, reply.isSent);
  if (reply.status >= 200 && reply.status < 300) return undefined;
  return failed('unavailable', reply.status >= 500 && reply.status !== 503);
}

/** 12.5 and "12.50" in manat as qəpik; undefined for what is no amount with at most two decimals. */
export function parseAmount(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,9}(?:\.\d{1,2}0*)?$/.test(text)) return undefined;
  const [manat = '', decimals = ''] = text.split('.');
  return Number(manat) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}

/** Qəpik as manat with two decimals. */
export const formatAmount = (qepik: number): string =>
  `${Math.trunc(qepik / 100)}.${String(qepik % 100).padStart(2, '0')}`;
