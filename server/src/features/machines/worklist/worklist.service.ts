import { createHash } from 'node:crypto';
import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import {
  MAX_WORKLIST,
  type Worklist,
  type WorklistEntry,
} from '@deqiq/contract/machines/worklist.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { DAY } from '../../../platform/time.ts';
import * as repo from './worklist.repo.ts';

/** Days ahead for which a machine can see planned examinations. */
const DAYS_AHEAD = 7;

/** Days after which a pending examination that was never made leaves the worklist. */
const DAYS_OVERDUE = 30;

interface Deps {
  db: Db;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type WorklistService = ReturnType<typeof worklistService>;

/** The pending examinations of the day, for X-ray machines. */
export function worklistService({ db, now }: Deps) {
  const dayAfter = (days: number) =>
    new Date(now() + days * DAY).toLocaleDateString('sv-SE', { timeZone: provider.timeZone });

  return {
    /** An examination without a day, or whose day has passed, is one of today. */
    async list(): Promise<Worklist> {
      const rows = await repo.listPending(db, {
        until: dayAfter(DAYS_AHEAD),
        since: dayAfter(-DAYS_OVERDUE),
        limit: MAX_WORKLIST,
      });
      const today = dayAfter(0);
      return { entries: rows.map((row) => present(row, today)) };
    },
  };
}

const present = (row: repo.WorklistRow, today: string): WorklistEntry => ({
  accessionNumber: formatExaminationCode(row),
  patient: { firstName: row.first_name, lastName: row.last_name },
  referrer: { firstName: row.partner_first_name, lastName: row.partner_last_name },
  studyUid: createStudyUid(row.id),
  description: row.name,
  date: row.start_date !== null && row.start_date > today ? row.start_date : today,
});

/** A UUID of version 8 as a decimal number below 2.25 (PS3.5, B.2), the same for the same examination. */
function createStudyUid(checkupId: string): string {
  const hash = createHash('sha256').update(`study of ${checkupId}`).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return `2.25.${BigInt(`0x${hash.toString('hex')}`)}`;
}
