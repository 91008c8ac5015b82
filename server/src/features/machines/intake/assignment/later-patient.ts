import { parseExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import {
  type DescribedPatient,
  findDifferences,
  isSex,
  type PatientDifference,
} from '@deqiq/contract/shared/patient/patient-doubt.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import type { CheckupsService } from '../../../examinations/checkups/checkups.service.ts';
import * as repo from '../arrivals.repo.ts';
import { completePatient } from '../study-patient.repo.ts';
import { describePatient } from './assignment.ts';

type Checkups = Pick<CheckupsService, 'findDifferences'>;

/**
 * In a transaction: finds or creates the study of an instance that arrives now, and locks it. Images that name another
 * patient than the first ones of their Study Instance UID are a study of their own: a doctor would get them under the name
 * of the first patient.
 */
export async function findStudy(
  checkups: Checkups,
  tx: Db,
  details: repo.StudyDetails,
  arrival: repo.Arrival,
): Promise<repo.ArrivedStudy> {
  const first = await repo.lockFirst(tx, details, arrival);
  if (first.id === arrival.id) return first;
  const patient = describePatient(details);
  const differences = await findContradictions(checkups, tx, first, patient);
  if (differences.length === 0) return first;
  for (const other of await repo.listOthers(tx, details.study_uid))
    if ((await findContradictions(checkups, tx, other, patient)).length === 0) return other;
  return repo.insertOther(tx, details, arrival, differences);
}

/** In a transaction: an instance becomes one of its study. */
export async function join(
  tx: Db,
  study: repo.ArrivedStudy,
  details: repo.StudyDetails,
  arrival: repo.Arrival,
): Promise<repo.ArrivedStudy> {
  await completePatient(tx, study, details);
  return repo.renew(tx, study, arrival);
}

/**
 * In what an image contradicts its study, or, in what the study does not say, its examination. The patient of a study that
 * staff have confirmed is not asked about again.
 */
async function findContradictions(
  checkups: Checkups,
  tx: Db,
  study: repo.ArrivedStudy,
  patient: DescribedPatient,
): Promise<PatientDifference[]> {
  const { patientName, patientId, birthDate, sex } = describePatient(study);
  const expected = {
    names: patientName ? [{ firstName: patientName, lastName: '' }] : [],
    birthDates: [birthDate].filter(Boolean),
    sexes: [sex].filter(isSex),
  };
  const differences = findDifferences(expected, patient);
  if (differences.length > 0) return differences;
  const isOtherId = patient.patientId !== patientId;
  if (study.checkup_id === null) {
    const hasCode = parseExaminationCode(patient.patientId) !== undefined;
    return isOtherId && patientId !== '' && hasCode ? ['other-patient-id'] : [];
  }
  return checkups.findDifferences(tx, study.checkup_id, {
    patientName: patientName ? '' : patient.patientName,
    patientId: isOtherId ? patient.patientId : '',
    birthDate: birthDate ? '' : patient.birthDate,
    sex: sex ? '' : patient.sex,
  });
}
