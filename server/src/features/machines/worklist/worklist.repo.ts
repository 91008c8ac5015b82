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
}

interface Range {
  /** Day until which planned examinations are listed. */
  readonly until: string;
  /** Day since which an examination must have been created or planned. */
  readonly since: string;
  readonly limit: number;
}

/** Pending examinations that were created or planned since a day, each column by its index of pending ones. */
export function recent(db: Db, since: string) {
  const pendingBy = (column: 'created_at' | 'start_date' | 'end_date') =>
    db
      .selectFrom('checkups')
      .select('seq')
      // With a parameter, PostgreSQL would not use these indexes.
      .where('status', '=', sql.lit('pending'))
      .where(column, '>=', since);
  return pendingBy('created_at').union(pendingBy('start_date')).union(pendingBy('end_date'));
}

/** Pending examinations, newest first. */
export async function listPending(
  db: Db,
  { until, since, limit }: Range,
): Promise<(WorklistRow & { readonly patient: PatientRoot | undefined })[]> {
  const rows = await db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    // A shipment whose referral is not accepted yet is shown like others.
    .leftJoin('referrals', (join) =>
      join.onRef('referrals.checkup_id', '=', 'checkups.id').on('referrals.status', '!=', 'sent'),
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
    .orderBy('checkups.seq', 'desc')
    .limit(limit)
    .execute();
  const roots = await findPatientRoots(
    db,
    rows.flatMap((row) => row.patient_id ?? []),
  );
  return rows.map((row) => ({ ...row, patient: roots.get(row.patient_id ?? '') }));
}

/** The kind of the machine with an AE title, in upper case, that staff have entered. */
export async function findDeviceKind(db: Db, aeTitle: string): Promise<string | undefined> {
  const device = db.selectFrom('devices').select('kind').where('active_ae_title', '=', aeTitle);
  return (await device.executeTakeFirst())?.kind;
}
