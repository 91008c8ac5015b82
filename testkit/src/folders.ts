import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { freshDatabase } from './databases/fresh-database.ts';

/** A folder that is removed after the test. */
export async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-folder-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data location without any data: an empty folder, and on PostgreSQL a database without tables. */
export async function emptyLocation(t: TestContext): Promise<{ dataDir: string; url?: string }> {
  const { url, drop } = await freshDatabase();
  t.after(drop);
  const dataDir = await newFolder(t);
  if (url === undefined) return { dataDir };
  const { db, close } = await openDatabase({ url, dataDir, readOnly: true });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await close();
  return { dataDir, url };
}

/** The names of the tables in the database of a data location. */
export async function listTables(location: { dataDir: string; url?: string }): Promise<string[]> {
  const { db, close } = await openDatabase({ ...location, readOnly: true });
  const tables = await db.introspection.getTables().finally(close);
  return tables.map(({ name }) => name);
}
