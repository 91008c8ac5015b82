import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../server/src/platform/db/tables.ts';

/** Milliseconds of waiting for the job of a study; its worker polls every five seconds. */
const LONGEST_WAIT = 7_000;
const POLL = 250;

export type StudyRecords = ReturnType<typeof studyRecords>;

/** Reads and ages the records of studies in the database of a running server. */
export function studyRecords(db: Db) {
  const find = (study: string) =>
    db.selectFrom('intake_studies').selectAll().where('study_uid', '=', study).executeTakeFirst();

  const findJob = (id: string) =>
    db
      .selectFrom('jobs')
      .select(['id', 'run_at', 'due_at'])
      .where('kind', '=', 'pack-study')
      .where('subject', '=', id)
      .where('lease_token', 'is', null)
      .executeTakeFirst();

  /** Whether the job of a study is due; a job that runs is. */
  async function isDue(id: string): Promise<boolean> {
    const due = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'pack-study')
      .where('subject', '=', id)
      .where('run_at', '<=', new Date().toISOString())
      .executeTakeFirst();
    return due !== undefined;
  }

  return {
    find,

    /** A study with its conflicts and its jobs. */
    async describe(study: string) {
      const found = await find(study);
      const conflicts = await db
        .selectFrom('intake_instances')
        .select(['id', 'sop_uid', 'transfer_syntax', 'is_undecided', 'arrived_at', 'file_id'])
        .where('study_id', '=', found?.id ?? '')
        .where('is_conflict', '=', 1)
        .execute();
      const subjects = [found?.id ?? '', ...conflicts.map(({ id }) => id)];
      const jobs = await db
        .selectFrom('jobs')
        .selectAll()
        .where('subject', 'in', subjects)
        .execute();
      return { ...found, conflicts, jobs };
    },

    /**
     * Moves what the server knows of a study into the past, and waits until its job has run. What changes meanwhile stays as
     * it is.
     */
    async passTime(study: string, seconds: number): Promise<void> {
      const found = await find(study);
      if (!found) return;
      const { id, last_arrival_at, packed_at } = found;
      const earlier = (instant: string) =>
        new Date(Date.parse(instant) - seconds * 1_000).toISOString();
      await db
        .updateTable('intake_studies')
        .set({
          last_arrival_at: earlier(last_arrival_at),
          packed_at: packed_at && earlier(packed_at),
        })
        .where('id', '=', id)
        .where('last_arrival_at', '=', last_arrival_at)
        .execute();
      const job = await findJob(id);
      if (job)
        await db
          .updateTable('jobs')
          .set({ run_at: earlier(job.run_at), due_at: earlier(job.due_at) })
          .where('id', '=', job.id)
          .where('run_at', '=', job.run_at)
          .where('lease_token', 'is', null)
          .execute();
      const until = Date.now() + LONGEST_WAIT;
      while ((await isDue(id)) && Date.now() < until) await pause(POLL);
    },

    /** Whether a study is assigned and nothing more of it is expected. */
    async isDone(study: string): Promise<boolean> {
      const found = await find(study);
      return found?.state === 'assigned' && found.incomplete === null && !(await isDue(found.id));
    },

    /** Images of a study that came after its assignment, and how often some of them joined its file. */
    async countLater(study: string): Promise<{ readonly images: number; readonly times: number }> {
      const found = await find(study);
      if (!found?.assigned_at) return { images: 0, times: 0 };
      const instances = await db
        .selectFrom('intake_instances')
        .select(['file_id', 'arrived_at'])
        .where('study_id', '=', found.id)
        .execute();
      const joined = await db
        .selectFrom('file_objects')
        .select('object_id')
        .where('added', '>', 0)
        .where('created_at', '>', found.assigned_at)
        .where(
          'file_id',
          'in',
          instances.map(({ file_id }) => file_id ?? ''),
        )
        .execute();
      const { assigned_at } = found;
      return {
        images: instances.filter(({ arrived_at }) => arrived_at > assigned_at).length,
        times: joined.length,
      };
    },

    /** Makes all e-mails due, and returns how many of them are not sent. */
    async countMails(): Promise<number> {
      await db
        .updateTable('jobs')
        .set({ run_at: new Date().toISOString(), attempts: 0, failed_at: null })
        .where('kind', '=', 'send-email')
        .where('lease_token', 'is', null)
        .execute();
      const jobs = db.selectFrom('jobs').select('id').where('kind', '=', 'send-email');
      return (await jobs.execute()).length;
    },
  };
}
