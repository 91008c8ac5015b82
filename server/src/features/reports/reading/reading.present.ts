import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import { READING_EXPIRY, type Reader, type ReadingEntry } from '@deqiq/contract/reports/reading.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/time/dates.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { iso } from '../../../platform/time.ts';
import type * as repo from './reading.repo.ts';

/** null while it is free: it was not taken, or the time of its reader is over. */
export function presentReader(row: repo.ReaderRow, { personId }: Actor, at: number): Reader | null {
  const { reader_id, reader_name, taken_at, saved_at } = row;
  if (reader_id === null || taken_at === null) return null;
  const last = saved_at !== null && saved_at > taken_at ? saved_at : taken_at;
  const until = Date.parse(last) + READING_EXPIRY;
  if (until <= at) return null;
  return {
    name: reader_name ?? '',
    isOwn: reader_id === personId,
    takenAt: taken_at,
    until: iso(until),
  };
}

export const present = (row: repo.WaitingRow, actor: Actor, at: number): ReadingEntry => ({
  _id: row.id,
  code: formatExaminationCode(row),
  name: row.name,
  patient: {
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: formatCalendarDate(row.birth_date),
    sex: row.sex,
  },
  partner: {
    _id: row.partner_id,
    firstName: row.partner_first_name,
    lastName: row.partner_last_name,
    ...(row.partner_deleted_at !== null && { deleted: true as const }),
  },
  examination: row.examination as ReadingEntry['examination'],
  purpose: row.purpose as ReadingEntry['purpose'],
  teeth: row.teeth.split(' ').filter(Boolean).map(Number),
  region: row.region as ReadingEntry['region'],
  question: row.question,
  urgency: row.urgency as ReadingEntry['urgency'],
  since: row.since,
  reader: presentReader(row, actor, at),
});
