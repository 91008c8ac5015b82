import type { Role, StaffRole } from '@deqiq/contract/shared/roles.ts';
import type { Generated, Insertable, Kysely, Selectable } from 'kysely';

/** Instants are ISO text in UTC, calendar dates `YYYY-MM-DD`, ids UUIDv7, money whole qəpik. */
export interface Tables {
  admins: AdminsTable;
  partners: PartnersTable;
  sessions: SessionsTable;
  session_activity: SessionActivityTable;
  known_devices: KnownDevicesTable;
  checkups: CheckupsTable;
  checkup_files: CheckupFilesTable;
  upload_claims: UploadClaimsTable;
  database_identity: DatabaseIdentityTable;
  removed_files: RemovedFilesTable;
  checkup_deletions: CheckupDeletionsTable;
  deleted_files: DeletedFilesTable;
  audit: AuditTable;
  audit_seals: AuditSealsTable;
  audit_unsealed: AuditUnsealedTable;
  pictures: PicturesTable;
  clinics: ClinicsTable;
  partner_cards: PartnerCardsTable;
  partner_card_images: PartnerCardImagesTable;
  ledger: LedgerTable;
  payments: PaymentsTable;
  reports: ReportsTable;
  reservation_applications: ReservationApplicationsTable;
  partner_applications: PartnerApplicationsTable;
  contact_messages: ContactMessagesTable;
  labs: LabsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  decoder_attempts: DecoderAttemptsTable;
  partner_quotas: PartnerQuotasTable;
  jobs: JobsTable;
  file_imaging: FileImagingTable;
  dicom_headers: DicomHeadersTable;
  annotations: AnnotationsTable;
  outbox: OutboxTable;
  outbox_events: OutboxEventsTable;
  result_openings: ResultOpeningsTable;
  notification_settings: NotificationSettingsTable;
  push_subscriptions: PushSubscriptionsTable;
  shares: SharesTable;
  share_files: ShareFilesTable;
  share_visits: ShareVisitsTable;
  stored_objects: StoredObjectsTable;
  stored_chunks: StoredChunksTable;
  discarded_blobs: DiscardedBlobsTable;
  schedules: SchedulesTable;
  rate_limits: RateLimitsTable;
}

/** Usage of a partner's quota since `window_at`. */
interface PartnerQuotasTable {
  partner_id: string;
  kind: 'report' | 'shipment' | 'account' | 'annotation' | 'share' | 'bytes';
  window_at: string;
  used: number;
}

interface AdminsTable {
  id: string;
  username: string;
  /** Trimmed, lower case; compared at sign-in. */
  username_key: string;
  password_hash: string;
  created_at: string;
  role: Generated<StaffRole>;
  /** Set while the account may not sign in. */
  disabled_at: string | null;
}

/** An object of the object store; see storage/s3. */
interface StoredObjectsTable {
  id: string;
  /** The storage key. */
  key: string;
  /** open: chunks arrive; complete: the chunks are the object; sealed: one blob is. */
  state: 'open' | 'complete' | 'sealed';
  /** Bytes of the stored chunks. */
  size: number;
  /** Of the whole; null while it is open. */
  crc32: number | null;
  /** The blob of a sealed object. */
  blob: string | null;
  /** Milliseconds since 1970. */
  touched_at: number;
}

/** A chunk as it was acknowledged. The rows stay after sealing: a repeated chunk is compared with them. */
interface StoredChunksTable {
  object_id: string;
  number: number;
  length: number;
  crc32: number;
  /** In hex. */
  sha256: string;
  blob: string;
}

/** Recurring work that one process at a time does. */
interface SchedulesTable {
  name: string;
  /** The process that does it now. */
  holder: Generated<string | null>;
  leased_until: Generated<string | null>;
  done_at: Generated<string | null>;
}

/** How often a key was counted within its window. */
interface RateLimitsTable {
  limit_name: string;
  key_hash: string;
  /** The end of the window, in milliseconds since 1970. */
  until: number;
  count: number;
}

/** A blob that is being written, or that no object needs any more. */
interface DiscardedBlobsTable {
  blob: string;
  /** Of a multipart upload that may be unfinished. */
  upload_id: string | null;
  remove_after: string;
}

