import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { sql } from 'kysely';
import { isOneOf, toList } from '../../../platform/db/lists/compiled-query.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** Each instant as ISO text. `signed_at`: of the first signed report. */
export interface Result {
  readonly partner_id: string;
  readonly ready_at: string;
  readonly opened_at: string | null;
  readonly signed_at: string | null;
}

/** Instants as ISO texts, from the first to before the second; `partner`: only its own rows. */
export interface Span {
  readonly from: string;
  readonly before: string;
  readonly partner: string | undefined;
}

/** Results that became ready in a period, of completed examinations that still exist, in this order. */
export async function listResults(db: Db, { from, before, partner }: Span): Promise<Result[]> {
  const rows = await db
    .selectFrom('result_openings')
    .select(({ selectFrom }) => [
      'ready_at',
      'opened_at',
      // Looked up for each result: for a join PostgreSQL reads all examinations.
      selectFrom('checkups')
        .select('partner_id')
        .whereRef('checkups.id', '=', 'result_openings.checkup_id')
        .where('status', '=', 'completed')
        .as('partner_id'),
      selectFrom('diagnostic_reports')
        .select(({ fn }) => fn.min('signed_at').as('signed_at'))
        .whereRef('diagnostic_reports.checkup_id', '=', 'result_openings.checkup_id')
        .where('status', '=', 'signed')
        .as('signed_at'),
    ])
    .where('ready_at', '>=', from)
    .where('ready_at', '<', before)
    .$if(partner !== undefined, (query) =>
      query.where('checkup_id', 'in', ({ selectFrom }) =>
        selectFrom('checkups')
          .select('id')
          .where('partner_id', '=', partner ?? ''),
      ),
    )
    .orderBy('ready_at')
    .execute();
  return rows.flatMap(({ partner_id, ...row }) => (partner_id ? { partner_id, ...row } : []));
}

/** How many referrals each partner sent. */
export const countReferrals = (db: Db, { from, before, partner }: Span) =>
  db
    .selectFrom('referrals')
    .select(({ fn }) => ['partner_id', fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .$if(partner !== undefined, (query) => query.where('partner_id', '=', partner ?? ''))
    .groupBy('partner_id')
    .execute();

/** New records that the list of patients shows; partners have none. */
export async function countPatients(db: Db, { from, before, partner }: Span): Promise<number> {
  if (partner !== undefined) return 0;
  const { count } = await db
    .selectFrom('patients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .where(sql<boolean>`coalesce(merged_into, erased_at) is null`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Appointments that began in a period and were not cancelled, by kind, machine, state and partner. `price` in qəpik. */
export const countAppointments = (db: Db, { from, before, partner }: Span) =>
  db
    .selectFrom('appointments')
    .innerJoin('devices', 'devices.id', 'appointments.device_id')
    .leftJoin('examination_kinds as kind', 'kind.id', 'appointments.kind_id')
    .leftJoin('referrals', 'referrals.id', 'appointments.referral_id')
    .select(({ fn }) => [
      sql<Kind['examination'] | null>`kind.examination`.as('examination'),
      'appointments.device_id',
      'devices.name as device_name',
      'appointments.status',
      'referrals.partner_id',
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(kind.price), 0)`.as('price'),
    ])
    .where('appointments.starts_at', '>=', from)
    .where('appointments.starts_at', '<', before)
    .where('appointments.status', 'in', ['booked', 'arrived', 'missed'])
    .$if(partner !== undefined, (query) => query.where('referrals.partner_id', '=', partner ?? ''))
    .groupBy([
      'kind.examination',
      'appointments.device_id',
      'devices.name',
      'appointments.status',
      'referrals.partner_id',
    ])
    .execute();

/** Payments that were requested in a period and made, in qəpik, and the gifts among them. */
export const sumPayments = (db: Db, { from, before, partner }: Span) =>
  db
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.sum<number | null>('amount_qepik').as('sum'),
      fn.count<number>('gift').as('gifts'),
    ])
    .where('status', '=', 'completed')
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .$if(partner !== undefined, (query) => query.where('partner_id', '=', partner ?? ''))
    .executeTakeFirstOrThrow();

/** Names of partners, of deleted ones too. */
export const listPartners = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('partners')
    .select(['id', 'first_name', 'last_name', 'sended_patients_count', 'deleted_at'])
    .where(isOneOf(db, 'id', sql`${toList(db, ids)}`))
    .execute();
