import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db, Tables } from '../../../server/src/platform/db/tables.ts';

type Study = Insertable<Tables['intake_studies']>;

/** Inserts a study as if it had arrived from a machine and was packed; it has no files. Returns its id. */
export async function addStudy(
  db: Db,
  state: Study['state'],
  overrides: Partial<Study> = {},
): Promise<string> {
  const id = randomUUID();
  const at = new Date().toISOString();
  await db
    .insertInto('intake_studies')
    .values({
      id,
      state,
      study_uid: `2.25.${BigInt(`0x${id.replaceAll('-', '')}`)}`,
      device_id: null,
      ae_title: 'PLANMECA',
      patient_id: '',
      birth_date: '',
      sex: '',
      patient_name: 'Nigar Hüseynova',
      name_key: '  nigar  huseynova',
      accession_number: '',
      description: '',
      modalities: 'PX',
      acquired_on: '2026-11-23',
      acquired_at: '10:00:00',
      first_arrival_at: at,
      last_arrival_at: at,
      announced: null,
      failed_at: null,
      checkup_id: null,
      assigned_at: null,
      assigned_by: null,
      ...overrides,
    })
    .execute();
  return id;
}

/** Inserts a conflicting instance of a study without its bytes. Returns its id. */
export async function addConflict(db: Db, studyId: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('intake_instances')
    .values({
      id,
      study_id: studyId,
      sop_uid: '2.25.1',
      series_uid: '2.25.2',
      sop_class_uid: '2.25.3',
      transfer_syntax: '1.2.840.10008.1.2.1',
      sha256: '00',
      size: 1,
      crc32: 1,
      number: 1,
      modality: 'PX',
      device_id: null,
      arrived_at: new Date().toISOString(),
      file_id: null,
      is_conflict: 1,
    })
    .execute();
  return id;
}
