import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger, orderIndex, ownerIndex, searchIndex } from './parts.ts';

const schema = ({ seq, text, big, end }: (typeof columnTypes)[DialectName]): string[] => [
  `create table patients (
    seq ${seq},
    id ${text} not null unique,
    first_name text not null,
    last_name text not null,
    father_name text not null,
    birth_date ${text},
    sex text check (sex in ('female', 'male')),
    phone text not null,
    phone_key ${text},
    email text not null,
    national_id text,
    national_id_hash ${text},
    note text not null,
    created_at ${text} not null,
    merged_into ${text},
    merge_link ${text},
    erased_at ${text},
    name_key ${text} not null
  )${end}`,
  `create table referrals (
    seq ${seq},
    id ${text} not null unique,
    partner_id ${text} not null references partners (id),
    status text not null,
    first_name text not null,
    last_name text not null,
    father_name text not null,
    birth_date ${text},
    sex text,
    phone text not null,
    examination text not null,
    purpose text not null,
    teeth text not null,
    region text,
    question text not null,
    urgency text not null,
    pregnancy text,
    report_wanted integer not null,
    patient_id ${text} references patients (id),
    patient_link ${text},
    checkup_id ${text} unique,
    reservation_id ${text} unique,
    created_at ${text} not null,
    expires_at ${text},
    name_key ${text} not null
  )${end}`,
  `create table referral_history (
    id ${text} primary key,
    referral_id ${text} not null references referrals (id),
    status text not null,
    at ${text} not null,
    role text not null,
    person_id ${text},
    reason text not null
  )${end}`,
  `create table referral_files (
    id ${text} primary key,
    referral_id ${text} not null references referrals (id),
    position integer not null,
    name text not null,
    size ${big} not null,
    content_type text not null,
    crc32 ${big} not null,
    created_at ${text} not null,
    unique (referral_id, position)
  )${end}`,
  // Lists show neither merged nor erased patients.
  'create index patients_listed on patients (seq) where merged_into is null and erased_at is null',
  'create index patients_merged_into on patients (merged_into) where merged_into is not null',
  ...['birth_date', 'phone_key', 'national_id_hash'].map(
    (column) =>
      `create index patients_${column} on patients (${column}) where ${column} is not null`,
  ),
  'create index referrals_created_at on referrals (created_at)',
  'create index referrals_expires_at on referrals (expires_at) where expires_at is not null',
  'create index referrals_patient on referrals (patient_id) where patient_id is not null',
  'create index referral_history_referral on referral_history (referral_id, id)',
  ...['checkups', 'checkup_deletions'].flatMap((table) => [
    `alter table ${table} add column patient_id ${text}`,
    `alter table ${table} add column patient_link ${text}`,
    `create index ${table}_patient_id on ${table} (patient_id) where patient_id is not null`,
  ]),
];

/** Patients, the referrals of partners, and the patient of an examination. */
export async function patientsAndReferrals(
  db: Kysely<Tables>,
  dialect: DialectName,
): Promise<void> {
  const statements = [
    ...schema(columnTypes[dialect]),
    ...['patients', 'referrals'].flatMap((table) => [
      ...orderIndex(dialect, table),
      ...searchIndex(dialect, table),
    ]),
    ...['partner_id', 'status'].flatMap((column) => ownerIndex(dialect, 'referrals', column)),
    ...['patients', 'referrals', 'referral_history', 'referral_files'].flatMap((table) =>
      notifyTrigger(dialect, table),
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
