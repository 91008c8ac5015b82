import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';

/** The password hash of a live partner. */
export function findPasswordHash(
  db: Db,
  id: string,
): Promise<{ password_hash: string } | undefined> {
  return db
    .selectFrom('partners')
    .select('password_hash')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Compare-and-set: false when another request has changed the password since. */
export async function setPasswordHash(
  db: Db,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('partners')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when there is no such live partner. */
export async function setDetails(
  db: Db,
  id: string,
  details: { clinic_name?: string; instagram?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('partners')
    .set(details)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const tables = { admin: 'admins', partner: 'partners' } as const;

/** The language that a person has chosen. */
export async function findLanguage(
  db: Db,
  { role, personId }: Pick<Actor, 'role' | 'personId'>,
): Promise<ChosenLanguage | null> {
  const row = await db
    .selectFrom(tables[role])
    .select('language')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.language ?? null;
}

export async function setLanguage(
  db: Db,
  { role, personId }: Pick<Actor, 'role' | 'personId'>,
  language: ChosenLanguage,
): Promise<void> {
  await db.updateTable(tables[role]).set({ language }).where('id', '=', personId).execute();
}
