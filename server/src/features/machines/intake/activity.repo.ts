import type { Db } from '../../../platform/db/tables.ts';
import { sharedStudyUid } from './arrivals.repo.ts';

/** When the intake process has reported last, in milliseconds; undefined where none ever has. */
export async function findReportTime(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('intake_reports').select('reported_at').executeTakeFirst();
  return row && Date.parse(row.reported_at);
}

/** Lists studies that are reported or wait for a report, with the columns that decide when they are packed. */
export function listReported(db: Db, uids: readonly string[]) {
  return (
    db
      .selectFrom('intake_studies')
      .select(['id', 'state', 'incomplete', 'last_arrival_at', 'packed_at'])
      .select(sharedStudyUid.as('study_uid'))
      .where('ae_title', '!=', '')
      .where((is) =>
        is.or([
          is('incomplete', 'is not', null),
          is('state', '=', 'arriving'),
          is('study_uid', 'in', ['', ...uids]),
          is('shared_study_uid', 'in', ['', ...uids]),
        ]),
      )
      // The order in which arrivals lock studies that share a UID.
      .orderBy('seq')
      .execute()
  );
}
