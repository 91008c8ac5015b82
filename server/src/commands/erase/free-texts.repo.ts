import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/tables.ts';

/** Columns with free text, which may contain a name. */
export interface FreeText {
  readonly table: string;
  readonly columns: readonly string[];
  /** Condition for the rows of these partners; absent if the table has no owner. */
  readonly ofPartner?: (ids: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** The column that name_key is derived from. */
  readonly searchedBy?: string;
  /** Contains names of doctors and clinics, never of patients. */
  readonly isOfPartners?: true;
  /** Contains names of patients, never of doctors. */
  readonly isOfPatients?: true;
  /** The primary key; `id` if absent. */
  readonly key?: 'id' | 'file_id';
  /** Columns about the person of a name: a row that loses the name loses them, too. */
  readonly ofPerson?: readonly string[];
}

const isOwnedBy = (ids: RawBuilder<unknown>) => sql<boolean>`partner_id in (${ids})`;

const isInFileOwnedBy = (ids: RawBuilder<unknown>) => sql<boolean>`file_id in (
  select checkup_files.id from checkup_files
    join checkups on checkups.id = checkup_files.checkup_id where partner_id in (${ids})
  union all select deleted_files.id from deleted_files
    join checkup_deletions on checkup_deletions.id = deletion_id where partner_id in (${ids}))`;

const isInReferralOwnedBy = (ids: RawBuilder<unknown>) =>
  sql<boolean>`referral_id in (select id from referrals where partner_id in (${ids}))`;

const isInQuestionOwnedBy = (ids: RawBuilder<unknown>) =>
  sql<boolean>`question_id in (select id from checkup_questions where partner_id in (${ids}))`;

/** Studies of machines: those in a partner's examinations, and those in none yet. */
const isInStudyOwnedBy = (ids: RawBuilder<unknown>) =>
  sql<boolean>`(checkup_id is null
    or checkup_id in (select id from checkups where partner_id in (${ids})))`;

/** DICOM headers of files. The file of one patient may be in the checkup of another by mistake. */
const headers = { key: 'file_id', ofPartner: isInFileOwnedBy } as const;

export const freeTexts: readonly FreeText[] = [
  { table: 'checkups', columns: ['name', 'description'], ofPartner: isOwnedBy },
  {
    table: 'checkup_files',
    columns: ['name'],
    ofPartner: (ids) =>
      sql<boolean>`checkup_id in (select id from checkups where partner_id in (${ids}))`,
  },
  { table: 'checkup_deletions', columns: ['name', 'description'], ofPartner: isOwnedBy },
  {
    table: 'deleted_files',
    columns: ['name'],
    ofPartner: (ids) =>
      sql<boolean>`deletion_id in (select id from checkup_deletions where partner_id in (${ids}))`,
  },
  { table: 'annotations', columns: ['label'], ofPartner: isInFileOwnedBy },
  { table: 'annotations', columns: ['author_name'], isOfPartners: true },
  { table: 'shares', columns: ['label'], ofPartner: isOwnedBy },
  { table: 'labs', columns: ['title'], ofPartner: isOwnedBy, searchedBy: 'title' },
  { table: 'reports', columns: ['message', 'note'], ofPartner: isOwnedBy },
  {
    ...headers,
    table: 'file_imaging',
    isOfPatients: true,
    columns: ['patient_name'],
    ofPerson: ['birth_date'],
  },
  {
    ...headers,
    table: 'dicom_headers',
    isOfPatients: true,
    columns: ['patient_name'],
    ofPerson: ['patient_id', 'birth_date', 'sex', 'accession_number'],
  },
  {
    ...headers,
    table: 'dicom_headers',
    columns: ['patient_id', 'study_description', 'series_description'],
  },
  { ...headers, table: 'dicom_series', columns: ['patient_name'], isOfPatients: true },
  {
    ...headers,
    table: 'dicom_series',
    columns: ['referring_key', 'description_key', 'series_description_key'],
  },
  {
    table: 'intake_studies',
    ofPartner: isInStudyOwnedBy,
    isOfPatients: true,
    columns: ['patient_name'],
    searchedBy: 'patient_name',
    ofPerson: ['patient_id', 'birth_date', 'sex', 'accession_number'],
  },
  {
    table: 'intake_studies',
    ofPartner: isInStudyOwnedBy,
    columns: ['patient_id', 'description'],
  },
  { table: 'patients', columns: ['note'] },
  { table: 'referrals', columns: ['question'], ofPartner: isOwnedBy },
  { table: 'referral_history', columns: ['reason'], ofPartner: isInReferralOwnedBy },
  { table: 'referral_files', columns: ['name'], ofPartner: isInReferralOwnedBy },
  {
    table: 'appointments',
    columns: ['name'],
    isOfPatients: true,
    ofPerson: ['phone', 'phone_key', 'email'],
  },
  { table: 'checkup_questions', columns: ['text'], ofPartner: isOwnedBy },
  { table: 'question_files', columns: ['name'], ofPartner: isInQuestionOwnedBy },
  { table: 'checkup_questions', columns: ['author_name'], isOfPartners: true },
  { table: 'contact_messages', columns: ['message', 'note'] },
  { table: 'report_macros', columns: ['text'] },
  { table: 'reservation_applications', columns: ['note'] },
  { table: 'partner_applications', columns: ['note'] },
  { table: 'jobs', columns: ['last_error'] },
  { table: 'reservation_applications', columns: ['partner_full_name'], isOfPartners: true },
  { table: 'partner_applications', columns: ['clinic_name'], isOfPartners: true },
  { table: 'clinics', columns: ['title', 'location'], searchedBy: 'title', isOfPartners: true },
  { table: 'partners', columns: ['clinic_name'], isOfPartners: true },
  { table: 'partner_cards', columns: ['clinic_name'], isOfPartners: true },
];

/**
 * Tables handled by the repos of people, checkups and studies, without names by design, or about staff. Reports are removed
 * with the person: a changed word would break the signature.
 */
const tablesWithoutTexts: readonly string[] = [
  'admins',
  'audit',
  'audit_seals',
  'audit_unsealed',
  'database_identity',
  'devices',
  'diagnostic_reports',
  'report_entries',
  'report_keys',
  'examination_kinds',
  'deposit_ledger',
  'deposits',
  'freed_times',
  'offers',
  'patient_messages',
  'opening_hours',
  'clinic_settings',
  'intake_files',
  'intake_instances',
  'intake_reports',
  'dicom_instances',
  'ledger',
  'migrations',
  'outbox',
  'outbox_events',
  'partner_card_images',
  'partner_quotas',
  'password_resets',
  'payments',
  'pictures',
  'program_tokens',
  'push_subscriptions',
  'removed_files',
  'file_objects',
  'share_files',
  'share_visits',
  'sessions',
  'session_activity',
  'known_devices',
  'upload_claims',
];

/** Columns of ids, times, states and hashes. */
const COLUMN_WITHOUT_NAME = /^(id|kind|status|role|reason|.*_(id|at|date|hash|type))$/;

/** Tables of later versions, from the schema; every text column may contain a name. */
export async function unknownTables(db: Db): Promise<FreeText[]> {
  const handled = [...tablesWithoutTexts, ...freeTexts.map(({ table }) => table)];
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name, columns }) => {
      const isOurs = !name.includes('_search') && !name.startsWith('sqlite');
      return isOurs && !handled.includes(name) && columns.some((column) => column.name === 'id');
    })
    .map(({ name, columns }) => ({
      table: name,
      columns: columns
        .filter(
          (column) =>
            /^(text|varchar)/i.test(column.dataType) && !COLUMN_WITHOUT_NAME.test(column.name),
        )
        .map((column) => column.name),
      ...(columns.some((column) => column.name === 'partner_id') && { ofPartner: isOwnedBy }),
    }));
}
