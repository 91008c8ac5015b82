import type { RawBuilder } from 'kysely';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { Db } from '../db/tables.ts';

interface Lease {
  readonly name: string;
  /** The process that does the work. */
  readonly holder: string;
}

/** Milliseconds. */
interface Times {
  /** How long the lease is valid. */
  readonly lease: number;
  /** How long the work counts as done. */
  readonly interval: number;
}

/** Takes the lease of due work. Times beyond what this program writes count as past: the clock was set back. */
export async function take(
  db: Db,
  clock: DatabaseClock,
  { name, holder }: Lease,
  { lease, interval }: Times,
): Promise<boolean> {
  await db
    .insertInto('schedules')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({ holder, leased_until: clock(lease) })
    .where('name', '=', name)
    .where((each) =>
      each.and([
        each.or([
          each('leased_until', 'is', null),
          each('leased_until', '<=', clock()),
          each('leased_until', '>', clock(2 * lease)),
        ]),
        each.or([
          each('done_at', 'is', null),
          each('done_at', '<=', clock(-interval)),
          each('done_at', '>', clock(lease)),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Extends a lease. Returns false where another process has it. */
export const extend = (db: Db, lease: Lease, until: RawBuilder<string>): Promise<boolean> =>
  change(db, lease, { leased_until: until });

/** Ends a lease; `doneAt`: the work is done. */
export const release = (db: Db, lease: Lease, doneAt?: RawBuilder<string>): Promise<boolean> =>
  change(db, lease, { holder: null, leased_until: null, ...(doneAt && { done_at: doneAt }) });

async function change(
  db: Db,
  { name, holder }: Lease,
  values: Partial<Record<'holder' | 'leased_until' | 'done_at', RawBuilder<string> | null>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set(values)
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
