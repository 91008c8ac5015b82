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
  /** The record of its patient; null for those of older programs, and until staff link it. */
  patient_id: Generated<string | null>;
  /** Id of the link to this patient: later ones are greater. */
  patient_link: Generated<string | null>;
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
  /**
   * different: the patient in the file contradicts the examination; only staff see the file. confirmed: staff have seen
   * both names. '': nothing contradicts.
   */
  patient_check: Generated<PatientCheck>;
  /** Whether confirming the patient completes a pending checkup; 0 or 1. */
  completes_checkup: Generated<number>;
}

export type PatientCheck = '' | 'different' | 'confirmed';

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

/** An object that has, or had, the bytes of a file. A file without a row has the object of its own id. */
export interface FileObjectsTable {
  object_id: string;
  file_id: string;
  /** Images that joined the file with this object. */
  added: number;
  created_at: string;
  /** When another object has replaced it; null: the file has this one. */
  obsolete_at: string | null;
  removed_at: string | null;
}

/** Results since 0018: when they became ready, and when the partner opened them for the first time. */
export interface ResultOpeningsTable {
  checkup_id: string;
  partner_id: string;
  ready_at: string;
  opened_at: string | null;
}
