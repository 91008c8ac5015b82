import { sql } from 'kysely';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { Db, JobRow } from '../db/tables.ts';

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

/** Removes jobs that failed before a moment `age` milliseconds ago. Returns how many. */
export async function removeFailed(db: Db, clock: DatabaseClock, age: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('failed_at', '<', clock(-age))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

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
