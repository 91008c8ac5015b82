import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** Records that decoding begins. Returns false if the file has failed or has had all its attempts. */
export async function start(
  db: Db,
  { subject, at, maxAttempts }: { subject: string; at: string; maxAttempts: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('decoder_attempts')
    .values({ subject, attempts: 1, started_at: at, failure: null })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ attempts: sql`decoder_attempts.attempts + 1`, started_at: at })
        .where('decoder_attempts.failure', 'is', null)
        .where('decoder_attempts.attempts', '<', maxAttempts),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Removes the attempts: the file was decoded, or they do not count. */
export async function forget(db: Db, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db.deleteFrom('decoder_attempts').where('subject', 'in', subjects).execute();
}

/** Records why a file cannot be decoded; it gets no further attempt. */
export async function fail(db: Db, subject: string, failure: string): Promise<void> {
  await db
    .updateTable('decoder_attempts')
    .set({ failure })
    .where('subject', '=', subject)
    .execute();
}

/** The attempts at a file; undefined where it has none that count. */
export async function find(db: Db, subject: string) {
  return db
    .selectFrom('decoder_attempts')
    .selectAll()
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Removes the attempts at files without a row, if they began before `before` (ISO text). Returns their number. */
export async function removeUnowned(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('decoder_attempts')
    .where('started_at', '<', before)
    .where('subject', 'not in', (from) => from.selectFrom('checkup_files').select('id'))
    .where('subject', 'not in', (from) => from.selectFrom('deleted_files').select('id'))
    .where('subject', 'not in', (from) => from.selectFrom('intake_files').select('id'))
    .where('subject', 'not in', (from) => from.selectFrom('referral_files').select('id'))
    .where('subject', 'not in', (from) => from.selectFrom('question_files').select('id'))
    .where('subject', 'not in', (from) => from.selectFrom('pictures').select('id'))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The number of files that are not decoded again. */
export async function countFailed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('decoder_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failure', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All attempts, the oldest first. */
export async function list(db: Db) {
  return db.selectFrom('decoder_attempts').selectAll().orderBy('started_at').execute();
}
