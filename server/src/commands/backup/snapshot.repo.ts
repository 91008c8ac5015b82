import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/tables.ts';
import { migrationsOf, tablesOf } from './inventory.repo.ts';

/** Rows carried at a time: with 20 columns far below what a statement may have of parameters. */
const BATCH = 500;

type Row = Record<string, unknown>;

/**
 * Everything in a database as it was at one moment, as a SQLite file in `folder`: whatever it came from,
 * it is read, verified and restored in one way.
 */
export async function takeSnapshot({ db, dialect }: Database, folder: string): Promise<void> {
  if (dialect === 'sqlite') await sql`vacuum into ${join(folder, SQLITE_FILE)}`.execute(db);
  else await unload(db, folder);
}

/** PostgreSQL's rows in one transaction that sees a single moment, into a file with the same schema. */
async function unload(db: Db, folder: string): Promise<void> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await reading.execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const file = await openDatabase({ dataDir: folder, schema: await migrationsOf(tx) });
    try {
      // All of it is synced at the end; half a snapshot is none.
      await sql`pragma synchronous = off`.execute(file.db);
      await file.db.transaction().execute(async (into) => {
        for (const table of await tablesOf(into))
          for await (const rows of fetched(tx, table)) await put(into, table, rows);
      });
      // Without a log beside it the file is all there is, also for who opens it without writing.
      await sql`pragma journal_mode = delete`.execute(file.db);
    } finally {
      await file.close();
    }
  });
}

/** Brings a snapshot's rows into an empty PostgreSQL database of the same schema, all or none. */
export async function load(db: Db, snapshot: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    for (const table of await tablesOf(snapshot)) {
      for await (const rows of paged(snapshot, table)) await put(tx, table, rows, true);
      await goOnCounting(tx, table);
    }
  });
}

async function* fetched(tx: Db, table: string): AsyncGenerator<Row[]> {
  await sql`declare unloading no scroll cursor for select * from ${sql.table(table)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from unloading`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close unloading`.execute(tx);
}

async function* paged(db: Db, table: string): AsyncGenerator<Row[]> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<Row & { rowid_: number }>`
      select *, rowid as rowid_ from ${sql.table(table)}
      where rowid > ${last} order by rowid limit ${sql.lit(BATCH)}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.rowid_ ?? last;
    yield rows.map(({ rowid_, ...row }) => row);
  }
}

async function put(db: Db, table: string, rows: readonly Row[], numbered = false) {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
  // seq is the database's own to give, except here.
  const given = numbered ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    ${given} values ${sql.join(values)}`.execute(db);
}

async function goOnCounting(tx: Db, table: string): Promise<void> {
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
