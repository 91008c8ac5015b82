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
  /** Contains names of patients, never of doctors. */
  readonly isOfPatients?: true;
  /** The primary key; `id` if absent. */
  readonly key?: 'id' | 'file_id';
  /** Columns about the person of a name: a row that loses the name loses them, too. */
  readonly ofPerson?: readonly string[];
}

const isOwnedBy = (ids: RawBuilder<unknown>) => sql<boolean>`partner_id in (${ids})`;

const isInFileOwnedBy = (ids: RawBuilder<unknown>) => sql<boolean>`file_id in (
  select checkup_files.id from checkup_files
    join checkups on checkups.id = checkup_files.checkup_id where partner_id in (${ids})
  union all select deleted_files.id from deleted_files
    join checkup_deletions on checkup_deletions.id = deletion_id where partner_id in (${ids}))`;

/** Studies of machines: those in a partner's examinations, and those in none yet. */
const isInStudyOwnedBy = (ids: RawBuilder<unknown>) =>
  sql<boolean>`(checkup_id is null
    or checkup_id in (select id from checkups where partner_id in (${ids})))`;

/** DICOM headers of files. The file of one patient may be in the checkup of another by mistake. */
const headers = { key: 'file_id', ofPartner: isInFileOwnedBy } as const;

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
  { table: 'annotations', columns: ['label'], ofPartner: isInFileOwnedBy },
  { table: 'annotations', columns: ['author_name'], isOfPartners: true },
  { table: 'shares', columns: ['label'], ofPartner: isOwnedBy },
  { table: 'labs', columns: ['title'], ofPartner: isOwnedBy, searchedBy: 'title' },
  { table: 'reports', columns: ['message', 'note'], ofPartner: isOwnedBy },
  {
    ...headers,
    table: 'file_imaging',
    isOfPatients: true,
    columns: ['patient_name'],
    ofPerson: ['birth_date'],
  },
  {
    ...headers,
    table: 'dicom_headers',
    isOfPatients: true,
    columns: ['patient_name'],
    ofPerson: ['patient_id', 'birth_date', 'sex', 'accession_number'],
  },
  {
    ...headers,
    table: 'dicom_headers',
    columns: ['patient_id', 'study_description', 'series_description'],
  },
  { ...headers, table: 'dicom_series', columns: ['patient_name'], isOfPatients: true },
  {
    ...headers,
    table: 'dicom_series',
    columns: ['referring_key', 'description_key', 'series_description_key'],
  },
  {
    table: 'intake_studies',
    ofPartner: isInStudyOwnedBy,
    isOfPatients: true,
    columns: ['patient_name'],
    searchedBy: 'patient_name',
    ofPerson: ['patient_id', 'birth_date', 'sex', 'accession_number'],
  },
  {
    table: 'intake_studies',
    ofPartner: isInStudyOwnedBy,
    columns: ['patient_id', 'description'],
  },
  { table: 'contact_messages', columns: ['message', 'note'] },
  { table: 'reservation_applications', columns: ['note'] },
  { table: 'partner_applications', columns: ['note'] },
  { table: 'jobs', columns: ['last_error'] },
  { table: 'reservation_applications', columns: ['partner_full_name'], isOfPartners: true },
  { table: 'partner_applications', columns: ['clinic_name'], isOfPartners: true },
  { table: 'clinics', columns: ['title', 'location'], searchedBy: 'title', isOfPartners: true },
  { table: 'partners', columns: ['clinic_name'], isOfPartners: true },
  { table: 'partner_cards', columns: ['clinic_name'], isOfPartners: true },
];

/** Tables handled by the repos of people, checkups and studies, without names by design, or about staff. */
const tablesWithoutTexts: readonly string[] = [
  'admins',
  'audit',
  'audit_seals',
  'audit_unsealed',
  'database_identity',
  'devices',
  'intake_files',
  'intake_instances',
  'intake_reports',
  'dicom_instances',
  'ledger',
  'migrations',
  'outbox',
  'outbox_events',
  'partner_card_images',
  'partner_quotas',
  'payments',
  'pictures',
  'program_tokens',
  'push_subscriptions',
  'removed_files',
  'file_objects',
  'share_files',
  'share_visits',
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

/**
 * Removes the index of files in which a text has changed: it contains the whole header. DICOMweb does not find these
 * files any more.
 */
export async function removeIndexes(tx: Db, changes: readonly Change[]): Promise<void> {
  const ids = [...new Set(changes.filter(({ key }) => key === 'file_id').map(({ id }) => id))];
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const batch = sql.join(ids.slice(at, at + BATCH_SIZE));
    for (const table of ['dicom_instances', 'dicom_series'])
      await sql`delete from ${sql.table(table)} where file_id in (${batch})`.execute(tx);
  }
}
