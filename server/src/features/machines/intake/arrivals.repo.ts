import { type Insertable, sql } from 'kysely';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Db, IntakeStudyRow, Tables } from '../../../platform/db/tables.ts';

/** Studies of further patients that are compared with an image: those that came last. */
const MAX_OTHERS = 100;

/** The Study Instance UID, also of a study that shares it. */
export const sharedStudyUid = sql<string>`coalesce(shared_study_uid, study_uid)`;

/** Columns of a study that its instances contain. */
export type StudyDetails = Pick<
  IntakeStudyRow,
  | 'study_uid'
  | 'device_id'
  | 'ae_title'
  | 'patient_name'
  | 'patient_id'
  | 'birth_date'
  | 'sex'
  | 'accession_number'
  | 'description'
  | 'acquired_on'
  | 'acquired_at'
>;

export interface Arrival {
  /** Of the study, if this is its first instance. */
  readonly id: string;
  readonly modality: string;
  /** How many instances the study has; null: not announced. */
  readonly announced: number | null;
  /** Why more may come. */
  readonly incomplete: IntakeStudyRow['incomplete'];
  /** ISO text. */
  readonly at: string;
}

const COLUMNS = [
  'id',
  'announced',
  'modalities',
  'checkup_id',
  'patient_name',
  'patient_id',
  'birth_date',
  'sex',
  'shared_study_uid',
] as const satisfies readonly (keyof IntakeStudyRow)[];

/** The study of an instance that arrives, with whom it names. */
export type ArrivedStudy = Pick<IntakeStudyRow, (typeof COLUMNS)[number]>;

const toRow = (
  details: StudyDetails,
  { id, modality, announced, incomplete, at }: Arrival,
): Insertable<Tables['intake_studies']> => ({
  ...details,
  id,
  announced,
  incomplete,
  state: 'arriving',
  modalities: modality,
  first_arrival_at: at,
  last_arrival_at: at,
  name_key: searchKey(details.patient_name),
  failed_at: null,
  checkup_id: null,
  assigned_at: null,
  assigned_by: null,
});

/** Finds or creates the first patient's study of a Study Instance UID and locks it: its other arrivals wait. */
export const lockFirst = (tx: Db, details: StudyDetails, arrival: Arrival): Promise<ArrivedStudy> =>
  tx
    .insertInto('intake_studies')
    .values(toRow(details, arrival))
    .onConflict((conflict) =>
      conflict
        .column('study_uid')
        .doUpdateSet(({ ref }) => ({ state: ref('intake_studies.state') })),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** The studies of further patients under a Study Instance UID, the last one first. */
export const listOthers = (tx: Db, studyUid: string): Promise<ArrivedStudy[]> =>
  tx
    .selectFrom('intake_studies')
    .select(COLUMNS)
    .where('shared_study_uid', '=', studyUid)
    .orderBy('seq', 'desc')
    .limit(MAX_OTHERS)
    .execute();

/** Creates the study of a further patient. */
export const insertOther = (
  tx: Db,
  details: StudyDetails,
  arrival: Arrival,
  differences: readonly string[],
): Promise<ArrivedStudy> =>
  tx
    .insertInto('intake_studies')
    .values({
      ...toRow(details, arrival),
      study_uid: `${details.study_uid}#${arrival.id}`,
      shared_study_uid: details.study_uid,
      patient_differences: differences.join(' '),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** An instance of a study has arrived. A study set aside is open again. */
export async function renew(
  tx: Db,
  study: ArrivedStudy,
  { modality, announced, incomplete, at }: Arrival,
): Promise<ArrivedStudy> {
  const present = study.modalities.split(' ').filter(Boolean);
  if (modality !== '' && !present.includes(modality)) present.push(modality);
  // The sender of the last instance knows the number; one that does not announce any leaves it.
  const number = announced ?? study.announced;
  await tx
    .updateTable('intake_studies')
    .set({
      incomplete,
      state: 'arriving',
      last_arrival_at: at,
      failed_at: null,
      announced: number,
      modalities: present.join(' '),
    })
    .where('id', '=', study.id)
    .execute();
  return { ...study, announced: number };
}
