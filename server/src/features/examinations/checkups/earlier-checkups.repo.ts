import { sql } from 'kysely';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import { findPatientRoots, listMergedPatients } from '../../../platform/db/patient-records.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { type CheckupRow, columns, type FlatRow, withFiles } from './checkups.repo.ts';

/**
 * Whether two checkups of a partner are those of one patient. Where both have a record, the records decide; else the
 * other one has to be among those of `listOfSamePatient`.
 */
export async function areOfSamePatient(db: Db, row: FlatRow, other: FlatRow): Promise<boolean> {
  if (row.id === other.id) return true;
  if (row.partner_id !== other.partner_id) return false;
  if (row.patient_id && other.patient_id)
    return (await listRecords(db, row)).includes(other.patient_id);
  return (await listOfSamePatient(db, row, 1, other.id)).length > 0;
}

/**
 * Other checkups with files of the same partner and the same folded name, in either order, newest first. A checkup is
 * left out where both have records of different patients, or where the files of both say when the patient was born, and
 * no date is common to them. `only`: the id of the one that is looked for.
 */
export async function listOfSamePatient(
  db: Db,
  row: FlatRow,
  limit: number,
  only?: string,
): Promise<CheckupRow[]> {
  const { id, partner_id, first_name, last_name } = row;
  const keys = [`${first_name} ${last_name}`, `${last_name} ${first_name}`].map(searchKey);
  // A shipment may have no name.
  if (keys[0] === '') return [];
  const births = await listBirthDates(db, id);
  const records = await listRecords(db, row);
  const rows = await db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select(columns)
    .where('checkups.partner_id', '=', partner_id)
    .where('checkups.name_key', 'in', keys)
    .where('checkups.id', '!=', id)
    .$if(only !== undefined, (query) => query.where('checkups.id', '=', only ?? ''))
    .$if(records.length > 0, (query) =>
      query.where(({ eb, or }) =>
        or([eb('checkups.patient_id', 'is', null), eb('checkups.patient_id', 'in', records)]),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('checkup_files')
          .select('checkup_files.id')
          .whereRef('checkup_files.checkup_id', '=', 'checkups.id')
          .where('patient_check', '!=', 'different'),
      ),
    )
    .$if(births.length > 0, (query) =>
      query.where(({ exists, not, or, selectFrom }) => {
        const files = selectFrom('checkup_files')
          .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
          .select('checkup_files.id')
          .where('patient_check', '!=', 'different')
          .whereRef('checkup_files.checkup_id', '=', 'checkups.id');
        return or([
          not(exists(files.where('birth_date', '!=', ''))),
          exists(files.where('birth_date', 'in', births)),
        ]);
      }),
    )
    // An expression: SQLite would otherwise read all checkups of the partner to spare the sorting of a few.
    .orderBy(sql`+checkups.seq`, 'desc')
    .limit(limit)
    .execute();
  return withFiles(db, rows);
}

/** The ids of the record of a patient and of those that are merged with it; [] without a record. */
async function listRecords(db: Db, { patient_id }: FlatRow): Promise<string[]> {
  if (!patient_id) return [];
  const root = (await findPatientRoots(db, [patient_id])).get(patient_id);
  return listMergedPatients(db, root?.id ?? patient_id);
}

async function listBirthDates(db: Db, checkupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('checkup_files')
    .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
    .select('birth_date')
    .distinct()
    .where('checkup_id', '=', checkupId)
    .where('patient_check', '!=', 'different')
    .where('birth_date', '!=', '')
    .execute();
  return rows.map((row) => row.birth_date);
}
