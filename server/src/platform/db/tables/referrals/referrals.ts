import type { Generated } from 'kysely';

/** A person who is examined. Merged and erased records stay: their codes are never given again. */
export interface PatientsTable {
  seq: Generated<number>;
  id: string;
  first_name: string;
  last_name: string;
  father_name: string;
  birth_date: string | null;
  sex: 'female' | 'male' | null;
  phone: string;
  /** The last digits, as every notation has them; null without a number. */
  phone_key: string | null;
  email: string;
  /** Encrypted. */
  national_id: string | null;
  /** A keyed hash, for exact search. */
  national_id_hash: string | null;
  note: string;
  created_at: string;
  merged_into: string | null;
  /** Id of the merge: later links to a patient have greater ones. */
  merge_link: string | null;
  erased_at: string | null;
  name_key: string;
}

export type ReferralStatus =
  | 'sent'
  | 'accepted'
  | 'booked'
  | 'arrived'
  | 'examined'
  | 'reported'
  | 'declined'
  | 'cancelled'
  | 'missed'
  | 'expired';

/** A partner's request to examine a patient, with the partner's own copy of the patient's data. */
export interface ReferralsTable {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  status: ReferralStatus;
  first_name: string;
  last_name: string;
  father_name: string;
  birth_date: string | null;
  sex: 'female' | 'male' | null;
  phone: string;
  examination: string;
  purpose: string;
  /** Numbers by FDI, separated by blanks. */
  teeth: string;
  region: string | null;
  question: string;
  urgency: string;
  pregnancy: string | null;
  report_wanted: 0 | 1;
  patient_id: string | null;
  /** Id of the link to this patient: later ones are greater. */
  patient_link: string | null;
  checkup_id: string | null;
  /** The public reservation that it was made from. */
  reservation_id: string | null;
  created_at: string;
  /** When its state expires. */
  expires_at: string | null;
  /** The member of staff who is responsible. */
  assignee_id: string | null;
  name_key: string;
}

export interface ReferralHistoryTable {
  /** Ascending. */
  id: string;
  referral_id: string;
  status: ReferralStatus;
  at: string;
  role: 'partner' | 'staff' | 'system';
  person_id: string | null;
  reason: string;
}

/** A picture of a referral. */
export interface ReferralFilesTable {
  id: string;
  referral_id: string;
  position: number;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  crc32: number;
  created_at: string;
}
