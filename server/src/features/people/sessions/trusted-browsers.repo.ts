import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Insertable } from 'kysely';
import type { Db, Tables } from '../../../platform/db/tables.ts';

/** The browser of this person; undefined if unknown or expired. */
export const find = (
  db: Db,
  { role, personId, hash, at }: { role: Role; personId: string; hash: string; at: string },
) =>
  db
    .selectFrom('known_devices')
    .select('id')
    .where('token_hash', '=', hash)
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .where('expires_at', '>', at)
    .executeTakeFirst();

/** Whether the token was issued here to any person. */
export async function isIssued(db: Db, hash: string, at: string): Promise<boolean> {
  const row = db
    .selectFrom('known_devices')
    .select('id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', at)
    .limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Inserts a browser of a person, or extends its expiry. */
export async function upsert(db: Db, row: Insertable<Tables['known_devices']>): Promise<void> {
  await db
    .insertInto('known_devices')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['token_hash', 'role', 'person_id'])
        .doUpdateSet({ expires_at: row.expires_at }),
    )
    .execute();
}

/** Removes expired browsers, and all but the `max` most recently used ones of a person. */
export async function prune(
  db: Db,
  { role, personId, max, at }: { role: Role; personId: string; max: number; at: string },
): Promise<void> {
  await db.deleteFrom('known_devices').where('expires_at', '<=', at).execute();
  const own = await db
    .selectFrom('known_devices')
    .select('id')
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const extra = own.slice(max).map(({ id }) => id);
  if (extra.length > 0) await db.deleteFrom('known_devices').where('id', 'in', extra).execute();
}

export async function removeOfPerson(db: Db, role: Role, personId: string): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('role', '=', role)
    .where('person_id', '=', personId)
    .execute();
}
