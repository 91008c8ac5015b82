import { searchKey } from '../../platform/db/lists/name-search.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type Name, toSearchKeys } from './names.ts';

const selectCheckups = (db: Db) =>
  db.selectFrom('checkups').select(['id', 'partner_id', 'first_name', 'last_name']);

export const findCheckups = (db: Db, ids: readonly string[]) =>
  selectCheckups(db).where('id', 'in', ids).orderBy('seq').execute();

export const listPartnerCheckups = (db: Db, partnerId: string) =>
  selectCheckups(db).where('partner_id', '=', partnerId).orderBy('seq').execute();

/** Checkups of patients with one of the names, of one partner or of all. */
export async function findCheckupsByName(db: Db, names: readonly Name[], partnerId?: string) {
  const keys = toSearchKeys(names);
  if (keys.length === 0) return [];
  const named = selectCheckups(db).where('name_key', 'in', keys).orderBy('seq');
  return (partnerId === undefined ? named : named.where('partner_id', '=', partnerId)).execute();
}

/** Marks files whose rows this transaction removes, so that their bytes are removed even after a crash. */
export async function markRemoved(db: Db, ids: readonly string[], at: string): Promise<void> {
  for (const id of ids)
    await db
      .insertInto('removed_files')
      .values({ id, removed_at: at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}

/** Unmarks a file whose bytes were removed. */
export async function unmarkRemoved(db: Db, id: string): Promise<void> {
  await db.deleteFrom('removed_files').where('id', '=', id).execute();
}

export async function listFiles(db: Db, checkupIds: readonly string[]) {
  if (checkupIds.length === 0) return [];
  return db
    .selectFrom('checkup_files')
    .select(['id', 'size'])
    .where('checkup_id', 'in', checkupIds)
    .execute();
}

export async function anonymizeCheckup(
  db: Db,
  id: string,
  { called: pseudonym, clean }: { called: string; clean: (text: string) => string },
): Promise<void> {
  const row = await db
    .selectFrom('checkups')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  await db
    .updateTable('checkups')
    .set({
      first_name: pseudonym,
      last_name: '',
      name: clean(row?.name ?? ''),
      description: '',
      name_key: searchKey(pseudonym),
    })
    .where('id', '=', id)
    .execute();
}

export async function removeFiles(db: Db, checkupIds: readonly string[]): Promise<void> {
  if (checkupIds.length > 0)
    await db.deleteFrom('checkup_files').where('checkup_id', 'in', checkupIds).execute();
}

/** Removes upload claims: each contains a hash of a request with the patient's name. */
export async function removeClaims(db: Db, checkupIds: readonly string[]): Promise<void> {
  if (checkupIds.length > 0)
    await db.deleteFrom('upload_claims').where('checkup_id', 'in', checkupIds).execute();
}

/** Removes the links to these checkups, or all of a partner. Returns the ids of the links. */
export async function removeShares(
  db: Db,
  { checkupIds, partnerId }: { checkupIds: readonly string[]; partnerId?: string | undefined },
): Promise<string[]> {
  const rows = await db
    .deleteFrom('shares')
    .where((is) =>
      is.or([is('checkup_id', 'in', ['', ...checkupIds]), is('partner_id', '=', partnerId ?? '')]),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
