import type { Role, StaffRole } from '@deqiq/contract/shared/roles.ts';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import type { Generated } from 'kysely';

export interface AdminsTable {
  id: string;
  username: string;
  /** Trimmed, lower case; compared at sign-in. */
  username_key: string;
  password_hash: string;
  created_at: string;
  role: Generated<StaffRole>;
  /** Set while the account may not sign in. */
  disabled_at: string | null;
  /** null: that of the back-office. */
  language: Generated<ChosenLanguage | null>;
  /** With a name: may sign diagnostic reports. */
  radiologist_name: Generated<string | null>;
  radiologist_title: Generated<string | null>;
  radiologist_licence: Generated<string | null>;
}

export interface SessionsTable {
  id: string;
  role: Role;
  person_id: string;
  refresh_hash: string;
  remembered: 0 | 1;
  created_at: string;
  expires_at: string;
  /** Browser and system, such as "Chrome · Android". */
  device: Generated<string | null>;
  /** The address the person signed in from. */
  address: Generated<string | null>;
  /** Derived from the secret; a session of another secret ends at the next start. */
  epoch: Generated<string | null>;
}

/** The code of a partner who forgot the password; it follows from the id. */
export interface PasswordResetsTable {
  partner_id: string;
  id: string;
  /** Attempts at the code, right or wrong. */
  attempts: number;
  expires_at: string;
}

/** A token with which programs of a person read DICOMweb. */
export interface ProgramTokensTable {
  id: string;
  role: Role;
  person_id: string;
  name: string;
  token_hash: string;
  /** The last characters of the token. */
  token_end: string;
  created_at: string;
  expires_at: string;
  /** Accurate to some minutes. */
  last_used_at: string | null;
}

/** Columns that change while a session is used. See `sessions/refresh/refresh-state.ts` for the refresh columns. */
export interface SessionActivityTable {
  session_id: string;
  /** Time of the last use, accurate to some minutes. */
  used_at: string;
  refresh_generation: Generated<number>;
  refresh_issued_at: Generated<string | null>;
  refresh_used_at: Generated<string | null>;
  refresh_previous: Generated<number | null>;
  refresh_retired: Generated<number | null>;
  refresh_retired_at: Generated<string | null>;
}

export interface TrustedBrowsersTable {
  id: string;
  role: Role;
  person_id: string;
  token_hash: string;
  created_at: string;
  expires_at: string;
}

/** A person's authenticator app. The factor is on while `secret` is set. */
export interface SecondFactorsTable {
  role: Role;
  person_id: string;
  /** Encrypted with the key file of the data folder. */
  secret: string | null;
  confirmed_at: string | null;
  /** Number of the last accepted 30-second step (RFC 6238); a code is accepted once. */
  last_step: Generated<number>;
  /** Encrypted; waits for its first code. */
  pending_secret: string | null;
  pending_at: string | null;
  /** Base64; salt of the person's recovery codes. */
  recovery_salt: string;
  /** Wrong codes since the last right one. */
  failures: Generated<number>;
  blocked_until: string | null;
}

export interface RecoveryCodesTable {
  role: Role;
  person_id: string;
  code_hash: string;
  used_at: string | null;
}
