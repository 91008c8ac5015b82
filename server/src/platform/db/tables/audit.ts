import type { Role } from '@deqiq/contract/shared/roles.ts';

export interface AuditTable {
  id: string;
  at: string;
  role: Role | null;
  person_id: string | null;
  action: string;
  object: string;
  object_id: string | null;
  address: string | null;
  /** Random; becomes null together with the address. */
  address_salt: string | null;
  result: 'ok' | 'refused' | 'failed';
  detail: string | null;
}

/** The hash chain of the audit, from 1; see features/operations/audit/chain/chain.ts. */
export interface AuditSealsTable {
  seq: number;
  row_id: string;
  hash: string;
  /** null if the row had no address when it was sealed. */
  address_hash: string | null;
  sealed_at: string;
}

export interface AuditUnsealedTable {
  row_id: string;
}
