import type { Generated } from 'kysely';

/** A link that opens files of a checkup without an account. Its token is not stored. */
export interface SharesTable {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  checkup_id: string;
  /** The same; null once the checkup has been deleted. Restoring the checkup does not set it again. */
  live_checkup_id: string | null;
  /** SHA-256 of the token. */
  token_hash: string;
  /** HMAC of the PIN under the token; null without a PIN. */
  pin_hash: string | null;
  label: string;
  created_by: 'partner' | 'staff';
  creator_id: string;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
  end_reason: 'revoked' | 'pin' | 'restored' | null;
  /** JSON: the instants of all wrong PINs. */
  failed_pins: string;
  locked_until: string | null;
  openings: number;
  downloads: number;
  last_opened_at: string | null;
}

export interface ShareFilesTable {
  share_id: string;
  file_id: string;
}

/** The session of one device with an open share. */
export interface ShareVisitsTable {
  id: string;
  share_id: string;
  /** SHA-256 of the cookie. */
  secret_hash: string;
  device: string | null;
  opened_at: string;
  expires_at: string;
  downloads: number;
}
