import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import type { Generated } from 'kysely';

export interface PartnersTable {
  /** Grows with every insert: the order of lists, since UUIDv7s of one millisecond are unordered. */
  seq: Generated<number>;
  id: string;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  phone: string;
  email: string;
  /** Compared at sign-in; null if deleted, so that the address is free again. */
  email_key: string | null;
  instagram: string;
  clinic_name: string;
  balance_qepik: Generated<number>;
  sended_patients_count: Generated<number>;
  password_hash: string;
  created_at: string;
  deleted_at: string | null;
  name_key: string;
  sort_key: string;
  /** null: Azerbaijani. */
  language: Generated<ChosenLanguage | null>;
}

/** Usage of a partner's quota since `window_at`. */
export interface PartnerQuotasTable {
  partner_id: string;
  kind:
    | 'report'
    | 'shipment'
    | 'referral'
    | 'account'
    | 'annotation'
    | 'share'
    | 'question'
    | 'bytes';
  window_at: string;
  used: number;
}

export type LedgerReason =
  | 'opening'
  | 'balance-set'
  | 'balance-add'
  | 'balance-subtract'
  | 'patients-set'
  | 'patients-add'
  | 'patients-subtract'
  | 'reset'
  | 'gift'
  | 'gift-rejected';

/** Every change of a partner's balance and patient count: amount and new value. */
export interface LedgerTable {
  seq: Generated<number>;
  partner_id: string;
  at: string;
  /** The role of the author; null in opening rows. */
  role: Role | null;
  person_id: string | null;
  reason: LedgerReason;
  payment_id: string | null;
  amount_qepik: number;
  balance_qepik: number;
  patients_amount: number;
  patients_count: number;
}

export interface PaymentsTable {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  amount_qepik: number;
  /** The gift's id in the catalogue, if the request contained one. */
  gift: string | null;
  status: 'pending' | 'completed' | 'rejected';
  created_at: string;
}

export interface LabsTable {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  title: string;
  start_date: string;
  end_date: string;
  status: 'pending' | 'completed';
  created_at: string;
  name_key: string;
}
