import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/tables.ts';
import { listMigrations, listTables } from './inventory.repo.ts';

/** Rows carried at a time: with 20 columns far below what a statement may have of parameters. */
const BATCH_SIZE = 500;

type Row = Record<string, unknown>;

/**
 * Everything in a database as it was at one moment, as a SQLite file in `folder`: whatever it came from,
 * it is read, verified and restored in one way.
 */
export async function takeSnapshot({ db, dialect }: Database, folder: string): Promise<void> {
  if (dialect === 'sqlite') await sql`vacuum into ${join(folder, SQLITE_FILE)}`.execute(db);
  else await exportPostgres(db, folder);
}

/** PostgreSQL's rows in one transaction that sees a single moment, into a file with the same schema. */
async function exportPostgres(db: Db, folder: string): Promise<void> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await reading.execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const file = await openDatabase({ dataDir: folder, schema: await listMigrations(tx) });
    try {
      // All of it is synced at the end; half a snapshot is none.
      await sql`pragma synchronous = off`.execute(file.db);
      await file.db.transaction().execute(async (into) => {
        for (const table of await listTables(into))
          for await (const rows of fetchBatches(tx, table)) await insertRows(into, table, rows);
      });
      // Without a log beside it the file is all there is, also for who opens it without writing.
      await sql`pragma journal_mode = delete`.execute(file.db);
    } finally {
      await file.close();
    }
  });
}

/** Brings a snapshot's rows into an empty PostgreSQL database of the same schema, all or none. */
export async function loadSnapshot(db: Db, snapshot: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    for (const table of await listTables(snapshot)) {
      for await (const rows of readBatches(snapshot, table))
        await insertRows(tx, table, rows, true);
      await resetSequence(tx, table);
    }
  });
}

async function* fetchBatches(tx: Db, table: string): AsyncGenerator<Row[]> {
  await sql`declare unloading no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH_SIZE)} from unloading`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close unloading`.execute(tx);
}

async function* readBatches(db: Db, table: string): AsyncGenerator<Row[]> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<Row & { rowid_: number }>`
      select *, rowid as rowid_ from ${sql.table(table)}
      where rowid > ${last} order by rowid limit ${sql.lit(BATCH_SIZE)}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.rowid_ ?? last;
    yield rows.map(({ rowid_, ...row }) => row);
  }
}

async function insertRows(db: Db, table: string, rows: readonly Row[], withSequence = false) {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
  // seq is the database's own to give, except here.
  const overriding = withSequence ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    ${overriding} values ${sql.join(values)}`.execute(db);
}

async function resetSequence(tx: Db, table: string): Promise<void> {
  const columns = (await tx.introspection.getTables()).find(({ name }) => name === table)?.columns;
  if (!columns?.some(({ name }) => name === 'seq')) return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'seq'),
    coalesce((select max(seq) from ${sql.table(table)}), 0) + 1, false)`.execute(tx);
}

/** Everybody signs in again: a session that was ended after the backup must not come back with it. */
export async function endSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('known_devices').execute();
}
