import type { Insertable, Kysely, Selectable } from 'kysely';
import type {
  AdminsTable,
  PasswordResetsTable,
  ProgramTokensTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SessionActivityTable,
  SessionsTable,
  TrustedBrowsersTable,
} from './tables/accounts.ts';
import type { AuditSealsTable, AuditTable, AuditUnsealedTable } from './tables/audit.ts';
import type {
  CheckupDeletionsTable,
  CheckupFilesTable,
  CheckupsTable,
  DeletedFilesTable,
  FileObjectsTable,
  RemovedFilesTable,
  ResultOpeningsTable,
  UploadClaimsTable,
} from './tables/checkups.ts';
import type {
  AnnotationsTable,
  DecoderAttemptsTable,
  DicomHeadersTable,
  DicomInstancesTable,
  DicomSeriesTable,
  FileImagingTable,
} from './tables/imaging.ts';
import type {
  DevicesTable,
  IntakeFilesTable,
  IntakeInstancesTable,
  IntakeReportsTable,
  IntakeStudiesTable,
  PerformedStepsTable,
} from './tables/intake.ts';
import type {
  NotificationSettingsTable,
  OutboxEventsTable,
  OutboxTable,
  PatientMessagesTable,
  PushSubscriptionsTable,
} from './tables/messages.ts';
import type {
  DatabaseIdentityTable,
  DiscardedBlobsTable,
  JobsTable,
  RateLimitsTable,
  SchedulesTable,
  StoredChunksTable,
  StoredObjectsTable,
  StoredTotalsTable,
} from './tables/operation.ts';
import type {
  LabsTable,
  LedgerTable,
  PartnerQuotasTable,
  PartnersTable,
  PaymentsTable,
} from './tables/partners.ts';
import type {
  AppointmentsTable,
  BookingTokensTable,
  ExaminationKindsTable,
  FreedTimesTable,
  OffersTable,
  OpeningHoursTable,
} from './tables/referrals/appointments.ts';
import type { DepositLedgerTable, DepositsTable } from './tables/referrals/deposits.ts';
import type {
  PatientsTable,
  ReferralFilesTable,
  ReferralHistoryTable,
  ReferralsTable,
} from './tables/referrals/referrals.ts';
import type {
  CheckupQuestionsTable,
  DiagnosticReportsTable,
  QuestionFilesTable,
  ReadingsTable,
  ReportEntriesTable,
  ReportKeysTable,
  ReportMacrosTable,
} from './tables/reports.ts';
import type { ShareFilesTable, SharesTable, ShareVisitsTable } from './tables/shares.ts';
import type {
  ClinicSettingsTable,
  ClinicsTable,
  PartnerCardImagesTable,
  PartnerCardsTable,
  PicturesTable,
} from './tables/website.ts';
import type {
  ComplaintsTable,
  ContactMessagesTable,
  PartnerApplicationsTable,
  ReservationApplicationsTable,
} from './tables/work-queues.ts';

/** Instants are ISO text in UTC, calendar dates `YYYY-MM-DD`, ids UUIDv7, money whole qəpik. */
export interface Tables {
  admins: AdminsTable;
  partners: PartnersTable;
  sessions: SessionsTable;
  session_activity: SessionActivityTable;
  program_tokens: ProgramTokensTable;
  known_devices: TrustedBrowsersTable;
  checkups: CheckupsTable;
  checkup_files: CheckupFilesTable;
  upload_claims: UploadClaimsTable;
  database_identity: DatabaseIdentityTable;
  removed_files: RemovedFilesTable;
  file_objects: FileObjectsTable;
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
  reports: ComplaintsTable;
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
  dicom_series: DicomSeriesTable;
  dicom_instances: DicomInstancesTable;
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
  stored_totals: StoredTotalsTable;
  stored_chunks: StoredChunksTable;
  discarded_blobs: DiscardedBlobsTable;
  schedules: SchedulesTable;
  rate_limits: RateLimitsTable;
  devices: DevicesTable;
  intake_reports: IntakeReportsTable;
  intake_studies: IntakeStudiesTable;
  intake_files: IntakeFilesTable;
  intake_instances: IntakeInstancesTable;
  performed_steps: PerformedStepsTable;
  patients: PatientsTable;
  referrals: ReferralsTable;
  referral_history: ReferralHistoryTable;
  referral_files: ReferralFilesTable;
  examination_kinds: ExaminationKindsTable;
  clinic_settings: ClinicSettingsTable;
  opening_hours: OpeningHoursTable;
  appointments: AppointmentsTable;
  booking_tokens: BookingTokensTable;
  report_keys: ReportKeysTable;
  diagnostic_reports: DiagnosticReportsTable;
  report_entries: ReportEntriesTable;
  report_macros: ReportMacrosTable;
  checkup_questions: CheckupQuestionsTable;
  question_files: QuestionFilesTable;
  password_resets: PasswordResetsTable;
  readings: ReadingsTable;
  patient_messages: PatientMessagesTable;
  freed_times: FreedTimesTable;
  offers: OffersTable;
  deposits: DepositsTable;
  deposit_ledger: DepositLedgerTable;
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
  'seq' | 'email_key' | 'password_hash' | 'deleted_at' | 'name_key' | 'sort_key' | 'language'
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
export type PatientRow = Selectable<PatientsTable>;
export type ReferralRow = Selectable<ReferralsTable>;
export type QuestionFileRow = Selectable<QuestionFilesTable>;
export type ReferralFileRow = Selectable<ReferralFilesTable>;
export type AppointmentRow = Selectable<AppointmentsTable>;
export type DiagnosticReportRow = Selectable<DiagnosticReportsTable>;
export type ReportEntryRow = Selectable<ReportEntriesTable>;
export type ReportMacroRow = Selectable<ReportMacrosTable>;
export type ReportKeyRow = Selectable<ReportKeysTable>;
export type QuestionRow = Selectable<CheckupQuestionsTable>;
export type FreedTimeRow = Selectable<FreedTimesTable>;
export type PasswordResetRow = Selectable<PasswordResetsTable>;
export type OfferRow = Selectable<OffersTable>;
export type PatientMessageRow = Selectable<PatientMessagesTable>;
export type DepositRow = Selectable<DepositsTable>;
export type DeviceRow = Selectable<DevicesTable>;
export type IntakeStudyRow = Selectable<IntakeStudiesTable>;
export type IntakeInstanceRow = Selectable<IntakeInstancesTable>;
export type IntakeFileRow = Selectable<IntakeFilesTable>;
export type DicomHeaderRow = Selectable<DicomHeadersTable>;
export type DicomSeriesRow = Selectable<DicomSeriesTable>;
export type DicomInstanceRow = Selectable<DicomInstancesTable>;

/** The root handle or a transaction. */
export type Db = Kysely<Tables>;
export type StoredObjectRow = Selectable<StoredObjectsTable>;
export type StoredChunkRow = Selectable<StoredChunksTable>;
export type DiscardedBlobRow = Selectable<DiscardedBlobsTable>;
