import type { Role } from '@deqiq/contract/auth.ts';
import type { CheckupStatus } from '@deqiq/contract/checkups.ts';
import type { Generated, Insertable, Kysely, Selectable } from 'kysely';

/** Instants are ISO text in UTC, calendar dates `YYYY-MM-DD`, ids UUIDv7, money whole qəpik. */
export interface Tables {
  admins: AdminsTable;
  partners: PartnersTable;
  sessions: SessionsTable;
  checkups: CheckupsTable;
  checkup_files: CheckupFilesTable;
  upload_claims: UploadClaimsTable;
  audit: AuditTable;
}

interface AdminsTable {
  id: string;
  username: string;
  /** Trimmed, lower case: what sign-in compares. */
  username_key: string;
  password_hash: string;
  created_at: string;
}

export interface PartnersTable {
  /** Grows with every insert: the order of lists, since UUIDv7s of one millisecond are unordered. */
  seq: Generated<number>;
  id: string;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  phone: string;
  email: string;
  /** What sign-in compares; null once deleted, so that the address is free again. */
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
}

interface SessionsTable {
  id: string;
  role: Role;
  person_id: string;
  refresh_hash: string;
  remembered: 0 | 1;
  created_at: string;
  expires_at: string;
}

export interface CheckupsTable {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  first_name: string;
  last_name: string;
  name: string;
  description: string;
  start_date: string | null;
  end_date: string | null;
  status: CheckupStatus;
  created_at: string;
  name_key: string;
}

type FileKind = 'file' | 'xray';

interface CheckupFilesTable {
  id: string;
  checkup_id: string;
  kind: FileKind;
  position: number;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  crc32: number;
  created_at: string;
}

interface UploadClaimsTable {
  admin_id: string;
  /** The client's id of the upload. */
  file_id: string;
  request_hash: string;
  checkup_id: string;
  /** The id of the row in checkup_files that the upload became. */
  stored_id: string;
  created_at: string;
}

interface AuditTable {
  id: string;
  at: string;
  role: Role | null;
  person_id: string | null;
  action: string;
  object: string;
  object_id: string | null;
  address: string | null;
  result: 'ok' | 'refused' | 'failed';
  detail: string | null;
}

export type TableName = keyof Tables;

/** A partner as the server reads it: without keys and secrets. */
export type PartnerRow = Omit<
  Selectable<PartnersTable>,
  'seq' | 'email_key' | 'password_hash' | 'deleted_at' | 'name_key' | 'sort_key'
>;
export type CheckupFileRow = Selectable<CheckupFilesTable>;
export type NewCheckupFile = Insertable<CheckupFilesTable>;
export type UploadClaimRow = Selectable<UploadClaimsTable>;

/** The root handle, or a transaction: what repos and services are given. */
export type Db = Kysely<Tables>;
