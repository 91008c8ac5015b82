import type { Generated } from 'kysely';

/** A machine or program that sends studies. */
export interface DevicesTable {
  seq: Generated<number>;
  id: string;
  name: string;
  kind: string;
  /** '' where it sends over HTTPS only. */
  ae_title: string;
  /** The same in upper case while the device may send and has one: unique. */
  active_ae_title: string | null;
  /** IP addresses and networks, separated by blanks; '' for all. */
  addresses: string;
  host: string;
  port: number | null;
  /** SHA-256 of the token. */
  token_hash: string | null;
  token_end: string | null;
  created_at: string;
  created_by: string;
  revoked_at: string | null;
  last_seen_at: string | null;
  instances: Generated<number>;
  refused: Generated<number>;
  last_error: Generated<string>;
  last_error_at: string | null;
}

/** The last report of the intake process; one row. */
export interface IntakeReportsTable {
  id: string;
  /** JSON of the contract. */
  report: string;
  reported_at: string;
}

/** A study that arrived from a machine. Texts are what DICOM says, '' where it says nothing. */
export interface IntakeStudiesTable {
  seq: Generated<number>;
  id: string;
  /** Study Instance UID; with the id of the row where another patient has it already. */
  study_uid: string;
  state: 'arriving' | 'waiting' | 'assigned' | 'aside';
  device_id: string | null;
  /** Of the caller of the intake process; '' over HTTPS. */
  ae_title: string;
  patient_name: string;
  patient_id: string;
  birth_date: string;
  sex: string;
  accession_number: string;
  description: string;
  modalities: string;
  acquired_on: string;
  acquired_at: string;
  /** Folded name, for searches. */
  name_key: string;
  first_arrival_at: string;
  last_arrival_at: string;
  /** How many instances the sender has announced. */
  announced: number | null;
  /** When packing it failed permanently. */
  failed_at: string | null;
  /** The examination that has its files, or those of its instances that came first. */
  checkup_id: string | null;
  /** The last time, also where that assignment was undone. */
  assigned_at: string | null;
  /** Id of an admin; null: by its accession number. */
  assigned_by: string | null;
  /** Whether the assignment has created the examination. */
  has_created: Generated<0 | 1>;
  /** Whether the assignment has completed the examination. */
  has_completed: Generated<0 | 1>;
  /** Whether the assignment has named the patient of the examination. */
  has_named: Generated<0 | 1>;
  /** Whether the assignment has replaced the name of a shipment by the kind of the examination. */
  has_renamed: Generated<0 | 1>;
  /** Why more may come, as the intake process says: a reason of the contract; null: nothing is expected. */
  incomplete: 'association' | 'spool' | 'broke-off' | 'silent' | null;
  packed_at: string | null;
  /** The Study Instance UID where images of another patient came first under it; otherwise null. */
  shared_study_uid: string | null;
  /** In what its first image differed from that patient: `PatientDifference` separated by blanks. */
  patient_differences: Generated<string>;
}

/** A file of a study that belongs to no examination yet. */
export interface IntakeFilesTable {
  id: string;
  study_id: string;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  crc32: number;
  created_at: string;
}

/** A SOP instance that arrived. The object files/<id> has its bytes while `file_id` is null. */
export interface IntakeInstancesTable {
  id: string;
  study_id: string;
  sop_uid: string;
  series_uid: string;
  sop_class_uid: string;
  transfer_syntax: string;
  /** Of the data set without the file meta, in hex. */
  sha256: string;
  /** Bytes, with the file meta. */
  size: number;
  crc32: number;
  /** Instance Number; 0 where it has none. */
  number: number;
  modality: string;
  device_id: string | null;
  arrived_at: string;
  /** The file that contains it, and where its bytes begin there. */
  file_id: string | null;
  file_offset: Generated<number>;
  /** Whether another instance of the same SOP Instance UID and patient came first. */
  is_conflict: Generated<0 | 1>;
  /** Whether a job still compares this conflict with that instance: it may be the same in another transfer syntax. */
  is_undecided: Generated<0 | 1>;
  /** A deleted file that has the same instance, and where: it counts again when the file is restored. */
  former_file_id: string | null;
  former_offset: number | null;
}

/** A Modality Performed Procedure Step of a machine. Nothing of the patient is stored. */
export interface PerformedStepsTable {
  /** SOP Instance UID. */
  sop_uid: string;
  status: 'IN PROGRESS' | 'COMPLETED' | 'DISCONTINUED';
  ae_title: string;
  /** The examination that the machine performs; null where it names no examination of this database. */
  checkup_id: string | null;
  created_at: string;
  ended_at: string | null;
}
