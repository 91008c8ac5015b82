import { randomUUID } from 'node:crypto';
import type { Db } from '../../../platform/db/tables.ts';
import { isoNow } from '../../../platform/time.ts';

/** The id of a database; undefined before its first start. */
export async function findId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('database_identity').select('id').executeTakeFirst();
  return row?.id;
}

/** The id of a database, created at the first start by one of the starting processes. */
export async function ensureId(db: Db, now: () => number): Promise<string> {
  const existing = await findId(db);
  if (existing) return existing;
  await db
    .insertInto('database_identity')
    .values(newIdentity(now))
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute();
  return ensureId(db, now);
}

/** Whether any file of a patient has a row. */
export const hasFiles = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('checkup_files').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Where the files are; null where it is not recorded, also in databases of earlier versions, which commands read. */
export async function findLocation(db: Db): Promise<string | null> {
  const tables = await db.introspection.getTables();
  const table = tables.find(({ name }) => name === 'database_identity');
  if (!table?.columns.some(({ name }) => name === 'location')) return null;
  const row = await db.selectFrom('database_identity').select('location').executeTakeFirst();
  return row?.location ?? null;
}

/** Records where the files are. With `isFirst` only where nothing is recorded. */
export async function setLocation(db: Db, location: string, isFirst = false): Promise<void> {
  await db
    .updateTable('database_identity')
    .set({ location })
    .$if(isFirst, (query) => query.where('location', 'is', null))
    .execute();
}

/** Replaces the id, so that no existing data folder matches the database, and records where the files are. */
export async function replaceId(db: Db, location: string, now: () => number): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('database_identity').execute();
    const identity = { ...newIdentity(now), location };
    await tx.insertInto('database_identity').values(identity).execute();
    return identity.id;
  });
}

const newIdentity = (now: () => number) =>
  ({ id: randomUUID(), kind: 'database', created_at: isoNow(now), location: null }) as const;
