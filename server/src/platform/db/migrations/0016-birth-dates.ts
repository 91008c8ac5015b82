import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** The birth date in each file, beside the name: lists compare both and read no other table. */
export async function birthDates(db: Kysely<Tables>): Promise<void> {
  for (const statement of [
    `alter table file_imaging add column birth_date text not null default ''`,
    `update file_imaging set birth_date = coalesce((select dicom_headers.birth_date
      from dicom_headers where dicom_headers.file_id = file_imaging.file_id), '')`,
  ])
    await sql.raw(statement).execute(db);
}
