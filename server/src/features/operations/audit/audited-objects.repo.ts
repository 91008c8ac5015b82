import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import { type RawBuilder, sql } from 'kysely';
import { searchPatterns, toLikePattern } from '../../../platform/db/lists/name-search.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** Patients and examinations that one text finds. */
const MAX_FOUND = 200;

const full = (table: string) =>
  sql`trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`;

/** Current names of objects by id; those of people are names of patients or partners. */
export async function findObjectNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const own = (table: string, name: RawBuilder<unknown>) =>
    sql`select id, ${name} as name from ${sql.table(table)} where id in (${sql.join(ids)})`;
  const ofCheckup = (table: string, name: RawBuilder<unknown>) =>
    sql`select ${sql.ref(`${table}.id`)} as id, ${name} as name from ${sql.table(table)}
      join checkups on checkups.id = ${sql.ref(`${table}.checkup_id`)}
      where ${sql.ref(`${table}.id`)} in (${sql.join(ids)})`;
  const parts = [
    ...['checkups', 'patients', 'referrals', 'partners'].map((table) => own(table, full(table))),
    own('appointments', sql.ref('name')),
    own('devices', sql.ref('name')),
    own('admins', sql.ref('username')),
    sql`select file.id, ${full('referrals')} || ', ' || file.name as name from referral_files as file
      join referrals on referrals.id = file.referral_id where file.id in (${sql.join(ids)})`,
    sql`select file.id, ${full('checkups')} || ', ' || file.name as name from question_files as file
      join checkup_questions as question on question.id = file.question_id
      join checkups on checkups.id = question.checkup_id where file.id in (${sql.join(ids)})`,
    ofCheckup('checkup_files', sql`${full('checkups')} || ', ' || checkup_files.name`),
    ofCheckup('shares', full('checkups')),
    ofCheckup('diagnostic_reports', full('checkups')),
  ];
  const { rows } = await sql<{ id: string; name: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The ids of everything that belongs to the patients whom a text may mean: words of a name, or the code of a record. */
export async function findPatientObjects(db: Db, text: string): Promise<string[]> {
  const words = searchPatterns(text).map(toLikePattern);
  const isNamed =
    words.length === 0
      ? sql<boolean>`1 = 0`
      : sql.join(
          words.map((word) => sql`name_key like ${word} escape '\\'`),
          sql` and `,
        );
  const patients = sql`select id from patients
    where seq = ${patientCodes.parse(text) ?? 0} or (${isNamed}) limit ${sql.lit(MAX_FOUND)}`;
  const checkups = sql`select id from checkups
    where patient_id in (select id from (${patients}) as p) or (${isNamed}) limit ${sql.lit(MAX_FOUND)}`;
  // One that waits for its acceptance has no patient yet.
  const referrals = sql`select id from referrals
    where patient_id in (select id from found_patients) or (${isNamed}) limit ${sql.lit(MAX_FOUND)}`;
  const { rows } = await sql<{ id: string }>`
    with found_patients as (${patients}), found_checkups as (${checkups}),
      found_referrals as (${referrals})
    select id from found_patients
    union all select id from found_checkups
    union all select id from found_referrals
    union all select id from referral_files where referral_id in (select id from found_referrals)
    union all select file.id from question_files as file
      join checkup_questions as question on question.id = file.question_id
      where question.checkup_id in (select id from found_checkups)
    union all select id from checkup_files where checkup_id in (select id from found_checkups)
    union all select id from shares where checkup_id in (select id from found_checkups)
    union all select id from diagnostic_reports where checkup_id in (select id from found_checkups)
  `.execute(db);
  return rows.map(({ id }) => id);
}
