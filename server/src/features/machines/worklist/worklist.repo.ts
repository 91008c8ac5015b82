import { sql } from 'kysely';
import { findPatientRoots, type PatientRoot } from '../../../platform/db/patient-records.ts';
import type { Db } from '../../../platform/db/tables.ts';

export interface WorklistRow {
  readonly seq: number;
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly name: string;
  readonly start_date: string | null;
  readonly partner_first_name: string;
  readonly partner_last_name: string;
  readonly patient_id: string | null;
  /** Of its referral. */
  readonly examination: string | null;
  readonly teeth: string | null;
  readonly pregnancy: string | null;
  readonly birth_date: string | null;
  readonly sex: 'female' | 'male' | null;
  /** The appointment of its referral. */
  readonly device_id: string | null;
  readonly starts_at: string | null;
}

interface Range {
  /** Day until which planned examinations are listed. */
  readonly until: string;
  /** Instant before which appointments are listed. */
  readonly before: string;
  /** Day since which an examination must have been created or planned. */
  readonly since: string;
  readonly limit: number;
}

/** Pending examinations that were created, planned or booked since a day; each column has an index of pending ones. */
export function recent(db: Db, since: string) {
  const pendingBy = (column: 'created_at' | 'start_date' | 'end_date') =>
    db
      .selectFrom('checkups')
      .select('seq')
      // With a parameter, PostgreSQL would not use these indexes.
      .where('status', '=', sql.lit('pending'))
      .where(column, '>=', since);
  const booked = db
    .selectFrom('appointments')
    .innerJoin('referrals', 'referrals.id', 'appointments.referral_id')
    .innerJoin('checkups', 'checkups.id', 'referrals.checkup_id')
    .select('checkups.seq')
    .where('appointments.status', 'in', ['booked', 'arrived'])
    .where('appointments.starts_at', '>=', since)
    // An equality would make SQLite read all pending ones.
    .where('checkups.status', 'not in', ['completed', 'cancelled']);
  return pendingBy('created_at')
    .union(pendingBy('start_date'))
    .union(pendingBy('end_date'))
    .union(booked);
}

/** Pending examinations, newest first. */
export async function listPending(
  db: Db,
  { until, before, since, limit }: Range,
): Promise<(WorklistRow & { readonly patient: PatientRoot | undefined })[]> {
  const rows = await db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    // A shipment whose referral is not accepted yet is shown like others.
    .leftJoin('referrals', (join) =>
      join.onRef('referrals.checkup_id', '=', 'checkups.id').on('referrals.status', '!=', 'sent'),
    )
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.referral_id', '=', 'referrals.id')
        .on('appointments.status', 'in', ['booked', 'arrived']),
    )
    .select([
      'checkups.seq',
      'checkups.id',
      'checkups.first_name',
      'checkups.last_name',
      'checkups.name',
      'checkups.start_date',
      'partners.first_name as partner_first_name',
      'partners.last_name as partner_last_name',
      'checkups.patient_id',
      'referrals.examination',
      'referrals.teeth',
      'referrals.pregnancy',
      'referrals.birth_date',
      'referrals.sex',
      'appointments.device_id',
      'appointments.starts_at',
    ])
    .where('checkups.seq', 'in', recent(db, since))
    .where('partners.deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('referrals.status', 'is', null),
        is('referrals.status', 'not in', ['missed', 'expired']),
      ]),
    )
    .where((is) => is.or([is('start_date', 'is', null), is('start_date', '<=', until)]))
    .where((is) => is.or([is('starts_at', 'is', null), is('starts_at', '<', before)]))
    .orderBy('checkups.seq', 'desc')
    .limit(limit)
    .execute();
  const roots = await findPatientRoots(
    db,
    rows.flatMap((row) => row.patient_id ?? []),
  );
  return rows.map((row) => ({ ...row, patient: roots.get(row.patient_id ?? '') }));
}

/** The machine with an AE title, in upper case, that staff have entered. */
export const findDevice = (db: Db, aeTitle: string) =>
  db
    .selectFrom('devices')
    .select(['id', 'kind'])
    .where('active_ae_title', '=', aeTitle)
    .executeTakeFirst();

/** The examinations of the offered kinds that name a machine. */
export async function listOfferedExaminations(db: Db, deviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('examination_kinds')
    .select(['examination', 'machines'])
    .where('removed_at', 'is', null)
    .execute();
  return rows
    .filter(({ machines }) => machines.split(' ').includes(deviceId))
    .map(({ examination }) => examination);
}
