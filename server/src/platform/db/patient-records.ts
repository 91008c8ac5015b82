import { sql } from 'kysely';
import { compileOnce, isOneOf, toList } from './lists/compiled-query.ts';
import type { Db, PatientRow } from './tables.ts';

/** A record of a patient that was not merged into another one. */
export type PatientRoot = Pick<
  PatientRow,
  'id' | 'seq' | 'first_name' | 'last_name' | 'birth_date' | 'sex'
>;

/** Merges into merged records, one after the other. */
const MAX_DEPTH = 100;

/** Digits of a national number in Azerbaijan, without country code and leading 0. */
const PHONE_DIGITS = 9;

/** The last digits of a number, as every notation has them; null where there are none. */
export const phoneKey = (phone: string): string | null =>
  phone.replace(/\D/g, '').slice(-PHONE_DIGITS) || null;

const listRecords = compileOnce<
  { ids: string | readonly string[] },
  PatientRoot & Pick<PatientRow, 'merged_into'>
>((db, slot) =>
  db
    .selectFrom('patients')
    .select(['id', 'seq', 'first_name', 'last_name', 'birth_date', 'sex', 'merged_into'])
    .where(isOneOf(db, 'id', slot('ids'))),
);

/** The survivors of records, by the ids of these. Unknown ids have none. */
export async function findPatientRoots(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PatientRoot>> {
  const roots = new Map<string, PatientRoot>();
  let heads = new Map(ids.map((id) => [id, id]));
  for (let depth = 0; heads.size > 0 && depth < MAX_DEPTH; depth += 1) {
    const rows = await listRecords(db, { ids: toList(db, [...new Set(heads.values())]) });
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    const next = new Map<string, string>();
    for (const [id, head] of heads) {
      const row = rowOf.get(head);
      if (row?.merged_into) next.set(id, row.merged_into);
      else if (row) roots.set(id, row);
    }
    heads = next;
  }
  return roots;
}

/** The ids of a record and of all that were merged into it. */
export async function listMergedPatients(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive tree (id) as (
      select id from patients where id = ${id}
      union all select patients.id from patients join tree on patients.merged_into = tree.id
    ) select id from tree`.execute(db);
  return rows.map((row) => row.id);
}
