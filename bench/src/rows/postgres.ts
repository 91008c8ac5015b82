import { tmpdir } from 'node:os';
import { startPostgres, type TestPostgres } from '@deqiq/testkit/databases/postgres.ts';
import { Client } from 'pg';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { clinicRows, type Rows } from './people.ts';

export interface Postgres {
  /** Creates a database with this many checkups; returns its URL. */
  with(checkups: number): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL for the bench; throws when it is not available on this machine. */
export async function ownPostgres(): Promise<Postgres> {
  const server: TestPostgres = await startPostgres();
  return {
    stop: () => server.stop(),
    async with(checkups) {
      const name = `bench_${checkups}`;
      await using admin = await openClient(server.url);
      await admin.client.query(`create database ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      await (await openDatabase({ url: url.href, dataDir: tmpdir() })).close();
      await fillPostgres(url.href, clinicRows(checkups));
      return url.href;
    },
  };
}

/** Inserts rows in one transaction; then statistics for the planner. */
export async function fillPostgres(url: string, batches: Iterable<Rows>): Promise<void> {
  await using own = await openClient(url);
  const { client } = own;
  await client.query('begin');
  for (const rows of batches) await insert(client, rows);
  await client.query('commit');
  await client.query('vacuum analyze');
}

/** Inserts a whole batch as one JSON text: one statement per row would take minutes. */
async function insert(client: Client, { table, columns, rows }: Rows): Promise<void> {
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column, n) => [column, row[n]])),
  );
  const list = columns.join(', ');
  await client.query(
    `insert into ${table} (${list})
      select ${list} from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(objects)],
  );
}

/** A connection that closes at the end of its scope. */
export async function openClient(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
