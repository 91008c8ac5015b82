import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { ArrivedStudy, StudyDetails } from './arrivals.repo.ts';

/** Fills missing columns of a study's patient from a later image. */
export async function completePatient(
  tx: Db,
  study: ArrivedStudy,
  details: Pick<StudyDetails, 'patient_name' | 'patient_id' | 'birth_date' | 'sex'>,
): Promise<void> {
  const patient = {
    patient_name: study.patient_name || details.patient_name,
    patient_id: study.patient_id || details.patient_id,
    birth_date: study.birth_date || details.birth_date,
    sex: study.sex || details.sex,
  };
  const columns = ['patient_name', 'patient_id', 'birth_date', 'sex'] as const;
  if (columns.every((column) => patient[column] === study[column])) return;
  await tx
    .updateTable('intake_studies')
    .set({ ...patient, name_key: searchKey(patient.patient_name) })
    .where('id', '=', study.id)
    .execute();
}
