import type { ProtectionLine } from '@deqiq/contract/operations/protection.ts';
import * as texts from '@deqiq/messages/office/protection.js';
import { formatDay, formatMoment } from '../../../lib/format.ts';

type Sentences = Partial<Record<ProtectionLine['status'], (line: ProtectionLine) => string>>;

const withTime =
  (sentence: (values: { at: string }) => string) =>
  ({ at }: ProtectionLine) =>
    sentence({ at: formatMoment(at) });

const withDay =
  (sentence: (values: { at: string }) => string) =>
  ({ at }: ProtectionLine) =>
    sentence({ at: formatDay(at) });

const withCount =
  (sentence: (values: { at: string; count: number }) => string) =>
  ({ at, count }: ProtectionLine) =>
    sentence({ at: formatMoment(at), count: count ?? 0 });

const withDays =
  (
    growing: (values: { count: number; days: number }) => string,
    still: (values: { count: number }) => string,
  ) =>
  ({ count, days }: ProtectionLine) =>
    days === null ? still({ count: count ?? 0 }) : growing({ count: count ?? 0, days });

export const protectionNames: Readonly<Record<ProtectionLine['name'], () => string>> = {
  backup: texts.backup,
  rehearsal: texts.rehearsal,
  copy: texts.copy,
  disk: texts.disk,
  audit: texts.audit,
  mail: texts.mail,
  push: texts.push,
  certificate: texts.certificate,
};

const sentences: Readonly<Record<ProtectionLine['name'], Sentences>> = {
  backup: {
    good: withTime(texts.backupGood),
    missing: texts.backupMissing,
    late: withTime(texts.backupLate),
  },
  rehearsal: {
    good: withTime(texts.rehearsalGood),
    missing: texts.rehearsalMissing,
    late: withTime(texts.rehearsalLate),
    failed: withTime(texts.rehearsalFailed),
  },
  copy: {
    good: withTime(texts.copyGood),
    missing: texts.copyMissing,
    late: withTime(texts.copyLate),
  },
  disk: {
    good: withDays(texts.diskGood, texts.diskStill),
    late: withDays(texts.diskLate, texts.diskLateStill),
    failed: ({ count }) => texts.diskFailed({ count: count ?? 0 }),
  },
  audit: {
    good: ({ head }) => (head === null ? texts.auditEmpty() : texts.auditGood({ head })),
    late: texts.auditLate,
    failed: texts.auditFailed,
  },
  mail: {
    good: texts.messagesGood,
    missing: texts.mailMissing,
    late: withCount(texts.mailLate),
    failed: withCount(texts.mailFailed),
  },
  push: {
    good: texts.messagesGood,
    late: withCount(texts.pushLate),
    failed: withCount(texts.pushFailed),
  },
  certificate: {
    good: withDay(texts.certificateGood),
    missing: texts.certificateMissing,
    late: withDay(texts.certificateLate),
    failed: (line) =>
      line.at === null ? texts.certificateUnread() : withDay(texts.certificateFailed)(line),
  },
};

/** The state of a line and its next step. */
export const describeLine = (line: ProtectionLine): string =>
  sentences[line.name][line.status]?.(line) ?? '';
