import { sql } from 'kysely';
import { DatabaseOpenError } from '../errors.ts';
import type { Db } from '../tables.ts';

/** The user_version of a file whose rows are in PostgreSQL now. It is part of the file, so a copy has it too. */
const MIGRATED = 1;

/** Marks a SQLite database as moved to PostgreSQL: nothing opens it any more except another run of that move. */
export async function markMigrated(db: Db, isMigrated: boolean): Promise<void> {
  await sql.raw(`pragma user_version = ${isMigrated ? MIGRATED : 0}`).execute(db);
}

/** Throws DatabaseOpenError where the rows were moved to PostgreSQL. */
export async function assertNotMigrated(db: Db): Promise<void> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if (rows[0]?.user_version === MIGRATED)
    throw new DatabaseOpenError(
      'the rows of this SQLite database were moved to PostgreSQL with npm run migrate:postgres: set DATABASE_URL (if the move was stopped half way, run it again)',
    );
}
