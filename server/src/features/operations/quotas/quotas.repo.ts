import type { QuotaKind } from '@deqiq/contract/operations/quotas.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/tables.ts';

export interface Usage {
  readonly kind: QuotaKind;
  /** When the current window began. */
  readonly window_at: string;
  readonly used: number;
}

export interface Claim {
  readonly partnerId: string;
  readonly kind: QuotaKind;
  readonly amount: number;
  readonly max: number;
  readonly at: string;
  /** A window that began at this moment or before is over. */
  readonly expiredAt: string;
  /** A window that begins after this moment is from before the clock was set back. */
  readonly futureAt: string;
}

/** Checks and counts in one statement, so that concurrent calls are all counted. False if over the limit. */
export async function claim(tx: Db, requested: Claim): Promise<boolean> {
  const { partnerId, kind, amount, max, at, expiredAt, futureAt } = requested;
  const isOver = sql<boolean>`(partner_quotas.window_at <= ${expiredAt} or partner_quotas.window_at > ${futureAt})`;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('partner_quotas')
    .values({ partner_id: partnerId, kind, window_at: at, used: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'kind'])
        .doUpdateSet({
          used: sql`case when ${isOver} then excluded.used else partner_quotas.used + excluded.used end`,
          window_at: sql`case when ${isOver} then excluded.window_at else partner_quotas.window_at end`,
        })
        .where(sql<boolean>`(${isOver} or partner_quotas.used + excluded.used <= ${max})`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function list(db: Db, partnerId: string): Promise<Usage[]> {
  return db
    .selectFrom('partner_quotas')
    .select(['kind', 'window_at', 'used'])
    .where('partner_id', '=', partnerId)
    .execute();
}

export async function refund(
  tx: Db,
  { partnerId, kind, amount }: Pick<Claim, 'partnerId' | 'kind' | 'amount'>,
): Promise<void> {
  await tx
    .updateTable('partner_quotas')
    .set({ used: sql`case when used > ${amount} then used - ${amount} else 0 end` })
    .where('partner_id', '=', partnerId)
    .where('kind', '=', kind)
    .execute();
}
