import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { FIRST_DAY } from '@deqiq/contract/shared/time/dates.ts';
import { sql } from 'kysely';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Db, PatientRow } from '../../../platform/db/tables.ts';

type NamedRecord = Pick<PatientRow, 'id' | 'seq' | 'first_name' | 'last_name' | 'birth_date'>;

export interface LinkRow {
  /** The record with the name; it may be merged into another one. */
  readonly record_id: string;
  readonly record_seq: number;
  readonly seq: number;
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly name: string;
  readonly start_date: string | null;
  readonly created_at: string;
  readonly partner_id: string;
  readonly partner_first_name: string;
  readonly partner_last_name: string;
  readonly same_partner: 0 | 1;
  readonly same_birth_date: 0 | 1;
  readonly same_code: 0 | 1;
}

/** Records with a lower number in lists, newest first. Merged ones count: people are known by their names, too. */
export const listRecords = (db: Db, before: number, limit: number): Promise<NamedRecord[]> =>
  db
    .selectFrom('patients')
    .select(['id', 'seq', 'first_name', 'last_name', 'birth_date'])
    .where('erased_at', 'is', null)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();

/** A condition on the X-rays of an examination that are not held back. */
const hasFile = (condition: ReturnType<typeof sql>) => sql`exists (
  select 1 from checkup_files
  join file_imaging on file_imaging.file_id = checkup_files.id
  where checkup_files.checkup_id = checkups.id and checkup_files.patient_check <> 'different'
    and ${condition})`;

const has = (condition: ReturnType<typeof sql>) => sql`case when ${condition} then 1 else 0 end`;

/**
 * Examinations without a patient that have the folded name of a record, in either order, and its partner, or its birth
 * date or code in an X-ray; not those with another birth date. Each record is looked up in `checkups_unlinked`.
 */
export async function listMatches(db: Db, records: readonly NamedRecord[]): Promise<LinkRow[]> {
  if (records.length === 0) return [];
  const values = records.flatMap((row) =>
    nameKeys(row).map(
      (key) => sql`(${row.id}, ${key}, ${row.birth_date ?? ''}, ${patientCodes.format(row)})`,
    ),
  );
  // Lists of values, not joins: PostgreSQL would read whole tables for these.
  const ids = sql.join(records.map(({ id }) => id));
  const names = sql.join([...new Set(records.flatMap(nameKeys))]);
  const sameBirthDate = hasFile(
    sql`file_imaging.birth_date <> '' and file_imaging.birth_date = record.birth_date`,
  );
  const otherBirthDate = hasFile(
    sql`file_imaging.birth_date not in ('', ${FIRST_DAY}, record.birth_date)`,
  );
  const { rows } = await sql<LinkRow>`with record (id, name_key, birth_date, code) as (
      values ${sql.join(values)}
    ), tie as (
      select patient_id, partner_id from referrals where patient_id in (${ids})
      union select patient_id, partner_id from checkups where patient_id in (${ids})
    ), matches as (
      select record.id as record_id, checkups.id,
        ${has(sql`(record.id, checkups.partner_id) in (select patient_id, partner_id from tie)`)}
          as same_partner,
        ${has(sameBirthDate)} as same_birth_date,
        ${has(hasFile(sql`upper(file_imaging.patient_id) = record.code`))} as same_code
      from record
      join checkups on checkups.name_key = record.name_key
      where checkups.name_key in (${names}) and checkups.patient_id is null
        and (record.birth_date = '' or not ${otherBirthDate})
    ) select matches.*, patients.seq as record_seq, checkups.seq, checkups.first_name,
        checkups.last_name, checkups.name, checkups.start_date, checkups.created_at,
        checkups.partner_id, partners.first_name as partner_first_name,
        partners.last_name as partner_last_name
      from matches
      join patients on patients.id = matches.record_id
      join checkups on checkups.id = matches.id
      join partners on partners.id = checkups.partner_id
      where same_partner + same_birth_date + same_code > 0
      order by record_seq desc, checkups.seq desc`.execute(db);
  return rows;
}

const nameKeys = ({ first_name, last_name }: NamedRecord): string[] => [
  ...new Set([`${first_name} ${last_name}`, `${last_name} ${first_name}`].map(searchKey)),
];
