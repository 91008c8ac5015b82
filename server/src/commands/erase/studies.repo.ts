import { intakeReport } from '@deqiq/contract/machines/intake/intake-reports.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type Name, toSearchKeys } from './names.ts';

/** Studies of these checkups, and unassigned ones of patients with one of these names. */
export async function findStudies(
  db: Db,
  { checkupIds, names }: { checkupIds: readonly string[]; names: readonly Name[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('intake_studies')
    .select('id')
    .where((is) =>
      is.or([
        is('checkup_id', 'in', ['', ...checkupIds]),
        is.and([is('checkup_id', 'is', null), is('name_key', 'in', ['-', ...toSearchKeys(names)])]),
      ]),
    )
    .orderBy('seq')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids and sizes of the objects of these studies that belong to no checkup. */
export async function listStudyFiles(db: Db, studyIds: readonly string[]) {
  if (studyIds.length === 0) return [];
  const files = db.selectFrom('intake_files').select(['id', 'size']);
  const instances = db.selectFrom('intake_instances').select(['id', 'size']);
  return [
    ...(await files.where('study_id', 'in', studyIds).execute()),
    ...(await instances.where('study_id', 'in', studyIds).where('file_id', 'is', null).execute()),
  ];
}

/** Removes studies; the rows of their files and instances cascade. */
export async function removeStudies(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('intake_studies').where('id', 'in', ids).execute();
}

/** Files that wait or were refused in the spool of the intake, by its last report. The spool may be on another machine. */
export async function countSpooledFiles(db: Db): Promise<number> {
  const row = await db.selectFrom('intake_reports').select('report').executeTakeFirst();
  if (!row) return 0;
  const { waiting, rejected } = intakeReport
    .pick({ waiting: true, rejected: true })
    .parse(JSON.parse(row.report));
  return waiting + rejected;
}
