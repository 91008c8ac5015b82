import { type RawBuilder, sql } from 'kysely';
import { searchKey } from '../../platform/db/lists/name-search.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type FreeText, freeTexts, unknownTables } from './free-texts.repo.ts';

/** A text with a name, and its replacement. */
export interface Change {
  readonly table: string;
  readonly key: 'id' | 'file_id';
  readonly id: string;
  readonly column: string;
  readonly from: string;
  readonly to: string;
  /** Columns of the same row that change, too. */
  readonly more?: Readonly<Record<string, string>>;
}

const BATCH_SIZE = 1_000;

/**
 * Texts that `clean` changes, in rows of these partners and in rows without an owner. Without `partnerIds`: all
 * rows.
 */
export async function findTexts(
  db: Db,
  clean: (text: string) => string,
  partnerIds?: readonly string[],
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const text of [...freeTexts, ...(await unknownTables(db))]) {
    if (partnerIds ? text.isOfPartners : text.isOfPatients) continue;
    if (partnerIds?.length === 0 && text.ofPartner) continue;
    const scope = partnerIds && text.ofPartner?.(sql.join(partnerIds));
    for await (const row of readRows(db, text, scope ?? sql<boolean>`1 = 1`))
      for (const column of text.columns) {
        const from = String(row[column]);
        const cleaned = clean(from);
        if (cleaned === from) continue;
        const to = text.table === 'checkup_files' ? uniqueName(cleaned, String(row.id)) : cleaned;
        const { table, key = 'id' } = text;
        const more = otherChanges(text, column, to);
        changes.push({ table, key, id: String(row.id), column, from, to, ...(more && { more }) });
      }
  }
  return changes;
}

function otherChanges({ searchedBy, ofPerson }: FreeText, column: string, to: string) {
  if (column !== searchedBy && !ofPerson) return undefined;
  return {
    ...(column === searchedBy && { name_key: searchKey(to) }),
    ...Object.fromEntries((ofPerson ?? []).map((name) => [name, ''])),
  };
}

/** File names are unique within a checkup, and cleaning may make two names equal. */
const uniqueName = (name: string, id: string) =>
  name.replace(/(\.[^.]*)?$/, (ending) => ` ${id.slice(-8)}${ending}`);

async function* readRows(
  db: Db,
  { table, columns, key = 'id' }: FreeText,
  scope: RawBuilder<boolean>,
) {
  const shown = sql.join(columns.map((name) => sql.ref(name)));
  const id = sql.ref(key);
  let last = '';
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${id} as id, ${shown} from ${sql.table(table)} where ${id} > ${last} and ${scope}
      order by ${id} limit ${sql.lit(BATCH_SIZE)}`.execute(db);
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    last = String(rows.at(-1)?.id);
  }
}

/** Compare-and-set: skips a text that has changed since; the next pass finds it again. */
export async function updateText(db: Db, change: Change): Promise<void> {
  const { table, key, id, column, from, to, more } = change;
  const changes = Object.entries({ [column]: to, ...more });
  await sql`update ${sql.table(table)}
    set ${sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${from}`.execute(db);
}

/** Removes the index of files with changed texts: it contains the whole header. DICOMweb no longer finds them. */
export async function removeIndexes(tx: Db, changes: readonly Change[]): Promise<void> {
  const ids = [...new Set(changes.filter(({ key }) => key === 'file_id').map(({ id }) => id))];
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const batch = sql.join(ids.slice(at, at + BATCH_SIZE));
    for (const table of ['dicom_instances', 'dicom_series'])
      await sql`delete from ${sql.table(table)} where file_id in (${batch})`.execute(tx);
  }
}
