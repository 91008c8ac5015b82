import type { Role } from '@deqiq/contract/auth.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

export interface SessionRow {
  id: string;
  role: Role;
  person_id: string;
  refresh_hash: string;
  remembered: 0 | 1;
  created_at: string;
  expires_at: string;
}

export async function insert(db: Kysely<Tables>, row: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

/** A session that has not run out, of a person who still exists. */
const living = (db: Kysely<Tables>, at: string) =>
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
    .select([
      'sessions.id',
      'sessions.role',
      'sessions.person_id',
      'sessions.expires_at',
      'admins.role as staff_role',
      'second_factors.confirmed_at',
    ])
    .where('sessions.expires_at', '>', at)
    .where((is) => is.or([is('admins.id', 'is not', null), is('partners.id', 'is not', null)]));

export const find = (db: Kysely<Tables>, id: string, at: string) =>
  living(db, at).where('sessions.id', '=', id).executeTakeFirst();

export const findByRefreshHash = (db: Kysely<Tables>, hash: string, at: string) =>
  living(db, at).where('sessions.refresh_hash', '=', hash).executeTakeFirst();

/** How many sessions each role has. */
export const countByRole = (db: Kysely<Tables>, at: string) =>
  db
    .selectFrom('sessions')
    .select(['role', (is) => is.fn.countAll().as('count')])
    .where('expires_at', '>', at)
    .groupBy('role')
    .execute();

export async function remove(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends every session of a person but the one that is kept. */
export async function removeOfPerson(
  db: Kysely<Tables>,
  role: Role,
  personId: string,
  kept: string | undefined,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .where('id', '!=', kept ?? '')
    .execute();
}

export async function removeExpired(db: Kysely<Tables>, at: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', at).execute();
}
