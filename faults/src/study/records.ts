import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of waiting for the job of a study; its worker polls every five seconds. */
const LONGEST_WAIT = 7_000;
const POLL = 250;

/** Reads and ages the records of studies in the database of a running server. */
export function studyRecords(dataDir: string) {
  function run<T>(work: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(join(dataDir, 'deqiq.sqlite'), { timeout: 10_000 });
    try {
      return work(db);
    } finally {
      db.close();
    }
  }

  /** Whether the job of a study is due. */
  const isDue = (study: string): boolean =>
    run((db) => {
      const found = db
        .prepare(
          `select count(*) as count from jobs where kind = 'pack-study' and run_at <= ?
           and subject in (select id from intake_studies where study_uid = ?)`,
        )
        .get(new Date().toISOString(), study);
      return Number(found?.count) > 0;
    });

  return {
    /** Moves what the server knows of a study into the past, and waits until its job has run. */
    async passTime(study: string, seconds: number): Promise<void> {
      const back = (column: string) =>
        `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${seconds.toFixed(3)} seconds')`;
      run((db) => {
        db.prepare(
          `update intake_studies set ${back('last_arrival_at')}, ${back('packed_at')} where study_uid = ?`,
        ).run(study);
        db.prepare(
          `update jobs set ${back('run_at')}, ${back('due_at')} where kind = 'pack-study' and lease_token is null
           and subject in (select id from intake_studies where study_uid = ?)`,
        ).run(study);
      });
      const until = Date.now() + LONGEST_WAIT;
      while (isDue(study) && Date.now() < until) await pause(POLL);
    },

    /** Whether a study is assigned and nothing more of it is expected. */
    isDone: (study: string): boolean =>
      run((db) => {
        const row = db
          .prepare('select state, incomplete from intake_studies where study_uid = ?')
          .get(study);
        return row?.state === 'assigned' && row.incomplete === null && !isDue(study);
      }),

    /** The current state of a study, for a finding. */
    describe: (study: string): string =>
      run((db) =>
        JSON.stringify(db.prepare('select * from intake_studies where study_uid = ?').get(study)),
      ),

    /** Times images joined the file of an examination, and those of them of which its doctor got no message. */
    countJoined: (study: string): { readonly joined: number; readonly silent: number } =>
      run((db) => {
        const row = db
          .prepare(
            `select count(*) as joined, sum(not exists (
               select 1 from outbox_events where kind = 'images' and object_id = joined.object_id)) as silent
             from file_objects as joined join intake_studies as study on study.study_uid = ?
             where added > 0 and joined.created_at > study.assigned_at and file_id in (
               select file_id from intake_instances where study_id = study.id)`,
          )
          .get(study);
        return { joined: Number(row?.joined), silent: Number(row?.silent ?? 0) };
      }),
  };
}
