import { MAX_SIMILAR, type SimilarQuery } from '@deqiq/contract/referrals/patients/patients.ts';
import { isSamePerson } from '@deqiq/contract/shared/patient/same-person.ts';
import { phoneKey } from '../../../platform/db/patient-records.ts';
import type { PatientRow } from '../../../platform/db/tables.ts';
import type { NationalIds } from './national-ids.ts';
import type { Exact } from './patients.repo.ts';

/** A stronger match outweighs all weaker ones. */
const WEIGHTS = { nationalId: 16, nameAndBirthDate: 8, phone: 4, name: 2 };

/** Another birth date speaks against a record. */
const OTHER_BIRTH_DATE = -3;

interface Filters {
  readonly birthDate?: string | undefined;
  readonly phone?: string | undefined;
  readonly nationalId?: string | undefined;
}

/** The columns that these filters compare; none for what is blank. A filter without usable characters matches nothing. */
export function toExact(
  { birthDate, phone = '', nationalId = '' }: Filters,
  ids: NationalIds,
): Exact {
  const number = nationalId.replace(/[\s-]/g, '').toUpperCase();
  return {
    ...(birthDate && { birth_date: birthDate }),
    ...(phone && { phone_key: phoneKey(phone) ?? '' }),
    ...(nationalId && { national_id_hash: number && ids.hash(number) }),
  };
}

/** Records that may be of the described person, the likeliest first. A birth date alone is no reason. */
export function rankSimilar(
  candidates: readonly PatientRow[],
  { firstName = '', lastName = '' }: SimilarQuery,
  exact: Exact,
): PatientRow[] {
  const hasName = `${firstName}${lastName}`.trim() !== '';
  const weigh = (row: PatientRow): number => {
    const isNamed =
      hasName &&
      isSamePerson({ firstName, lastName }, `${row.first_name} ${row.last_name}`) === true;
    const isBorn = exact.birth_date !== undefined && row.birth_date === exact.birth_date;
    const isOther =
      exact.birth_date !== undefined &&
      row.birth_date !== null &&
      row.birth_date !== exact.birth_date;
    const has = (column: 'phone_key' | 'national_id_hash') =>
      exact[column] !== undefined && row[column] === exact[column];
    return (
      (has('national_id_hash') ? WEIGHTS.nationalId : 0) +
      (isNamed && isBorn ? WEIGHTS.nameAndBirthDate : 0) +
      (has('phone_key') ? WEIGHTS.phone : 0) +
      (isNamed ? WEIGHTS.name : 0) +
      (isOther ? OTHER_BIRTH_DATE : 0)
    );
  };
  return candidates
    .map((row) => ({ row, weight: weigh(row) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || other.row.seq - one.row.seq)
    .slice(0, MAX_SIMILAR)
    .map(({ row }) => row);
}
