import { type Insertable, sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

const columns = ['id', 'username', 'password_hash', 'role'] as const;

export const findByKey = (db: Db, usernameKey: string) =>
  db
    .selectFrom('admins')
    .select(columns)
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();

/** An account that may sign in. */
export const findLogin = (db: Db, usernameKey: string) =>
  db
    .selectFrom('admins')
    .select(columns)
    .where('username_key', '=', usernameKey)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

export const find = (db: Db, id: string) =>
  db.selectFrom('admins').select(columns).where('id', '=', id).executeTakeFirst();

export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** The same; until the transaction ends no other one adds an admin (SQLite has one writer anyway). */
export async function lockEmpty(tx: Db): Promise<boolean> {
  if (readContext(tx).dialect === 'postgres')
    await sql`lock table admins in share row exclusive mode`.execute(tx);
  return isEmpty(tx);
}

export async function insert(db: Db, row: Insertable<Tables['admins']>): Promise<void> {
  await db.insertInto('admins').values(row).execute();
}

/** Compare-and-set: false when another request has changed the password since. */
export async function setPasswordHash(
  db: Db,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admins')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
