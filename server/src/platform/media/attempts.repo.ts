import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** Writes down that decoding begins: 1 row, unless the file has had all its attempts. */
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

/** The file is fine, or the attempt does not count. */
export async function forget(db: Db, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db.deleteFrom('decoder_attempts').where('subject', 'in', subjects).execute();
}

export async function fail(db: Db, subject: string, failure: string): Promise<void> {
  await db
    .updateTable('decoder_attempts')
    .set({ failure })
    .where('subject', '=', subject)
    .execute();
}

export async function find(db: Db, subject: string) {
  return db
    .selectFrom('decoder_attempts')
    .selectAll()
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Removes the rows of files that are stored nowhere; those begun after `before` (ISO text) may still be. */
export async function removeUnowned(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('decoder_attempts')
    .where('started_at', '<', before)
    .where('subject', 'not in', (from) => from.selectFrom('checkup_files').select('id'))
    .where('subject', 'not in', (from) => from.selectFrom('deleted_files').select('id'))
    .where('subject', 'not in', (from) => from.selectFrom('pictures').select('id'))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** How many files are no longer decoded. */
export async function countFailed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('decoder_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failure', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function list(db: Db) {
  return db.selectFrom('decoder_attempts').selectAll().orderBy('started_at').execute();
}
