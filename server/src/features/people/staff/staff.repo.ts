import type { Insertable, Updateable } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

/** Every account with its number of sessions, by name. */
export function list(db: Db, at: string) {
  return selectMembers(db, at).orderBy('admins.username_key').execute();
}

export const find = (db: Db, id: string, at: string) =>
  selectMembers(db, at).where('admins.id', '=', id).executeTakeFirst();

const selectMembers = (db: Db, at: string) =>
  db
    .selectFrom('admins')
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.person_id', '=', 'admins.id')
        .on('second_factors.role', '=', 'admin')
        .on('second_factors.secret', 'is not', null),
    )
    .select((is) => [
      'admins.id',
      'admins.username',
      'admins.role',
      'admins.disabled_at',
      'admins.language',
      'admins.created_at',
      'admins.radiologist_name',
      'admins.radiologist_title',
      'admins.radiologist_licence',
      'second_factors.confirmed_at',
      is
        .selectFrom('sessions')
        .select((each) => each.fn.countAll().as('count'))
        .whereRef('sessions.person_id', '=', 'admins.id')
        .where('sessions.role', '=', 'admin')
        .where('sessions.expires_at', '>', at)
        .as('sessions'),
    ]);

/** Ids of owners who may sign in, locked until the commit, so that two owners cannot demote each other at once. */
export async function lockActiveOwners(tx: Db): Promise<string[]> {
  const owners = tx
    .selectFrom('admins')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .orderBy('id');
  const isPostgres = readContext(tx).dialect === 'postgres';
  const rows = await (isPostgres ? owners.forUpdate() : owners).execute();
  return rows.map(({ id }) => id);
}

/** An account that may sign in; it stays until the commit. */
export async function lockActive(tx: Db, id: string) {
  const member = tx
    .selectFrom('admins')
    .select(['id', 'username'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null);
  const isPostgres = readContext(tx).dialect === 'postgres';
  return (isPostgres ? member.forShare() : member).executeTakeFirst();
}

export async function insert(db: Db, row: Insertable<Tables['admins']>): Promise<void> {
  await db.insertInto('admins').values(row).execute();
}

/** False when there is no such account. */
export async function update(
  db: Db,
  id: string,
  changes: Updateable<Tables['admins']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admins')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('admins').where('id', '=', id).execute();
}

export const isUsernameTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'admins', 'username_key');
