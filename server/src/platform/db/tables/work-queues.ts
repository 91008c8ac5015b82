import type { Generated } from 'kysely';

/** How far staff are with an entry of a list that they work through. */
export interface WorkProgress {
  status: Generated<'new' | 'contacted' | 'done' | 'declined'>;
  /** Note of staff. */
  note: Generated<string>;
  /** Username of the last editor, as it was at the time; '' before the first change. */
  handled_by: Generated<string>;
  handled_at: string | null;
  version: Generated<number>;
}

export interface ComplaintsTable extends WorkProgress {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  message: string;
  created_at: string;
}

/** Columns of all submissions of public forms. */
export interface FromVisitors extends WorkProgress {
  seq: Generated<number>;
  id: string;
  full_name: string;
  email: string;
  phone: string;
  created_at: string;
  name_key: string;
}

export interface ReservationApplicationsTable extends FromVisitors {
  partner_full_name: string;
}

export interface PartnerApplicationsTable extends FromVisitors {
  clinic_name: string;
  clinic_phone: string;
}

export interface ContactMessagesTable extends FromVisitors {
  message: string;
}
