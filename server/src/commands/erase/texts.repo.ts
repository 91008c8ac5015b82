import { type RawBuilder, sql } from 'kysely';
import { searchKey } from '../../platform/db/lists/name-search.ts';
import type { Db } from '../../platform/db/tables.ts';

/** Columns with free text, which may contain a name. */
interface FreeText {
  readonly table: string;
  readonly columns: readonly string[];
  /** Condition for the rows of these partners; absent if the table has no owner. */
  readonly ofPartner?: (ids: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** The column that name_key is derived from. */
  readonly searchedBy?: string;
  /** Contains names of doctors and clinics, never of patients. */
  readonly isOfPartners?: true;
}

const isOwnedBy = (ids: RawBuilder<unknown>) => sql<boolean>`partner_id in (${ids})`;

const freeTexts: readonly FreeText[] = [
  { table: 'checkups', columns: ['name', 'description'], ofPartner: isOwnedBy },
  {
    table: 'checkup_files',
    columns: ['name'],
    ofPartner: (ids) =>
      sql<boolean>`checkup_id in (select id from checkups where partner_id in (${ids}))`,
  },
  { table: 'checkup_deletions', columns: ['name', 'description'], ofPartner: isOwnedBy },
  {
    table: 'deleted_files',
    columns: ['name'],
    ofPartner: (ids) =>
      sql<boolean>`deletion_id in (select id from checkup_deletions where partner_id in (${ids}))`,
  },
  { table: 'labs', columns: ['title'], ofPartner: isOwnedBy, searchedBy: 'title' },
  { table: 'reports', columns: ['message'], ofPartner: isOwnedBy },
  { table: 'contact_messages', columns: ['message'] },
  { table: 'jobs', columns: ['last_error'] },
  { table: 'reservation_applications', columns: ['partner_full_name'], isOfPartners: true },
  { table: 'partner_applications', columns: ['clinic_name'], isOfPartners: true },
  { table: 'clinics', columns: ['title', 'location'], searchedBy: 'title', isOfPartners: true },
  { table: 'partners', columns: ['clinic_name'], isOfPartners: true },
  { table: 'partner_cards', columns: ['clinic_name'], isOfPartners: true },
];

/** Tables handled by people.repo.ts, without names by design, or about staff. */
const tablesWithoutTexts: readonly string[] = [
  'admins',
  'audit',
  'database_identity',
  'ledger',
  'migrations',
  'partner_card_images',
  'partner_quotas',
  'payments',
  'pictures',
  'removed_files',
  'sessions',
  'session_activity',
  'known_devices',
  'upload_claims',
];

/** Columns of ids, times, states and hashes. */
const COLUMN_WITHOUT_NAME = /^(id|kind|status|role|reason|.*_(id|at|date|hash|type))$/;

/** Tables of later versions, from the schema; every text column may contain a name. */
async function unknownTables(db: Db): Promise<FreeText[]> {
  const handled = [...tablesWithoutTexts, ...freeTexts.map(({ table }) => table)];
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name, columns }) => {
      const isOurs = !name.includes('_search') && !name.startsWith('sqlite');
      return isOurs && !handled.includes(name) && columns.some((column) => column.name === 'id');
    })
    .map(({ name, columns }) => ({
      table: name,
      columns: columns
        .filter(
          (column) =>
            /^(text|varchar)/i.test(column.dataType) && !COLUMN_WITHOUT_NAME.test(column.name),
        )
        .map((column) => column.name),
      ...(columns.some((column) => column.name === 'partner_id') && { ofPartner: isOwnedBy }),
    }));
}

/** A text with a name, and its replacement. */
export interface Change {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly from: string;
  readonly to: string;
  readonly name_key?: string;
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
    if (partnerIds && text.isOfPartners) continue;
    if (partnerIds?.length === 0 && text.ofPartner) continue;
    const scope = partnerIds && text.ofPartner?.(sql.join(partnerIds));
    for await (const row of readRows(db, text, scope ?? sql<boolean>`1 = 1`))
      for (const column of text.columns) {
        const from = String(row[column]);
        const cleaned = clean(from);
        if (cleaned === from) continue;
        const to = text.table === 'checkup_files' ? uniqueName(cleaned, String(row.id)) : cleaned;
        const key = column === text.searchedBy && { name_key: searchKey(to) };
        changes.push({ table: text.table, id: String(row.id), column, from, to, ...key });
      }
  }
  return changes;
}

/** File names are unique within a checkup, and cleaning may make two names equal. */
const uniqueName = (name: string, id: string) =>
  name.replace(/(\.[^.]*)?$/, (ending) => ` ${id.slice(-8)}${ending}`);

async function* readRows(db: Db, { table, columns }: FreeText, scope: RawBuilder<boolean>) {
  const shown = sql.join(['id', ...columns].map((name) => sql.ref(name)));
  let last = '';
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${shown} from ${sql.table(table)} where id > ${last} and ${scope}
      order by id limit ${sql.lit(BATCH_SIZE)}`.execute(db);
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    last = String(rows.at(-1)?.id);
  }
}

/** Compare-and-set: skips a text that changed meanwhile; the next pass finds it again. */
export async function updateText(db: Db, change: Change): Promise<void> {
  const { table, id, column, from, to, name_key } = change;
  const key = name_key === undefined ? sql`` : sql`, name_key = ${name_key}`;
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}${key}
    where id = ${id} and ${sql.ref(column)} = ${from}`.execute(db);
}
