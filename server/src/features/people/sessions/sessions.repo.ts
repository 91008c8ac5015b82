import type { Role } from '@deqiq/contract/shared/roles.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import type { SessionActivityTable } from '../../../platform/db/tables/accounts.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

/** A person and the hash that the password was compared with. */
export interface Login {
  readonly id: string;
  readonly password_hash: string;
}

/**
 * Whether the person may still sign in with this password. The row stays locked until the transaction ends, so that a
 * reset of the password, which ends all sessions, also ends the one that this transaction opens.
 */
export async function lockLogin(
  tx: Db,
  role: Role,
  { id, password_hash }: Login,
): Promise<boolean> {
  const person =
    role === 'admin'
      ? sql`admins where disabled_at is null`
      : sql`partners where deleted_at is null`;
  // SQLite has one writer anyway.
  const lock = readContext(tx).dialect === 'postgres' ? sql`for share` : sql``;
  const { rows } = await sql`select id from ${person}
    and id = ${id} and password_hash = ${password_hash} ${lock}`.execute(tx);
  return rows.length === 1;
}

export async function insert(db: Db, row: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
  const activity = { session_id: row.id, used_at: row.created_at };
  await db.insertInto('session_activity').values(activity).execute();
}

/** Sessions that have not expired, of persons who exist and may sign in. */
const selectLive = (db: Db, at: string) =>
  db
    .selectFrom('sessions')
    .leftJoin('admins', (join) =>
      join
        .onRef('admins.id', '=', 'sessions.person_id')
        .on('sessions.role', '=', 'admin')
        .on('admins.disabled_at', 'is', null),
    )
    .leftJoin('partners', (join) =>
      join
        .onRef('partners.id', '=', 'sessions.person_id')
        .on('sessions.role', '=', 'partner')
        .on('partners.deleted_at', 'is', null),
    )
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.role', '=', 'sessions.role')
        .onRef('second_factors.person_id', '=', 'sessions.person_id')
        .on('second_factors.secret', 'is not', null),
    )
    .leftJoin('session_activity', 'session_activity.session_id', 'sessions.id')
    .select([
      'sessions.id',
      'sessions.role',
      'sessions.person_id',
      'sessions.created_at',
      'sessions.expires_at',
      'session_activity.used_at',
      'admins.role as staff_role',
      'second_factors.confirmed_at',
    ])
    .where('sessions.expires_at', '>', at)
    .where((is) => is.or([is('admins.id', 'is not', null), is('partners.id', 'is not', null)]));

export const find = (db: Db, id: string, at: string) =>
  selectLive(db, at).where('sessions.id', '=', id).executeTakeFirst();

export const findByRefreshHash = (db: Db, hash: string, at: string) =>
  selectLive(db, at).where('sessions.refresh_hash', '=', hash).executeTakeFirst();

/** The sessions of a person, the last used first. */
export const listOfPerson = (db: Db, role: Role, personId: string, at: string) =>
  selectLive(db, at)
    .select(['sessions.device', 'sessions.address'])
    .where('sessions.role', '=', role)
    .where('sessions.person_id', '=', personId)
    .orderBy('session_activity.used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute();

export const countByRole = (db: Db, at: string) =>
  db
    .selectFrom('sessions')
    .select(['role', (is) => is.fn.countAll().as('count')])
    .where('expires_at', '>', at)
    .groupBy('role')
    .execute();

/** Stores the last use of a session; does nothing if it has ended. */
export async function setUsed(db: Db, id: string, usedAt: string): Promise<void> {
  await db
    .updateTable('session_activity')
    .set({ used_at: usedAt })
    .where('session_id', '=', id)
    .execute();
}

export type ActivityRow = Selectable<SessionActivityTable>;

export const findActivity = (db: Db, id: string) =>
  db.selectFrom('session_activity').selectAll().where('session_id', '=', id).executeTakeFirst();

/** Compare-and-set: false if another request has changed the refresh state since. */
export async function advanceRefresh(
  db: Db,
  { session_id, refresh_generation, refresh_used_at }: ActivityRow,
  to: Updateable<SessionActivityTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session_activity')
    .set(to)
    .where('session_id', '=', session_id)
    .where('refresh_generation', '=', refresh_generation)
    .where('refresh_used_at', refresh_used_at === null ? 'is' : '=', refresh_used_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
