import type { Generated } from 'kysely';

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
  status: 'pending' | 'completed' | 'cancelled';
  created_at: string;
  name_key: string;
}

export type FileKind = 'file' | 'xray';

export interface CheckupFilesTable {
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

export interface UploadClaimsTable {
  admin_id: string;
  /** The client's id of the upload. */
  file_id: string;
  request_hash: string;
  checkup_id: string;
  /** The id of the row in checkup_files that the upload became. */
  stored_id: string;
  created_at: string;
}

/** A deleted checkup, or a single file deleted from one, with its original values. */
export interface CheckupDeletionsTable extends CheckupsTable {
  kind: 'checkup' | 'file';
  checkup_id: string;
  /** The checkup's position in lists. */
  checkup_seq: number;
  deleted_at: string;
  /** Id of an admin. */
  deleted_by: string;
}

export interface DeletedFilesTable extends CheckupFilesTable {
  deletion_id: string;
}

/** Files whose rows were removed permanently: their bytes may be removed. */
export interface RemovedFilesTable {
  id: string;
  removed_at: string;
}

/** Results since 0018: when they became ready, and when the partner opened them for the first time. */
export interface ResultOpeningsTable {
  checkup_id: string;
  partner_id: string;
  ready_at: string;
  opened_at: string | null;
}
