import { presentDate } from '@deqiq/contract/dates.ts';
import type { Partner } from '@deqiq/contract/partners.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';

type PartnerRow = Omit<
  Selectable<Tables['partners']>,
  'password_hash' | 'email_key' | 'name_key' | 'sort_key' | 'deleted_at'
>;

/** Money leaves in manat, birth dates as midnight UTC. */
export function present(row: PartnerRow): Partner {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: presentDate(row.birth_date),
    phone: row.phone,
    email: row.email,
    instagram: row.instagram,
    clinicName: row.clinic_name,
    balance: row.balance_qepik / 100,
    sendedPatientsCount: row.sended_patients_count,
    createdAt: row.created_at,
  };
}
