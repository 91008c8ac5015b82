import { patientCodes } from '@deqiq/contract/referrals/codes.ts';
import type { Patient } from '@deqiq/contract/referrals/patients/patients.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/time/dates.ts';
import type { PatientRow } from '../../../platform/db/tables.ts';
import type { NationalIds } from './national-ids.ts';

export const presentPatient = (row: PatientRow, numbers: NationalIds): Patient => ({
  _id: row.id,
  code: patientCodes.format(row),
  firstName: row.first_name,
  lastName: row.last_name,
  fatherName: row.father_name,
  birthDate: formatCalendarDate(row.birth_date),
  sex: row.sex,
  phone: row.phone,
  email: row.email,
  nationalId: numbers.open(row.national_id, row.id),
  note: row.note,
  createdAt: row.created_at,
  mergedInto: row.merged_into,
});
