import { parseDay } from '../../shared/time/dates.ts';
import { patientCodes } from '../codes.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PHONE = /^\+?[\d\s().-]{7,}$/;
/** Letters and digits in one word; a name has no digits. */
const NATIONAL_ID = /^(?=.*\d)[A-Za-z\d]{5,20}$/;

export interface PatientSearch {
  readonly name?: string;
  readonly birthDate?: string;
  readonly phone?: string;
  readonly nationalId?: string;
}

/** One field finds patients by everything: what was typed tells what it is. A code is a name. */
export function readPatientSearch(text: string): PatientSearch {
  const day = parseDay(text);
  if (DAY.test(day)) return { birthDate: day };
  if (PHONE.test(text)) return { phone: text };
  if (NATIONAL_ID.test(text) && patientCodes.parse(text) === undefined) return { nationalId: text };
  return { name: text };
}
