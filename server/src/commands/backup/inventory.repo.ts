import { type RawBuilder, sql } from 'kysely';
import { storedWidths } from '../../features/imaging/pictures/picture-files.ts';
import { selectObjectId } from '../../platform/db/file-objects.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { StorageKey } from '../../platform/storage/storage.ts';

/** Rows read at a time. */
const BATCH_SIZE = 1_000;

/** A file that the database references. */
export interface ReferencedFile {
  readonly key: StorageKey;
  /** Size and checksum in the row; rows of pictures have none. */
  readonly size?: number;
  readonly crc32?: number;
  /** The owning record, without personal data. */
  readonly owner: string;
}

/** Every file that the database references, patients' files first. */
export async function* listReferencedFiles(db: Db): AsyncGenerator<ReferencedFile> {
  const object = (await hasTable(db, 'file_objects')) ? selectObjectId('id') : sql<string>`id`;
  const columns = ['id', 'size', 'crc32', 'checkup_id', object.as('object_id')] as const;
  for await (const row of readBatches((after) =>
    db
      .selectFrom('checkup_files')
      .select(columns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  ))
    yield describe(row, `checkup ${row.checkup_id}`);
  if (await hasTable(db, 'deleted_files'))
    for await (const row of readBatches((after) =>
      db
        .selectFrom('deleted_files')
        .select(columns)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ))
      yield describe(row, `checkup ${row.checkup_id}, deleted`);
  if (await hasTable(db, 'intake_files')) yield* listReceivedFiles(db, object);
  for await (const { id, width, kind } of readBatches((after) =>
    db
      .selectFrom('pictures')
      .select(['id', 'width', 'kind'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  ))
    for (const stored of storedWidths(width))
      yield { key: `pictures/${id}-${stored}`, owner: `a ${kind}'s picture` };
}

interface StoredRow {
  readonly object_id: string;
  readonly size: number;
  readonly crc32: number;
}

const describe = ({ object_id: id, size, crc32 }: StoredRow, owner: string): ReferencedFile => ({
  key: `files/${id}`,
  size,
  crc32,
  owner,
});

/** Files of unassigned studies, and instances that are in no file yet. */
async function* listReceivedFiles(
  db: Db,
  object: RawBuilder<string>,
): AsyncGenerator<ReferencedFile> {
  const columns = ['id', 'size', 'crc32', 'study_id'] as const;
  for (const table of ['intake_files', 'intake_instances'] as const)
    for await (const row of readBatches((after) =>
      db
        .selectFrom(table)
        .select([...columns, (table === 'intake_files' ? object : sql<string>`id`).as('object_id')])
        .where('id', '>', after)
        .$if(table === 'intake_instances', (query) => query.where(sql<boolean>`file_id is null`))
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ))
      yield describe(row, `study ${row.study_id}`);
}

/** Backups and databases of older versions lack newer tables. */
const hasTable = async (db: Db, table: string) =>
  (await db.introspection.getTables()).some(({ name }) => name === table);

async function* readBatches<Row extends { id: string }>(read: (after: string) => Promise<Row[]>) {
  let rows = await read('');
  while (rows.length > 0) {
    yield* rows;
    rows = rows.length < BATCH_SIZE ? [] : await read(rows.at(-1)?.id ?? '');
  }
}

/** The applied migrations in order; empty for a database this program never opened. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** They describe the work of this deployment, not what the clinic has. No backup includes their rows. */
const DEPLOYMENT_TABLES: ReadonlySet<string> = new Set([
  'stored_objects',
  'stored_totals',
  'stored_chunks',
  'discarded_blobs',
  'schedules',
  'rate_limits',
]);

/** Whether the rows of a table belong to a backup. */
export const isBackedUp = (table: string): boolean => !DEPLOYMENT_TABLES.has(table);

/**
 * The tables of a SQLite file that a backup includes, each after the tables it references. They come from the schema, so that a backup
 * includes every new table.
 */
export async function listTables(db: Db): Promise<string[]> {
  const named = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite%' and name not in ('migrations', 'compatibility')
    order by name`.execute(db);
  const foreignKeys = await sql<{ name: string; to: string }>`select list.name, key."table" as "to"
    from pragma_table_list as list join pragma_foreign_key_list(list.name) as key
    where list.schema = 'main'`.execute(db);
  const ordered = new Set<string>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    for (const { to } of foreignKeys.rows.filter((key) => key.name === name && key.to !== name))
      add(to);
    ordered.add(name);
  };
  for (const { name } of named.rows) add(name);
  return [...ordered].filter(isBackedUp);
}

/** The number of rows of each table. */
export async function countRows(
  db: Db,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** The findings of SQLite integrity checks, one sentence each. */
export async function findDamage(db: Db): Promise<string[]> {
  const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const refers = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...whole.rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok'),
    ...refers.rows.map((row) => `a row of ${row.table} references a missing row of ${row.parent}`),
  ];
}
