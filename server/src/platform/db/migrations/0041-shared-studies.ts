import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/**
 * Images that name another patient than the first ones of their study are a study of their own. A machine that corrects
 * the patient sends them under the same SOP Instance UIDs. `study_uid` stays unique for older programs.
 */
export async function sharedStudies(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text } = columnTypes[dialect];
  const statements = [
    `alter table intake_studies add column shared_study_uid ${text}`,
    `alter table intake_studies add column patient_differences text not null default ''`,
    `create index intake_studies_shared on intake_studies (shared_study_uid)
      where shared_study_uid is not null`,
    `create unique index intake_instances_study_id_sop_uid_key
      on intake_instances (study_id, sop_uid) where is_conflict = 0`,
    'drop index intake_instances_sop_uid_key',
    'create index intake_instances_sop on intake_instances (sop_uid) where is_conflict = 0',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
