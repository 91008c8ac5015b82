import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/tables.ts';
import { listMigrations, listTables } from './backed-up-tables.repo.ts';

/** Rows per statement: with 20 columns well below the parameter limit. */
const BATCH_SIZE = 500;

type Row = Record<string, unknown>;

/** Writes a consistent snapshot as a SQLite file in `folder`, so that reading needs one implementation. */
export async function takeSnapshot({ db, dialect }: Database, folder: string): Promise<void> {
  if (dialect === 'sqlite') await sql`vacuum into ${join(folder, SQLITE_FILE)}`.execute(db);
  else await exportPostgres(db, folder);
}

/** Copies PostgreSQL rows in one repeatable-read transaction into a SQLite file with the same schema. */
async function exportPostgres(db: Db, folder: string): Promise<void> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await reading.execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const file = await openDatabase({ dataDir: folder, schema: await listMigrations(tx) });
    try {
      // The caller syncs the finished file; a partial snapshot is useless.
      await sql`pragma synchronous = off`.execute(file.db);
      await file.db.transaction().execute(async (into) => {
        for (const table of await listTables(into))
          for await (const rows of fetchBatches(tx, table)) await insertRows(into, table, rows);
      });
      // Without a WAL the file is complete, even for read-only connections.
      await sql`pragma journal_mode = delete`.execute(file.db);
    } finally {
      await file.close();
    }
  });
}

/** Inserts the rows of a snapshot into an empty PostgreSQL database of the same schema, in one transaction. */
export async function loadSnapshot(db: Db, snapshot: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    // Once: reading the catalogue of all tables takes PostgreSQL 20 ms.
    const tables = await tx.introspection.getTables();
    const numbered = tables.filter(({ columns }) => columns.some(({ name }) => name === 'seq'));
    const numberedNames = new Set(numbered.map(({ name }) => name));
    for (const table of await listTables(snapshot)) {
      for await (const rows of readBatches(snapshot, table))
        await insertRows(tx, table, rows, true);
      if (numberedNames.has(table)) await resetSequence(tx, table);
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

/** All rows of a table of a SQLite file, in batches. */
export async function* readBatches(db: Db, table: string): AsyncGenerator<Row[]> {
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
  // The database generates seq, except in a restore.
  const overriding = withSequence ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    ${overriding} values ${sql.join(values)}`.execute(db);
}

async function resetSequence(tx: Db, table: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'seq'),
    coalesce((select max(seq) from ${sql.table(table)}), 0) + 1, false)`.execute(tx);
}

/** Ends all sessions, shares and tokens of devices and programs: one that was ended after the backup must not live again. */
export async function endSessions(db: Db, at: string): Promise<void> {
  await db.deleteFrom('share_visits').execute();
  await db
    .updateTable('shares')
    .set({ ended_at: at, end_reason: 'restored' })
    .where('ended_at', 'is', null)
    .execute();
  await db.updateTable('devices').set({ token_hash: null, token_end: null }).execute();
  await db.deleteFrom('intake_reports').execute();
  await db.deleteFrom('push_subscriptions').execute();
  await db.deleteFrom('program_tokens').execute();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('known_devices').execute();
}
