import { sql } from 'kysely';
import type { DatabaseClock } from '../db/database-clock.ts';
import { contextOf } from '../db/database-context.ts';
import type { Db, JobRow } from '../db/tables.ts';
import { CHANNEL } from '../db/versions.ts';

/** A job that a worker has claimed. */
export interface Lease {
  readonly id: string;
  readonly token: string;
}

export type NewJob = Pick<JobRow, 'id' | 'kind' | 'subject' | 'payload' | 'priority' | 'sender'> & {
  /** ISO text; now without it. */
  readonly runAt: string | undefined;
};

/** Values of `priority`; the smaller one is claimed first. */
export const NORMAL = 0;
export const BACKGROUND = 1;

const isLeased = sql<boolean>`jobs.lease_token is not null`;
const isFailed = sql<boolean>`jobs.failed_at is not null`;

/** The earlier of a column and the requested time. */
const earlier = (column: 'due_at' | 'run_at') => sql<string>`case
  when ${sql.ref(`jobs.${column}`)} < excluded.run_at then ${sql.ref(`jobs.${column}`)}
  else excluded.run_at end`;

/** How many jobs of its sender are before a new one, those included that ran while others waited. */
function nextPosition(tx: Db, { kind, sender }: NewJob) {
  if (sender === '') return 0;
  return tx
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .where('sender', '=', sender)
    .where('failed_at', 'is', null)
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('position'));
}

/**
 * Adds a job. One that waits keeps the earlier time and gets the new payload; one that is running is marked to run
 * again; one that failed begins anew.
 */
export async function upsert(tx: Db, clock: DatabaseClock, job: NewJob): Promise<void> {
  const { runAt, ...columns } = job;
  const at = runAt ?? clock();
  await tx
    .insertInto('jobs')
    .values({
      ...columns,
      position: nextPosition(tx, job),
      due_at: at,
      run_at: at,
      attempts: 0,
      created_at: clock(),
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet({
        payload: sql`excluded.payload`,
        priority: sql`case when jobs.priority < excluded.priority then jobs.priority
          else excluded.priority end`,
        again_at: sql`case when not ${isLeased} then null
          when jobs.again_at < excluded.run_at then jobs.again_at else excluded.run_at end`,
        due_at: sql`case when ${isLeased} then jobs.due_at
          when ${isFailed} then excluded.run_at else ${earlier('due_at')} end`,
        run_at: sql`case when ${isLeased} then jobs.run_at
          when ${isFailed} then excluded.run_at else ${earlier('run_at')} end`,
        attempts: sql`case when ${isFailed} then 0 else jobs.attempts end`,
        sender: sql`excluded.sender`,
        position: sql`case when ${isFailed} or jobs.sender <> excluded.sender then excluded.position
          else jobs.position end`,
        failed_at: null,
      }),
    )
    .execute();
}

interface Claim {
  readonly kind: string;
  readonly limit: number;
  readonly token: string;
  /** Milliseconds. */
  readonly lease: number;
}

/**
 * Claims due jobs of a kind, also those whose lease has ended, and counts the attempt. Workers on PostgreSQL pass over
 * rows that others are claiming.
 */
export async function claim(db: Db, clock: DatabaseClock, claim: Claim): Promise<JobRow[]> {
  const { kind, limit, token, lease } = claim;
  const isPostgres = contextOf(db).dialect === 'postgres';
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

const ofLease = (db: Db, { id, token }: Lease) =>
  db.updateTable('jobs').where('id', '=', id).where('lease_token', '=', token);

/** Extends a lease. Returns false if it was lost. */
export async function extend(
  db: Db,
  clock: DatabaseClock,
  { lease, milliseconds }: { lease: Lease; milliseconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ofLease(db, lease)
    .set({ run_at: clock(milliseconds) })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Removes a finished job, or lets it run again if requested during the attempt. Returns false if the lease was lost.
 */
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
  const { numUpdatedRows } = await ofLease(tx, lease)
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
  const { numUpdatedRows } = await ofLease(db, lease)
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
  const { numUpdatedRows } = await ofLease(tx, lease)
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
  await ofLease(db, lease)
    .set(({ eb }) => ({
      attempts: eb('attempts', '-', 1),
      run_at: clock(delay),
      lease_token: null,
    }))
    .execute();
  if (delay === 0 && contextOf(db).dialect === 'postgres')
    await sql`select pg_notify(${CHANNEL}, 'jobs')`.execute(db);
}

/** Removes jobs that failed before a moment `age` milliseconds ago. Returns how many. */
export async function removeFailed(db: Db, clock: DatabaseClock, age: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('failed_at', '<', clock(-age))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Counts of the jobs of one kind. */
export interface JobCount {
  readonly kind: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** Seconds for which the oldest unfinished job has been due, background work aside. */
  readonly oldest: number;
}

const count = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`sum(case when ${condition} then 1 else 0 end)`;

/** Counts the jobs of each kind; a kind without jobs is missing. */
export async function countByKind(db: Db, clock: DatabaseClock): Promise<JobCount[]> {
  const isRunning = sql<boolean>`(${isLeased} and run_at > ${clock()})`;
  const rows = await db
    .selectFrom('jobs')
    .select([
      'kind',
      count(sql`failed_at is null and not ${isRunning}`).as('waiting'),
      count(isRunning).as('running'),
      count(isFailed).as('failed'),
      sql<
        string | null
      >`min(case when failed_at is null and priority = ${NORMAL} then due_at end)`.as('due_at'),
      clock().as('now'),
    ])
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, waiting, running, failed, due_at, now }) => ({
    kind,
    waiting: Number(waiting),
    running: Number(running),
    failed: Number(failed),
    oldest: due_at === null ? 0 : Math.max(0, (Date.parse(now) - Date.parse(due_at)) / 1_000),
  }));
}

/** Unfinished jobs that have been due for longer than `age` milliseconds, background work aside. */
export async function findOverdue(db: Db, clock: DatabaseClock, age: number) {
  return db
    .selectFrom('jobs')
    .select(['kind', 'subject', 'due_at', 'attempts'])
    .where('failed_at', 'is', null)
    .where('priority', '=', NORMAL)
    .where('due_at', '<', clock(-age))
    .orderBy('due_at')
    .execute();
}
