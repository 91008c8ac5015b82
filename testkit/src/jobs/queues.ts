import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import type { Db } from '../../../server/src/platform/db/tables.ts';
import type { JobHandler } from '../../../server/src/platform/jobs/job.ts';
import { type JobQueue, jobQueue } from '../../../server/src/platform/jobs/job-queue.ts';
import { migratedDatabase } from '../databases/fresh-database.ts';

type Options = Omit<Parameters<typeof jobQueue>[0], 'db' | 'versions' | 'log'>;

/** The kind of every job of these tests. */
export const KIND = 'work';

/** A queue that searches for jobs only when it is woken, and renews no lease by itself. */
const MANUAL = { pollInterval: 2 ** 30, heartbeat: 2 ** 30 };

const payload = z.object({ part: z.string().optional() });

type TestHandler = JobHandler<z.infer<typeof payload>>;

/** A handler that runs one job at a time, unless a test says otherwise. */
export const newHandler = (
  run: TestHandler['run'],
  options: Partial<TestHandler> = {},
): TestHandler => ({ payload, concurrency: 1, run, ...options });

/** Job queues on a database of their own with a table for effects, and a clock that tests move. */
export async function newQueues(t: TestContext) {
  const location = await migratedDatabase();
  const first = await openDatabase(location);
  const { db, dialect } = first;
  const databases = [first];
  const queues: JobQueue[] = [];
  const logged: { about: object; message: string }[] = [];
  let at = Date.UTC(2026, 10, 22, 12);
  await sql`create table effects (subject text not null, worker text not null)`.execute(db);
  t.after(async () => {
    await Promise.all(queues.map((queue) => queue.stop()));
    await Promise.all(databases.map((database) => database.close()));
    await location.drop();
  });

  const record = (about: object, message: string) => void logged.push({ about, message });
  const log = { info: record, warn: record, error: record };

  function newQueue({ db, versions }: Database, { timing, ...options }: Options = {}): JobQueue {
    const now = () => at;
    const queue = jobQueue({
      db,
      versions,
      log,
      now,
      random: () => 0,
      timing: { ...MANUAL, ...timing },
      ...options,
    });
    queues.push(queue);
    return queue;
  }

  return {
    location,
    db,
    dialect,
    logged,
    now: () => at,

    /** Moves the clock of every queue. */
    advance(milliseconds: number): void {
      at += milliseconds;
    },

    /** A queue without handlers that is not started. */
    newQueue: (options?: Options) => newQueue(first, options),

    /** A started queue with one handler. */
    start(handler: TestHandler, options?: Options): JobQueue {
      const queue = newQueue(first, options);
      queue.handle(KIND, handler);
      queue.start();
      return queue;
    },

    /** The same on a connection of its own, as in another process. SQLite has one process. */
    async startElsewhere(handler: TestHandler, options?: Options): Promise<JobQueue> {
      const database = dialect === 'sqlite' ? first : await openDatabase(location);
      if (database !== first) databases.push(database);
      const queue = newQueue(database, options);
      queue.handle(KIND, handler);
      queue.start();
      return queue;
    },

    rows: () => db.selectFrom('jobs').selectAll().orderBy('subject').execute(),

    /** Adds a job in a transaction of its own. */
    add: (queue: JobQueue, subject: string, more: { part?: string; runAt?: string } = {}) =>
      db.transaction().execute((tx) => {
        const { runAt, ...fields } = more;
        return queue.enqueue(tx, { kind: KIND, subject, payload: fields, ...(runAt && { runAt }) });
      }),

    async effects(): Promise<{ subject: string; worker: string }[]> {
      const { rows } = await sql<{ subject: string; worker: string }>`
        select subject, worker from effects order by subject`.execute(db);
      return rows.map((row) => ({ ...row }));
    },

    /** Resolves when no job is left that is neither done nor failed. */
    async whenDone(): Promise<void> {
      const unfinished = db.selectFrom('jobs').select('id').where('failed_at', 'is', null).limit(1);
      await untilTrue(async () => (await unfinished.execute()).length === 0);
    },
  };
}

/** The effect of a job: a row that a second time would double. */
export const writeEffect =
  (subject: string, worker = '') =>
  async (tx: Db) => {
    await sql`insert into effects (subject, worker) values (${subject}, ${worker})`.execute(tx);
  };

/** Milliseconds between two queries: without a pause they take the processor that the awaited work needs. */
const POLL_INTERVAL = 5;

/** Resolves when it is so. */
export async function untilTrue(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(POLL_INTERVAL);
}

/** Waits until the DICOM files of all checkups are indexed. */
export async function untilIndexed({ db }: { db: Db }): Promise<void> {
  const waiting = db.selectFrom('jobs').select('id').where('kind', '=', 'index-dicom');
  await untilTrue(async () => (await waiting.execute()).length === 0);
}
