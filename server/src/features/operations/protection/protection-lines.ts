import type { ProtectionLine } from '@deqiq/contract/operations/protection.ts';
import { DAY, HOUR, MINUTE } from '../../../platform/time.ts';

type Name = ProtectionLine['name'];
type Status = ProtectionLine['status'];
type Facts = Partial<Pick<ProtectionLine, 'at' | 'count' | 'days' | 'head'>>;

const states = {
  good: 'good',
  missing: 'attention',
  late: 'attention',
  failed: 'danger',
} as const;

const line = (
  name: Name,
  status: Status,
  facts: Facts = {},
  state: ProtectionLine['state'] = states[status],
): ProtectionLine => ({
  name,
  state,
  status,
  at: null,
  count: null,
  days: null,
  head: null,
  ...facts,
});

const age = (at: string, now: number) => now - Date.parse(at);

/** Good up to an age; a danger from the second one. */
function judgeAge(
  name: Name,
  at: string,
  { now, late, danger }: { now: number; late: number; danger: number },
): ProtectionLine {
  const old = age(at, now);
  if (old <= late) return line(name, 'good', { at });
  return line(name, 'late', { at }, old > danger ? 'danger' : 'attention');
}

/** Backups are daily: one that is late needs attention. */
export const judgeBackup = (backup: { at: string } | undefined, now: number): ProtectionLine =>
  backup
    ? judgeAge('backup', backup.at, { now, late: 2 * DAY, danger: 7 * DAY })
    : line('backup', 'missing');

/** Rehearsals are monthly. */
export function judgeRehearsal(
  rehearsal: { at: string; problem?: string | undefined } | undefined,
  now: number,
): ProtectionLine {
  if (!rehearsal) return line('rehearsal', 'missing');
  const { at, problem } = rehearsal;
  if (problem !== undefined) return line('rehearsal', 'failed', { at });
  return judgeAge('rehearsal', at, { now, late: 40 * DAY, danger: Number.POSITIVE_INFINITY });
}

/** The age of a copy is that of the newest backup in it. */
export const judgeCopy = (copy: { backupAt: string } | undefined, now: number): ProtectionLine =>
  copy
    ? judgeAge('copy', copy.backupAt, { now, late: 8 * DAY, danger: 31 * DAY })
    : line('copy', 'missing');

export interface DiskFacts {
  readonly size: number;
  readonly available: number;
  readonly bytesPerDay: number;
}

/** Percent of used space on the volume from which it needs attention, and from which uploads soon fail. */
const DISK_WARNING = 85;
const DISK_DANGER = 95;

/** Days until the disk is full that need attention: time to order another disk. */
const MIN_DAYS = 60;

/** A longer forecast says nothing. */
const MAX_DAYS = 3 * 365;

export function judgeDisk({ size, available, bytesPerDay }: DiskFacts): ProtectionLine {
  const count = Math.round((1 - available / Math.max(1, size)) * 100);
  const left = bytesPerDay > 0 ? Math.floor(available / bytesPerDay) : MAX_DAYS;
  const days = left < MAX_DAYS ? left : null;
  if (count >= DISK_DANGER) return line('disk', 'failed', { count, days });
  const isLate = count >= DISK_WARNING || (days !== null && days < MIN_DAYS);
  return line('disk', isLate ? 'late' : 'good', { count, days });
}

export interface AuditFacts {
  readonly head: string | null;
  /** When the oldest row without a seal was written. */
  readonly unsealedSince: string | null;
  /** Whether the chain contains the head of the last backup. */
  readonly isContinued: boolean;
}

export function judgeAudit(facts: AuditFacts, now: number): ProtectionLine {
  const { head, unsealedSince, isContinued } = facts;
  if (!isContinued) return line('audit', 'failed', { head });
  const isLate = unsealedSince !== null && age(unsealedSince, now) > 10 * MINUTE;
  return line('audit', isLate ? 'late' : 'good', { head });
}

interface MessageFacts {
  readonly waiting: number;
  readonly oldest: string | null;
  readonly failed: number;
}

/** A message waits for minutes while it takes further events. */
export function judgeMessages(
  name: 'mail' | 'push',
  facts: MessageFacts | undefined,
  now: number,
): ProtectionLine {
  if (!facts) return line(name, 'missing');
  const { waiting, oldest: at, failed } = facts;
  const isLate = at !== null && age(at, now) > HOUR;
  if (isLate)
    return line(name, 'late', { at, count: waiting }, age(at, now) > DAY ? 'danger' : 'attention');
  // One address may be wrong: it is no reason for alarm.
  return failed > 0
    ? line(name, 'failed', { count: failed }, 'attention')
    : line(name, 'good', { count: waiting });
}

/** Certificates are renewed 30 days before their end. */
export function judgeCertificate(end: string | null | undefined, now: number): ProtectionLine {
  if (end === undefined) return line('certificate', 'missing');
  if (end === null) return line('certificate', 'failed', {}, 'attention');
  const left = -age(end, now);
  if (left <= 0) return line('certificate', 'failed', { at: end });
  const state = left < 7 * DAY ? 'danger' : 'attention';
  return left < 21 * DAY
    ? line('certificate', 'late', { at: end }, state)
    : line('certificate', 'good', { at: end });
}
