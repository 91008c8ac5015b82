import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import * as texts from '@deqiq/messages/office/patients.js';
import { searchPatients } from '../../../api/referrals/patients.ts';
import { formatBirthDate, personName } from '../../../lib/format.ts';

/** The fields of a patient in a picker. */
export type PickedPatient = Pick<Patient, '_id' | 'code' | 'firstName' | 'lastName'> & {
  birthDate?: string | null;
};

/** Props of a control that finds one patient. */
export const patientPicker = () => ({
  searchKey: ['admin', 'patients', 'search'],
  search: searchPatients,
  itemKey: ({ _id }: PickedPatient) => _id,
  itemLabel: describePatient,
  placeholder: texts.choosePatient(),
  searchPlaceholder: texts.searchPatients(),
  emptyText: texts.none(),
});

const describePatient = (patient: PickedPatient): string =>
  [personName(patient), patient.birthDate && formatBirthDate(patient.birthDate), patient.code]
    .filter(Boolean)
    .join(' · ');
