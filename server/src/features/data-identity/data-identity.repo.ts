import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/tables.ts';

/** The id of a database; undefined before its first start. */
export async function findId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('database_identity').select('id').executeTakeFirst();
  return row?.id;
}

/** The id of a database, created at the first start by one of the starting processes. */
export async function ensureId(db: Db): Promise<string> {
  const found = await findId(db);
  if (found) return found;
  await db
    .insertInto('database_identity')
    .values(newIdentity())
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute();
  return ensureId(db);
}

/** Replaces the id, so that no existing data folder matches the database. */
export async function replaceId(db: Db): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('database_identity').execute();
    const identity = newIdentity();
    await tx.insertInto('database_identity').values(identity).execute();
    return identity.id;
  });
}

const newIdentity = () =>
  ({ id: randomUUID(), kind: 'database', created_at: new Date().toISOString() }) as const;
