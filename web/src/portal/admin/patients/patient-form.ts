import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import type { Sex } from '@deqiq/contract/referrals/patients/person-fields.ts';

export type PatientValues = {
  firstName: string;
  lastName: string;
  fatherName: string;
  birthDate: string;
  sex: Sex | '';
  phone: string;
  email: string;
  nationalId: string;
  note: string;
};

export const toValues = (patient: Patient | undefined): PatientValues => ({
  firstName: patient?.firstName ?? '',
  lastName: patient?.lastName ?? '',
  fatherName: patient?.fatherName ?? '',
  birthDate: patient?.birthDate?.slice(0, 10) ?? '',
  sex: patient?.sex ?? '',
  phone: patient?.phone ?? '',
  email: patient?.email ?? '',
  nationalId: patient?.nationalId ?? '',
  note: patient?.note ?? '',
});
