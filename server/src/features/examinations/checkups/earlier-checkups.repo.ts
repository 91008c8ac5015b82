import { sql } from 'kysely';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { type CheckupRow, columns, type FlatRow, withFiles } from './checkups.repo.ts';

/**
 * Other checkups with files of the same partner and the same folded name, in either order, newest first. A checkup is
 * left out where the files of both say when the patient was born, and no date is common to them.
 */
export async function listOfSamePatient(
  db: Db,
  { id, partner_id, first_name, last_name }: FlatRow,
  limit: number,
): Promise<CheckupRow[]> {
  const keys = [`${first_name} ${last_name}`, `${last_name} ${first_name}`].map(searchKey);
  // A shipment may have no name.
  if (keys[0] === '') return [];
  const births = await listBirthDates(db, id);
  const rows = await db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select(columns)
    .where('checkups.partner_id', '=', partner_id)
    .where('checkups.name_key', 'in', keys)
    .where('checkups.id', '!=', id)
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
