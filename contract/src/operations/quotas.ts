import * as texts from '@deqiq/messages/operations/quotas.js';
import { DAY, HOUR } from '../shared/time/durations.ts';

/** Kinds of data that are counted per partner; `bytes` is the sum of all kinds. */
export const quotaKinds = [
  'report',
  'shipment',
  'referral',
  'account',
  'annotation',
  'share',
  'question',
  'bytes',
] as const;
export type QuotaKind = (typeof quotaKinds)[number];

/** Max requests or bytes of a partner `within` milliseconds, and the error beyond that. */
export const PARTNER_QUOTAS: Readonly<
  Record<
    QuotaKind,
    {
      readonly max: number;
      readonly within: number;
      readonly message: (values: { readonly max: number }) => string;
    }
  >
> = {
  report: {
    max: 10,
    within: HOUR,
    message: texts.report,
  },
  shipment: {
    max: 30,
    within: HOUR,
    message: texts.shipment,
  },
  referral: {
    max: 100,
    within: HOUR,
    message: texts.referral,
  },
  account: {
    max: 60,
    within: HOUR,
    message: texts.account,
  },
  annotation: {
    max: 1_000,
    within: HOUR,
    message: texts.annotation,
  },
  share: {
    max: 60,
    within: HOUR,
    message: texts.share,
  },
  question: {
    max: 120,
    within: HOUR,
    message: texts.question,
  },
  bytes: {
    max: 512 * 1024 * 1024,
    within: DAY,
    message: texts.bytes,
  },
};
