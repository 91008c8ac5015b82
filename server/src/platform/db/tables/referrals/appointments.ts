import type { ChosenLanguage } from '@deqiq/messages/language.ts';
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
  /** In qəpik: paid before a time is booked; null where none is. */
  deposit: number | null;
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

export type AppointmentStatus = 'held' | 'booked' | 'arrived' | 'missed' | 'cancelled';

/** States in which a machine is busy; the constraint of migration 0051 has them, too. */
export const BUSY = ['held', 'booked', 'arrived'] as const satisfies readonly AppointmentStatus[];

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
  /**
   * Until then a held time waits for its confirmation. Also of a cancelled one that gave way to others: it is confirmed if its
   * time is still free.
   */
  held_until: string | null;
  /** As the form had it. */
  email: string | null;
  /** Of messages to the patient. */
  language: ChosenLanguage | null;
  /** Channels of reminders to which the patient agreed, separated by blanks. */
  channels: Generated<string>;
  consented_at: string | null;
  /** Set while the patient wants an earlier time. */
  waiting_since: string | null;
  /** Times before this instant are wanted. */
  waiting_before: string | null;
  /** In qəpik: a payment of it books the time. null where none is needed, and after a cancellation. */
  deposit: Generated<number | null>;
  /** `starts_at` by the clock of the provider: it stays where the rules of the time zone change. null if it began before the column existed. */
  local_start: string | null;
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
  /** Whether it was sent to the patient, so that it confirms a held time. */
  can_confirm: Generated<0 | 1>;
}

/** A time that became free while people wait for one; it is offered to one after the other. */
export interface FreedTimesTable {
  id: string;
  kind_id: string;
  device_id: string;
  starts_at: string;
  /** When the next one is asked: at once, or at the end of the running offer. */
  due_at: string;
}

/** A freed time that one patient may take. The database allows an appointment one open offer. */
export interface OffersTable {
  id: string;
  freed_id: string;
  appointment_id: string;
  device_id: string;
  starts_at: string;
  ends_at: string;
  expires_at: string;
  state: 'open' | 'taken' | 'ended';
  created_at: string;
}
