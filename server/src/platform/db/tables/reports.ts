import { sql } from 'kysely';

/** A draft, or a report that was signed. */
export interface DiagnosticReportsTable {
  id: string;
  checkup_id: string;
  status: 'draft' | 'signed' | 'withdrawn';
  version: number;
  /** A draft: JSON of its content. null once it is signed. */
  content: string | null;
  /** The id of a member of staff. */
  author_id: string;
  created_at: string;
  updated_at: string;
  signed_at: string | null;
  /** The canonical text that was signed; null while it is a draft. */
  document: string | null;
  /** SHA-256 of the document, in hexadecimal digits. */
  sha256: string | null;
  /** Ed25519 over the document, in Base64. */
  signature: string | null;
  key_id: string | null;
}

/** An addendum, a countersignature or a withdrawal, with the hash of the report or entry before it. */
export interface ReportEntriesTable {
  id: string;
  report_id: string;
  /** From 1. */
  position: number;
  kind: 'addendum' | 'countersignature' | 'withdrawal';
  document: string;
  sha256: string;
  signature: string;
  key_id: string;
}

/** A text that its author inserts into reports. */
export interface ReportMacrosTable {
  id: string;
  /** The id of a member of staff. */
  author_id: string;
  name: string;
  /** The name as it is compared. */
  name_key: string;
  text: string;
}

/** Keys that sign reports; the public half stays for ever. */
export interface ReportKeysTable {
  id: string;
  algorithm: 'Ed25519';
  /** PEM. */
  public_key: string;
  /** PEM, encrypted with the key file of the data folder. */
  private_key: string;
  created_at: string;
  /** Set when another key took its place. */
  retired_at: string | null;
}

/** A question or remark of the partner or of staff about a checkup. */
export interface CheckupQuestionsTable {
  /** Ascending. */
  id: string;
  checkup_id: string;
  /** The partner of the checkup. */
  partner_id: string;
  author_role: 'staff' | 'partner';
  author_id: string;
  /** '' for staff without the right to sign. */
  author_name: string;
  text: string;
  report_id: string | null;
  file_id: string | null;
  /** JSON of a point. */
  point: string | null;
  created_at: string;
  read_at: string | null;
  answered_at: string | null;
}

/** The photo of a question. */
export interface QuestionFilesTable {
  id: string;
  question_id: string;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  crc32: number;
  created_at: string;
}

/** A radiologist who has taken an examination of the queue. */
export interface ReadingsTable {
  checkup_id: string;
  reader_id: string;
  taken_at: string;
}

/** Of `referrals` joined with `checkups`: its doctor waits for a report. Literals, so that the partial index serves the query. */
export const waitsForReport = sql<boolean>`referrals.status = 'examined' and referrals.report_wanted = 1
  and not exists (
    select 1 from diagnostic_reports
    where diagnostic_reports.checkup_id = checkups.id and diagnostic_reports.status = 'signed')`;
