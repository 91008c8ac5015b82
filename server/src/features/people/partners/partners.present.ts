import type { Partner } from '@deqiq/contract/people/partners.ts';
import { formatCalendarDate } from '@deqiq/contract/shared/time/dates.ts';
import type { PartnerRow } from '../../../platform/db/tables.ts';

type Presented = Omit<
  PartnerRow,
  'seq' | 'email_key' | 'password_hash' | 'name_key' | 'sort_key' | 'deleted_at'
>;

/** Converts a row to the API format: money in manat, birth dates as midnight UTC. */
export function present(row: Presented): Partner {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: formatCalendarDate(row.birth_date),
    phone: row.phone,
    email: row.email,
    instagram: row.instagram,
    clinicName: row.clinic_name,
    balance: row.balance_qepik / 100,
    sendedPatientsCount: row.sended_patients_count,
    createdAt: row.created_at,
  };
}
