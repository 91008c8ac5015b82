import type { Generated } from 'kysely';

/** `declined` may still become `paid`: a person tries another card. */
export type DepositStatus = 'pending' | 'declined' | 'paid' | 'refunded';

/** A payment that a person was asked for before an appointment. */
export interface DepositsTable {
  seq: Generated<number>;
  id: string;
  appointment_id: string;
  /** 6 to 32 digits, as payment pages want it. */
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
  /** `card`: what the provider has got; `deposits`: what the clinic owes to patients. */
  account: 'card' | 'deposits';
  /** Qəpik. */
  amount: number;
}
