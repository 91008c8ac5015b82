import type { Generated } from 'kysely';

/**
 * `declined` may still become `paid`: a person tries another card. `retained`: the patient cancelled too late. `refund-failed`:
 * staff return it at the provider.
 */
export type DepositStatus =
  | 'pending'
  | 'declined'
  | 'paid'
  | 'retained'
  | 'refunding'
  | 'refund-failed'
  | 'refunded';

/** A payment that a person was asked for before an appointment. */
export interface DepositsTable {
  seq: Generated<number>;
  id: string;
  appointment_id: string;
  /** 6 to 32 digits, as payment pages want it. Two rows have the same one where the provider took the money twice. */
  order_number: string;
  provider: string;
  /** Qəpik. */
  amount: number;
  status: DepositStatus;
  /** The provider's id of the payment. */
  transaction_id: string | null;
  created_at: string;
  paid_at: string | null;
}

/** Double entries: the rows of one event add up to 0. Never changed. */
export interface DepositLedgerTable {
  seq: Generated<number>;
  deposit_id: string;
  at: string;
  reason: 'paid' | 'refunded';
  /** `card`: of the patients; `deposits`: with the provider, for the clinic. */
  account: 'card' | 'deposits';
  /** Qəpik. */
  amount: number;
}
