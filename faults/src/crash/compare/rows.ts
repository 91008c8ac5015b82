import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { Client } from 'pg';
import { SQLITE_FILE } from '../../../../server/src/platform/db/database.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** Reads the database directly, without any code of the server. */
export async function withRows<T>(
  { dataDir, url }: DataLocation,
  work: (rows: (sql: string) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  if (url === undefined) {
    const db = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true, timeout: 5_000 });
    try {
      return await work(async (sql) => db.prepare(sql).all() as Row[]);
    } finally {
      db.close();
    }
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query<Row>(sql)).rows);
  } finally {
    await client.end();
  }
}

/** Changes the database directly, as no user can. */
export async function changeRows({ dataDir, url }: DataLocation, statement: string): Promise<void> {
  if (url === undefined) {
    const db = new DatabaseSync(join(dataDir, SQLITE_FILE), { timeout: 5_000 });
    try {
      db.exec(statement);
    } finally {
      db.close();
    }
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
