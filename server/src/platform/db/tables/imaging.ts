import type { Generated } from 'kysely';

/** A file that is being decoded, or whose decoder died. */
export interface DecoderAttemptsTable {
  /** The id of a stored file, or `sha256-` and the hash of a form's picture. */
  subject: string;
  attempts: number;
  started_at: string;
  /** Why it is not decoded again. */
  failure: string | null;
}

/** The pictures that were derived from a file. */
export interface FileImagingTable {
  file_id: string;
  state: 'pending' | 'ready' | 'unsupported' | 'failed';
  kind: 'image' | 'volume' | 'stack' | 'document' | null;
  /** Part of the names of the derived objects that are valid; null while there are none. */
  generation: string | null;
  /** JSON without personal data: what lists show. */
  summary: string;
  /** The name in the file, for the comparison with what staff typed; '' where it has none. */
  patient_name: Generated<string>;
  /** The birth date in the file, YYYY-MM-DD; '' where it has none. */
  birth_date: Generated<string>;
  /** The sex in the file: M, F or O; '' where it has none. */
  sex: Generated<string>;
  /** The patient id in the file; '' where it has none. */
  patient_id: Generated<string>;
  /** Why it failed: a code of the contract. */
  failure: string | null;
  updated_at: string;
}

/** The DICOM headers of files. Texts are '' where the header has no value. */
export interface DicomHeadersTable {
  file_id: string;
  patient_name: string;
  patient_id: string;
  /** YYYY-MM-DD. */
  birth_date: string;
  sex: string;
  modality: string;
  manufacturer: string;
  device: string;
  body_part: string;
  study_description: string;
  series_description: string;
  accession_number: string;
  acquired_on: string;
  acquired_at: string;
  /** Whether text is part of the pixels; null where the file does not say. */
  has_burned_in_text: 0 | 1 | null;
  study_uid: string;
  series_uid: string;
  sop_uid: string;
  sop_class_uid: string;
}

/** A series in a file: what searches compare. Texts are '' where the file does not say. */
export interface DicomSeriesTable {
  file_id: string;
  /** Position among the series of the file. */
  number: number;
  study_uid: string;
  series_uid: string;
  patient_id: string;
  /** As people write it: what the command that erases a person searches. */
  patient_name: string;
  /** Folded, with `^` between the parts of the name. */
  patient_key: string;
  /** YYYYMMDD, and HHMMSS. */
  study_date: string;
  study_time: string;
  accession_number: string;
  study_id: string;
  /** The folded name of the referring physician. */
  referring_key: string;
  modality: string;
  series_number: number | null;
  /** Of the performed procedure step. */
  performed_date: string;
  performed_time: string;
  /** Of the first request. */
  scheduled_step_id: string;
  procedure_id: string;
  /** DICOM JSON, one attribute a line: those that all instances of the series share. */
  attributes: string;
  /** YYYYMMDD. */
  birth_date: Generated<string>;
  sex: Generated<string>;
  /** Folded. */
  description_key: Generated<string>;
  series_description_key: Generated<string>;
  /** SOP instances of the series in this file. */
  instances: Generated<number>;
  /** The attributes that searches return, as in `attributes`; null in a row of an older version. */
  brief: string | null;
}

/** An instance in a file, and where its bytes are. */
export interface DicomInstancesTable {
  file_id: string;
  /** Position in the file. */
  number: number;
  /** The number of its series. */
  series: number;
  sop_uid: string;
  sop_class_uid: string;
  transfer_syntax: string;
  instance_number: number | null;
  /** 0 without pixels. */
  frames: number;
  /** Bytes of the stored file that are this instance. */
  byte_offset: number;
  byte_length: number;
  /** Bytes after inflating; the same where it is not deflated. */
  size: number;
  /** Whether the bytes are an entry of a ZIP that has to be inflated. */
  is_deflated: 0 | 1;
  /** Where the data set begins, after the file meta; 0 where the file has none. */
  data_offset: number;
  /** JSON: offset and length of every part of each frame; null where frames have to be decoded. */
  frame_parts: string | null;
  /** DICOM JSON, one attribute a line: those in which the instance differs from others of the series. */
  attributes: string;
  /** The attributes that searches return, as in `attributes`; null in a row of an older version. */
  brief: string | null;
}

/** Drawings and measurements of users in the pictures of a file. */
export interface AnnotationsTable {
  id: string;
  /** Made by the client; unique per file. */
  client_id: string;
  file_id: string;
  version: number;
  label: string;
  /** JSON of the contract. */
  content: string;
  author_role: 'staff' | 'partner';
  author_id: string;
  /** As it was at the time. */
  author_name: string;
  created_at: string;
  updated_at: string;
}
