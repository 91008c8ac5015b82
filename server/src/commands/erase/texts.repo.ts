import { type RawBuilder, sql } from 'kysely';
import { searchKey } from '../../platform/db/lists/name-search.ts';
import type { Db } from '../../platform/db/tables.ts';

/** Where people write freely, and may have written a name. */
interface FreeText {
  readonly table: string;
  readonly columns: readonly string[];
  /** Rows of a partner, by this condition on `partner`; everybody's without it. */
  readonly ofPartner?: (ids: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** The column its name_key is made of. */
  readonly searchedBy?: string;
  /** Names of doctors and clinics stand there, never a patient's. */
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
  { table: 'reservation_applications', columns: ['partner_full_name'], isOfPartners: true },
  { table: 'partner_applications', columns: ['clinic_name'], isOfPartners: true },
  { table: 'clinics', columns: ['title', 'location'], searchedBy: 'title', isOfPartners: true },
  { table: 'partners', columns: ['clinic_name'], isOfPartners: true },
  { table: 'partner_cards', columns: ['clinic_name'], isOfPartners: true },
];

/** Looked after by people.repo.ts, without names by design, or about staff. */
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

/** What the columns of ids, times, states and hashes are called. */
const COLUMN_WITHOUT_NAME = /^(id|kind|status|role|reason|.*_(id|at|date|hash|type))$/;

/** Tables that came later, as their schema shows them: whatever text they have may be a name. */
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

/** A text that names somebody, and what it becomes. */
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
 * Texts that `clean` changes: in the rows of these partners, and those that belong to none; every
 * partner's without them.
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

/** A checkup has no two files of one name, and two names may have differed in their spelling only. */
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

/** Leaves a text alone that was changed meanwhile: it is found again. */
export async function updateText(db: Db, change: Change): Promise<void> {
  const { table, id, column, from, to, name_key } = change;
  const key = name_key === undefined ? sql`` : sql`, name_key = ${name_key}`;
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}${key}
    where id = ${id} and ${sql.ref(column)} = ${from}`.execute(db);
}
