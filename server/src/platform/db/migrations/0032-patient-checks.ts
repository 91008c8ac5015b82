import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Files whose patient contradicts their examination are held back until staff confirm them. What is stored already stays
 * visible. `completes_checkup`: whether the confirmation completes a pending examination. Sex and patient id are beside
 * name and birth date, which lists compare.
 */
export async function patientChecks(db: Kysely<Tables>): Promise<void> {
  const statements = [
    ...['checkup_files', 'deleted_files'].flatMap((table) => [
      `alter table ${table} add column patient_check text not null default ''`,
      `alter table ${table} add column completes_checkup integer not null default 0`,
    ]),
    ...['sex', 'patient_id'].flatMap((column) => [
      `alter table file_imaging add column ${column} text not null default ''`,
      `update file_imaging set ${column} = coalesce((select dicom_headers.${column}
        from dicom_headers where dicom_headers.file_id = file_imaging.file_id), '')
        where file_id in (select file_id from dicom_headers)`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
