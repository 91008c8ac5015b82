import type {
  ContactMessage,
  PartnerApplication,
  Reservation,
} from '@deqiq/contract/site/application-lists.ts';
import { presentProgress } from '../../desk/work-queues/work-queues.service.ts';
import type {
  ContactMessageRow,
  PartnerApplicationRow,
  ReservationRow,
} from './applications.repo.ts';

type Person = Omit<ReservationRow, 'partner_full_name'>;

const presentPerson = (row: Person) => ({
  _id: row.id,
  fullName: row.full_name,
  email: row.email,
  phone: row.phone,
  createdAt: row.created_at,
  ...presentProgress(row),
});

export const presentReservation = (row: ReservationRow): Reservation => ({
  ...presentPerson(row),
  partnerFullName: row.partner_full_name,
});

export const presentPartner = (row: PartnerApplicationRow): PartnerApplication => ({
  ...presentPerson(row),
  clinicName: row.clinic_name,
  clinicPhone: row.clinic_phone,
});

export const presentMessage = (row: ContactMessageRow): ContactMessage => ({
  ...presentPerson(row),
  message: row.message,
});
