import type { Generated } from 'kysely';

/** An examination that is offered, with its length and price. Removed kinds stay for their appointments. */
export interface ExaminationKindsTable {
  seq: Generated<number>;
  id: string;
  examination: string;
  /** JSON: a text for each language. */
  name: string;
  minutes: number;
  /** In qəpik. */
  price: number | null;
  /** Ids of devices, separated by blanks. */
  machines: string;
  /** JSON: a text for each language. */
  preparation: string;
  created_at: string;
  removed_at: string | null;
}

/** One row. */
export interface OpeningHoursTable {
  id: string;
  /** JSON, as in the contract. */
  hours: string;
}

export type AppointmentStatus = 'booked' | 'arrived' | 'missed' | 'cancelled';

/** A time at a machine. The database refuses two that overlap. */
export interface AppointmentsTable {
  id: string;
  kind_id: string | null;
  device_id: string;
  starts_at: string;
  ends_at: string;
  status: AppointmentStatus;
  referral_id: string | null;
  /** A public reservation; staff may have deleted it. */
  reservation_id: string | null;
  patient_id: string | null;
  name: string;
  phone: string;
  phone_key: string | null;
  created_at: string;
}

/** Links of visitors: first for one booking, then to its appointment. */
export interface BookingTokensTable {
  token_hash: string;
  referral_id: string | null;
  reservation_id: string | null;
  /** null before the booking. */
  appointment_id: string | null;
  /** Until then it may book. */
  expires_at: string;
}
