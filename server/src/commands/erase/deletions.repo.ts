import type { Db } from '../../platform/db/tables.ts';
import { type Name, toSearchKeys } from './names.ts';

/** Deleted checkups and files, in the columns of a checkup. */
const selectDeletions = (db: Db) =>
  db
    .selectFrom('checkup_deletions')
    .select(['id as deletion_id', 'checkup_id as id', 'partner_id', 'first_name', 'last_name']);

/** Deletions of these checkups, of this partner, or of these names at these partners. */
export async function findDeletions(
  db: Db,
  of: {
    readonly checkups: readonly string[];
    readonly partner?: string;
    readonly names?: readonly Name[];
    readonly partners?: readonly string[];
  },
) {
  const { checkups: ids, partner, names = [], partners = [] } = of;
  const keys = toSearchKeys(names);
  return selectDeletions(db)
    .where((is) =>
      is.or([
        is('checkup_id', 'in', ['', ...ids]),
        is('partner_id', '=', partner ?? ''),
        is.and([is('name_key', 'in', ['', ...keys]), is('partner_id', 'in', ['', ...partners])]),
      ]),
    )
    .orderBy('seq')
    .execute();
}

export async function listDeletedFiles(db: Db, deletionIds: readonly string[]) {
  if (deletionIds.length === 0) return [];
  return db
    .selectFrom('deleted_files')
    .select(['id', 'size'])
    .where('deletion_id', 'in', deletionIds)
    .execute();
}

/** Removes deletions permanently; the rows of their files cascade. */
export async function removeDeletions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('checkup_deletions').where('id', 'in', ids).execute();
}
