import { sql } from 'kysely';
import type { DatabaseClock } from '../db/database-clock.ts';
import { readContext } from '../db/database-context.ts';
import { toList } from '../db/lists/compiled-query.ts';
import type { Db, JobRow } from '../db/tables.ts';
import { CHANNEL } from '../db/versions.ts';

/** A job that a worker has claimed. */
export interface Lease {
  readonly id: string;
  readonly token: string;
}

interface Claim {
  readonly kind: string;
  readonly limit: number;
  readonly token: string;
  /** Milliseconds. */
  readonly lease: number;
}

/** The kinds that have a due job. One statement for all kinds, because most searches find none. */
export async function findDueKinds(
  db: Db,
  clock: DatabaseClock,
  kinds: readonly string[],
): Promise<Set<string>> {
  const list = toList(db, kinds);
  const table =
    readContext(db).dialect === 'sqlite'
      ? sql`json_each(${list}) as kinds`
      : sql`unnest(${list}::text[]) as kinds (value)`;
  const { rows } = await sql<{ kind: string }>`select kinds.value as kind from ${table}
    where exists (select 1 from jobs where jobs.kind = kinds.value
      and jobs.failed_at is null and jobs.run_at <= ${clock()})`.execute(db);
  return new Set(rows.map(({ kind }) => kind));
}

/** Claims due jobs, also those of ended leases, and counts the attempt. Workers on PostgreSQL skip locked rows. */
export async function claim(db: Db, clock: DatabaseClock, claim: Claim): Promise<JobRow[]> {
  const { kind, limit, token, lease } = claim;
  const isPostgres = readContext(db).dialect === 'postgres';
  return (
    db
      // Of a subquery in the condition PostgreSQL could take more rows than the limit.
      .with('next', (from) =>
        from
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', kind)
          .where('failed_at', 'is', null)
          .where('run_at', '<=', clock())
          .where(({ not }) => not(isSenderServed(clock)))
          .orderBy('priority')
          .orderBy('position')
          .orderBy('run_at')
          .limit(limit)
          .$if(isPostgres, (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('jobs')
      .set(({ eb }) => ({
        attempts: eb('attempts', '+', 1),
        lease_token: token,
        run_at: clock(lease),
        // A request since the last attempt is done by this one, unless it is for later.
        again_at: sql<string | null>`case when again_at > ${clock()} then again_at end`,
      }))
      .where('id', 'in', (from) => from.selectFrom('next').select('id'))
      .returningAll()
      .execute()
  );
}

/** Whether a worker has claimed a job of the same sender and kind. */
const isSenderServed = (clock: DatabaseClock) => sql<boolean>`(jobs.sender <> '' and exists (
  select 1 from jobs as other where other.kind = jobs.kind and other.sender = jobs.sender
    and other.lease_token is not null and other.run_at > ${clock()} and other.failed_at is null))`;

const selectLease = (db: Db, { id, token }: Lease) =>
  db.updateTable('jobs').where('id', '=', id).where('lease_token', '=', token);

/** Extends a lease. Returns false if it was lost. */
export async function extend(
  db: Db,
  clock: DatabaseClock,
  { lease, milliseconds }: { lease: Lease; milliseconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await selectLease(db, lease)
    .set({ run_at: clock(milliseconds) })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes a finished job, or lets it run again if requested meanwhile. Returns false if the lease was lost. */
export async function complete(tx: Db, { id, token }: Lease): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .where('again_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n || restart(tx, { id, token });
}

/** Lets a job that was requested again begin anew. Returns false if it was not, or if the lease was lost. */
export async function restart(tx: Db, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await selectLease(tx, lease)
    .where('again_at', 'is not', null)
    .set(({ ref }) => ({
      due_at: ref('again_at').$notNull(),
      run_at: ref('again_at').$notNull(),
      again_at: null,
      attempts: 0,
      lease_token: null,
      last_error: null,
    }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Lets a job wait for its next attempt. */
export async function retry(
  db: Db,
  clock: DatabaseClock,
  { lease, delay, error }: { lease: Lease; delay: number; error: string },
): Promise<boolean> {
  const { numUpdatedRows } = await selectLease(db, lease)
    .set({ run_at: clock(delay), lease_token: null, last_error: error })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends a job permanently. Returns false if the lease was lost, or if it was requested again during the attempt. */
export async function fail(
  tx: Db,
  clock: DatabaseClock,
  { lease, error }: { lease: Lease; error: string },
): Promise<boolean> {
  const { numUpdatedRows } = await selectLease(tx, lease)
    .where('again_at', 'is', null)
    .set({ failed_at: clock(), lease_token: null, last_error: error })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives a job back without counting the attempt, for `delay` milliseconds later, and tells other processes. */
export async function release(
  db: Db,
  clock: DatabaseClock,
  lease: Lease,
  delay = 0,
): Promise<void> {
  await selectLease(db, lease)
    .set(({ eb }) => ({
      attempts: eb('attempts', '-', 1),
      run_at: clock(delay),
      lease_token: null,
    }))
    .execute();
  if (delay === 0 && readContext(db).dialect === 'postgres')
    await sql`select pg_notify(${CHANNEL}, 'jobs')`.execute(db);
}
