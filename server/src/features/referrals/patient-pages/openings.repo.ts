import type { Db } from '../../../platform/db/tables.ts';

/** The X-rays of patients, those of the newest examinations first. */
export const listFiles = (db: Db, patientIds: readonly string[], limit: number) =>
  db
    .selectFrom('checkups')
    .innerJoin('checkup_files', 'checkup_files.checkup_id', 'checkups.id')
    .select(['checkup_files.id', 'checkup_files.checkup_id', 'checkups.name'])
    .where('checkups.patient_id', 'in', patientIds)
    .where('checkup_files.kind', '=', 'xray')
    .orderBy('checkups.seq', 'desc')
    .limit(limit)
    .execute();
