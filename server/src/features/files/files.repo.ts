import { compileOnce } from '../../platform/db/lists/compiled-query.ts';
import type { CheckupFileRow, Db, IntakeFileRow } from '../../platform/db/tables.ts';

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

const ofStudy = compileOnce<{ id: string }, IntakeFileRow>((db, slot) =>
  db.selectFrom('intake_files').selectAll().where('id', '=', slot('id')),
);

/** A file of a checkup, or one of a study that is not assigned yet, which has no partner. */
export async function find(db: Db, id: string): Promise<OwnedFile | undefined> {
  const [file] = await byId(db, { id });
  if (file) return file;
  const [unassigned] = await ofStudy(db, { id });
  if (!unassigned) return undefined;
  const { study_id, ...columns } = unassigned;
  return { ...columns, checkup_id: '', kind: 'xray', position: 0, partner_id: '' };
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
