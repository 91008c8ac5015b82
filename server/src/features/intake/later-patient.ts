import { parseExaminationCode } from '@deqiq/contract/shared/examination-code.ts';
import { type DescribedPatient, findDifferences } from '@deqiq/contract/shared/patient-doubt.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';
import { describePatient } from './assignment.ts';
import type { ArrivedStudy } from './instances.repo.ts';

/**
 * Whether an image names another patient than its study, or, in what the study does not say, than its examination. The
 * patient of a study that staff have confirmed is not asked about again.
 */
export async function isOfOtherPatient(
  checkups: Pick<CheckupsService, 'findDifferences'>,
  tx: Db,
  study: ArrivedStudy,
  patient: DescribedPatient,
): Promise<boolean> {
  const { patientName, patientId, birthDate, sex } = describePatient(study);
  const expected = {
    names: patientName ? [{ firstName: patientName, lastName: '' }] : [],
    birthDates: [birthDate].filter(Boolean),
    sexes: [sex].filter((text) => text === 'F' || text === 'M'),
  };
  if (findDifferences(expected, patient).length > 0) return true;
  const isOtherId = patient.patientId !== patientId;
  if (study.checkup_id === null)
    return isOtherId && patientId !== '' && parseExaminationCode(patient.patientId) !== undefined;
  const added = {
    patientName: patientName ? '' : patient.patientName,
    patientId: isOtherId ? patient.patientId : '',
    birthDate: birthDate ? '' : patient.birthDate,
    sex: sex ? '' : patient.sex,
  };
  return (await checkups.findDifferences(tx, study.checkup_id, added)).length > 0;
}