/** A person's authenticator app. The factor is on while `secret` is set. */
interface SecondFactorsTable {
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

interface RecoveryCodesTable {
  role: Role;
  person_id: string;
  code_hash: string;
  used_at: string | null;
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
  /** Compared at sign-in; null if deleted, so that the address is free again. */
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
  /** Browser and system, such as "Chrome · Android". */
  device: Generated<string | null>;
  /** The address the person signed in from. */
  address: Generated<string | null>;
  /** Derived from the secret; a session of another secret ends at the next start. */
  epoch: Generated<string | null>;
}

/** Columns that change while a session is used. See `sessions/refresh-state.ts` for the refresh columns. */
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

/** Devices from which a person has signed in before. */
interface KnownDevicesTable {
  id: string;
  role: Role;
  person_id: string;
  token_hash: string;
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
  status: 'pending' | 'completed' | 'cancelled';
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

/** One row. */
interface DatabaseIdentityTable {
  id: string;
  kind: 'database';
  created_at: string;
}

/** Files whose rows were removed permanently: their bytes may be removed. */
interface RemovedFilesTable {
  id: string;
  removed_at: string;
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

interface DeletedFilesTable extends CheckupFilesTable {
  deletion_id: string;
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
  /** Random; becomes null together with the address. */
  address_salt: string | null;
  result: 'ok' | 'refused' | 'failed';
  detail: string | null;
}

/** The hash chain of the audit, from 1; see features/audit/chain.ts. */
interface AuditSealsTable {
  seq: number;
  row_id: string;
  hash: string;
  /** null if the row had no address when it was sealed. */
  address_hash: string | null;
  sealed_at: string;
}

/** Audit rows that have no seal yet. */
interface AuditUnsealedTable {
  row_id: string;
}

/** Why a partner's figures changed. */
export type LedgerReason =
  | 'opening'
  | 'balance-set'
  | 'balance-add'
  | 'balance-subtract'
  | 'patients-set'
  | 'patients-add'
  | 'patients-subtract'
  | 'reset'
  | 'gift'
  | 'gift-rejected';

/** Every change of a partner's balance and patient count: amount and new value. */
interface LedgerTable {
  seq: Generated<number>;
  partner_id: string;
  at: string;
  /** The role of the author; null in opening rows. */
  role: Role | null;
  person_id: string | null;
  reason: LedgerReason;
  payment_id: string | null;
  amount_qepik: number;
  balance_qepik: number;
  patients_amount: number;
  patients_count: number;
}

export interface PaymentsTable {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  amount_qepik: number;
  /** The gift's id in the catalogue, if the request contained one. */
  gift: string | null;
  status: 'pending' | 'completed' | 'rejected';
  created_at: string;
}

/** How far staff are with an entry of a list that they work through. */
interface WorkProgress {
  status: Generated<'new' | 'contacted' | 'done' | 'declined'>;
  /** What staff noted. */
  note: Generated<string>;
  /** Username of the last editor, as it was at the time; '' before the first change. */
  handled_by: Generated<string>;
  handled_at: string | null;
  version: Generated<number>;
}

export interface ReportsTable extends WorkProgress {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  message: string;
  created_at: string;
}

/** Columns of all submissions of public forms. */
interface FromVisitors extends WorkProgress {
  seq: Generated<number>;
  id: string;
  full_name: string;
  email: string;
  phone: string;
  created_at: string;
  name_key: string;
}

interface ReservationApplicationsTable extends FromVisitors {
  partner_full_name: string;
}

interface PartnerApplicationsTable extends FromVisitors {
  clinic_name: string;
  clinic_phone: string;
}

interface ContactMessagesTable extends FromVisitors {
  message: string;
}

export interface LabsTable {
  seq: Generated<number>;
  id: string;
  partner_id: string;
  title: string;
  start_date: string;
  end_date: string;
  status: 'pending' | 'completed';
  created_at: string;
  name_key: string;
}

interface PicturesTable {
  id: string;
  kind: 'clinic' | 'card';
  /** Upright width of the original in pixels; determines the stored widths. */
  width: number;
  created_at: string;
}

export interface ClinicsTable {
  seq: Generated<number>;
  id: string;
  title: string;
  phone: string;
  location: string;
  instagram: string;
  picture_id: string;
  created_at: string;
  name_key: string;
}

export interface PartnerCardsTable {
  seq: Generated<number>;
  id: string;
  first_name: string;
  last_name: string;
  phone: string;
  clinic_name: string;
  instagram: string;
  picture_id: string;
  created_at: string;
  name_key: string;
}

/** The certificates of a doctor's card, in their order. */
interface PartnerCardImagesTable {
  card_id: string;
  picture_id: string;
  position: number;
}

/** A file that is being decoded, or whose decoder died. */
interface DecoderAttemptsTable {
  /** The id of a stored file, or `sha256-` and the hash of a form's picture. */
  subject: string;
  attempts: number;
  started_at: string;
  /** Why it is not decoded again. */
  failure: string | null;
}

/** Work that a worker does after the commit that requested it. Without personal data. */
interface JobsTable {
  id: string;
  kind: string;
  /** The id of the row that the job is about; unique together with the kind. */
  subject: string;
  /** JSON: ids and settings. */
  payload: string;
  /** 0: normal, 1: background. */
  priority: number;
  /** When the work was due; a back-off does not move it. */
  due_at: string;
  /** From when on a worker may claim it: its time, the end of a back-off, or the end of a lease. */
  run_at: string;
  /** When it is to run once more, where it was requested again while it ran. */
  again_at: string | null;
  /** How often it was claimed. */
  attempts: number;
  /** Set while a worker has claimed it. */
  lease_token: string | null;
  last_error: string | null;
  /** Set once it is not tried any more. */
  failed_at: string | null;
  created_at: string;
}

/** The pictures that were derived from a file. */
interface FileImagingTable {
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
  /** Why it failed: a code of the contract. */
  failure: string | null;
  updated_at: string;
}

/** What the DICOM header of a file says. Texts are '' where it says nothing. */
interface DicomHeadersTable {
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

/** What people have drawn and measured in the pictures of a file. */
interface AnnotationsTable {
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

/** A message to one recipient by one channel. */
interface OutboxTable {
  id: string;
  channel: 'email' | 'push';
  /** The id of a partner, or `staff`; for push the id of a subscription. */
  recipient: string;
  /** The kind of its events: a kind of the contract. */
  kind: string;
  /**
   * open: takes further events; queued: waits for an attempt; finishing: its last byte is about to be sent, or was sent
   * without a reply; cancelled: nothing was left to be said.
   */
  state: 'open' | 'queued' | 'finishing' | 'sent' | 'failed' | 'cancelled';
  /** Whether the server of the recipient has confirmed it; 0 if the process ended while it waited for the reply. */
  is_confirmed: 0 | 1 | null;
  /** Why it failed: a code. */
  failure: string | null;
  created_at: string;
  sent_at: string | null;
}

/** What a message is about. An event reaches a recipient once per channel. */
interface OutboxEventsTable {
  id: string;
  message_id: string;
  channel: 'email' | 'push';
  recipient: string;
  kind: string;
  object_id: string;
  created_at: string;
}

/** Results since 0018: when they became ready, and when the partner opened them for the first time. */
interface ResultOpeningsTable {
  checkup_id: string;
  partner_id: string;
  ready_at: string;
  opened_at: string | null;
}

/** A partner without a row gets e-mail and push. */
interface NotificationSettingsTable {
  partner_id: string;
  email: 0 | 1;
  push: 0 | 1;
}

/** A browser of a partner that receives push messages. */
interface PushSubscriptionsTable {
  id: string;
  partner_id: string;
  /** The session that ends it. One that expires does not. */
  session_id: string;
  endpoint: string;
  /** P-256 point, base64url. */
  public_key: string;
  auth_secret: string;
  /** The public key of this server that the browser knows. */
  server_key: string;
  created_at: string;
}

/** A link that opens files of a checkup without an account. Its token is not stored. */
interface SharesTable {
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

interface ShareFilesTable {
  share_id: string;
  file_id: string;
}

/** The session of one device with an open share. */
interface ShareVisitsTable {
  id: string;
  share_id: string;
  /** SHA-256 of the cookie. */
  secret_hash: string;
  device: string | null;
  opened_at: string;
  expires_at: string;
  downloads: number;
}

export type TableName = keyof Tables;

/** The tables with the progress of staff. */
export type WorkQueueTable =
  | 'reservation_applications'
  | 'partner_applications'
  | 'contact_messages'
  | 'reports';

/** A partner without search keys and secrets. */
export type PartnerRow = Omit<
  Selectable<PartnersTable>,
  'seq' | 'email_key' | 'password_hash' | 'deleted_at' | 'name_key' | 'sort_key'
>;
export type CheckupFileRow = Selectable<CheckupFilesTable>;
export type NewCheckupFile = Insertable<CheckupFilesTable>;
export type UploadClaimRow = Selectable<UploadClaimsTable>;
export type AuditRow = Selectable<AuditTable>;
export type AuditSeal = Selectable<AuditSealsTable>;
export type JobRow = Selectable<JobsTable>;
export type FileImagingRow = Selectable<FileImagingTable>;
export type AnnotationRow = Selectable<AnnotationsTable>;
export type ShareRow = Selectable<SharesTable>;
export type ShareVisitRow = Selectable<ShareVisitsTable>;
export type DicomHeaderRow = Selectable<DicomHeadersTable>;

/** The root handle or a transaction. */
export type Db = Kysely<Tables>;
export type StoredObjectRow = Selectable<StoredObjectsTable>;
export type StoredChunkRow = Selectable<StoredChunksTable>;
export type DiscardedBlobRow = Selectable<DiscardedBlobsTable>;
