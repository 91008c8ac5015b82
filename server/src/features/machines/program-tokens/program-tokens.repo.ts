import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Insertable, Selectable } from 'kysely';
import type { ProgramTokensTable } from '../../../platform/db/tables/accounts.ts';
import type { Db } from '../../../platform/db/tables.ts';

export interface Person {
  readonly role: Role;
  readonly personId: string;
}

export type TokenRow = Selectable<ProgramTokensTable>;

/** The valid tokens of a person, the newest first. */
export const list = (db: Db, { role, personId }: Person, at: string): Promise<TokenRow[]> =>
  db
    .selectFrom('program_tokens')
    .selectAll()
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export async function insert(tx: Db, row: Insertable<ProgramTokensTable>): Promise<void> {
  await tx.insertInto('program_tokens').values(row).execute();
}

/** A valid token of a person who exists and may sign in. */
export const findByHash = (db: Db, hash: string, at: string) =>
  db
    .selectFrom('program_tokens as tokens')
    .leftJoin('admins', (join) =>
      join
        .onRef('admins.id', '=', 'tokens.person_id')
        .on('tokens.role', '=', 'admin')
        .on('admins.disabled_at', 'is', null),
    )
    .leftJoin('partners', (join) =>
      join
        .onRef('partners.id', '=', 'tokens.person_id')
        .on('tokens.role', '=', 'partner')
        .on('partners.deleted_at', 'is', null),
    )
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.role', '=', 'tokens.role')
        .onRef('second_factors.person_id', '=', 'tokens.person_id')
        .on('second_factors.secret', 'is not', null),
    )
    .select([
      'tokens.id',
      'tokens.role',
      'tokens.person_id',
      'tokens.last_used_at',
      'second_factors.confirmed_at',
    ])
    .where('tokens.token_hash', '=', hash)
    .where('tokens.expires_at', '>', at)
    .where((is) => is.or([is('admins.id', 'is not', null), is('partners.id', 'is not', null)]))
    .executeTakeFirst();

export async function setUsed(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('program_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Removes one token of this person; false when there is none. */
export async function removeOwn(
  tx: Db,
  { role, personId }: Person,
  id: string,
  at: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('program_tokens')
    .where('id', '=', id)
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeOfPerson(tx: Db, { role, personId }: Person): Promise<void> {
  await tx
    .deleteFrom('program_tokens')
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .execute();
}

export async function removeExpired(tx: Db, at: string): Promise<void> {
  await tx.deleteFrom('program_tokens').where('expires_at', '<=', at).execute();
}
