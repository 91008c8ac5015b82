import { isUniqueViolation } from '../../../../platform/db/errors.ts';
import type { AuditRow, AuditSeal, Db } from '../../../../platform/db/tables.ts';
import type { ChainHead } from './chain.ts';

/** The last seal; undefined before the first one. */
export const findHead = (db: Db): Promise<ChainHead | undefined> =>
  db
    .selectFrom('audit_seals')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findSeal = (db: Db, seq: number): Promise<ChainHead | undefined> =>
  db.selectFrom('audit_seals').select(['seq', 'hash']).where('seq', '=', seq).executeTakeFirst();

/** Committed rows without a seal, oldest first. A join would read the sealed rows, too, where statistics are old. */
export async function listUnsealed(db: Db, limit: number): Promise<AuditRow[]> {
  for (let after = ''; ; ) {
    const queued = await db
      .selectFrom('audit_unsealed')
      .select('row_id')
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(limit)
      .execute();
    const ids = queued.map(({ row_id }) => row_id);
    if (ids.length === 0) return [];
    const rows = db.selectFrom('audit').selectAll().where('id', 'in', ids).orderBy('id');
    const found = await rows.execute();
    // Removed rows stay queued for verify.
    if (found.length > 0 || ids.length < limit) return found;
    after = ids.at(-1) ?? after;
  }
}

/** Extends the chain after `head`. Returns false if another process was first. */
export async function extendChain(
  db: Db,
  head: ChainHead,
  seals: readonly AuditSeal[],
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      if (((await findHead(tx))?.seq ?? 0) !== head.seq) return false;
      await tx.insertInto('audit_seals').values(seals).execute();
      const ids = seals.map(({ row_id }) => row_id);
      await tx.deleteFrom('audit_unsealed').where('row_id', 'in', ids).execute();
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'audit_seals', 'seq')) return false;
    throw error;
  }
}

/** A seal with its row; `id` is null if the row was removed. */
export type SealedRow = AuditSeal & (AuditRow | { readonly [Column in keyof AuditRow]: null });

/** Seals after a number, in their order. */
export const readChain = (db: Db, after: number, limit: number): Promise<SealedRow[]> =>
  db
    .selectFrom('audit_seals')
    .leftJoin('audit', 'audit.id', 'row_id')
    .selectAll()
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .$castTo<SealedRow>()
    .execute();

/** How many rows wait for a seal, and when the oldest was written. */
export async function countUnsealed(db: Db): Promise<{ count: number; oldest: string | null }> {
  const row = await db
    .selectFrom('audit_unsealed')
    .innerJoin('audit', 'audit.id', 'row_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest')])
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null };
}

export async function findSealTime(db: Db): Promise<string | undefined> {
  const last = db.selectFrom('audit_seals').select('sealed_at').orderBy('seq', 'desc').limit(1);
  return (await last.executeTakeFirst())?.sealed_at;
}

/** Ids of rows that were removed before they got a seal. */
export async function listRemovedUnsealed(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_unsealed')
    .leftJoin('audit', 'audit.id', 'row_id')
    .select('row_id')
    .where('audit.id', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ row_id }) => row_id);
}
