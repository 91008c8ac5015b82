import { compileOnce } from '../../platform/db/lists/compiled-query.ts';
import type { CheckupFileRow, Db } from '../../platform/db/tables.ts';

/** A file with the partner of its checkup. */
export type OwnedFile = CheckupFileRow & { readonly partner_id: string };

const byId = compileOnce<{ id: string }, OwnedFile>((db, slot) =>
  db
    .selectFrom('checkup_files')
    .innerJoin('checkups', 'checkups.id', 'checkup_files.checkup_id')
    .selectAll('checkup_files')
    .select('checkups.partner_id')
    .where('checkup_files.id', '=', slot('id')),
);

export async function find(db: Db, id: string): Promise<OwnedFile | undefined> {
  const [file] = await byId(db, { id });
  return file;
}

/** Those of these files that exist, in the order of the ids. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<CheckupFileRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('checkup_files')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
