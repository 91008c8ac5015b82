import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import { sql } from 'kysely';
import { isOneOf, toList } from '../../../platform/db/lists/compiled-query.ts';
import type { Db } from '../../../platform/db/tables.ts';

/** Instants as ISO texts: from the first to before the second. */
export interface Period {
  readonly from: string;
  readonly before: string;
}

/** Results that became ready in a period, of examinations that still exist. */
export const listResults = (db: Db, { from, before }: Period) =>
  db
    .selectFrom('result_openings')
    .innerJoin('checkups', 'checkups.id', 'result_openings.checkup_id')
    .select(['checkups.partner_id', 'result_openings.ready_at', 'result_openings.opened_at'])
    .where('result_openings.ready_at', '>=', from)
    .where('result_openings.ready_at', '<', before)
    .where('checkups.status', '=', 'completed')
    .execute();

/** How many referrals each partner sent. */
export const countReferrals = (db: Db, { from, before }: Period) =>
  db
    .selectFrom('referrals')
    .select(({ fn }) => ['partner_id', fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .groupBy('partner_id')
    .execute();

export async function countPatients(db: Db, { from, before }: Period): Promise<number> {
  const { count } = await db
    .selectFrom('patients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .where('merged_into', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Appointments that began in a period and were not cancelled, by kind, machine and state. `price` in qəpik. */
export const countAppointments = (db: Db, { from, before }: Period) =>
  db
    .selectFrom('appointments')
    .innerJoin('devices', 'devices.id', 'appointments.device_id')
    .leftJoin('examination_kinds as kind', 'kind.id', 'appointments.kind_id')
    .select(({ fn }) => [
      sql<Kind['examination'] | null>`kind.examination`.as('examination'),
      'appointments.device_id',
      'devices.name as device_name',
      'appointments.status',
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(kind.price), 0)`.as('price'),
    ])
    .where('appointments.starts_at', '>=', from)
    .where('appointments.starts_at', '<', before)
    .where('appointments.status', 'in', ['booked', 'arrived', 'missed'])
    .groupBy(['kind.examination', 'appointments.device_id', 'devices.name', 'appointments.status'])
    .execute();

/** Payments that were requested in a period and made, in qəpik. */
export async function sumPayments(db: Db, { from, before }: Period): Promise<number> {
  const { sum } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('amount_qepik').as('sum'))
    .where('status', '=', 'completed')
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Names of partners, of deleted ones too. */
export const listPartners = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('partners')
    .select(['id', 'first_name', 'last_name', 'deleted_at'])
    .where(isOneOf(db, 'id', sql`${toList(db, ids)}`))
    .execute();
