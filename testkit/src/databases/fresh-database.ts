import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import {
  type Database,
  openDatabase,
  SQLITE_FILE,
} from '../../../server/src/platform/db/database.ts';
import { memoryFolder, startPostgres } from './postgres.ts';

export interface FreshDatabase {
  /** An option of openDatabase: absent on SQLite. */
  readonly url?: string;
  readonly dataDir: string;
  /** Removes the database and dataDir. Close all connections first. */
  drop(): Promise<void>;
}

/** Creates an empty database of the kind in TEST_DATABASE: sqlite (default) or postgres. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'deqiq-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  const kind = process.env.TEST_DATABASE || 'sqlite';
  if (kind === 'sqlite') return { dataDir, drop: removeFolder };
  if (kind !== 'postgres')
    throw new Error(`TEST_DATABASE is ${kind}; it must be sqlite or postgres`);
  const server = await serverUrl();
  const name = `deqiq_test_${randomBytes(6).toString('hex')}`;
  template ??= makeTemplate(server);
  await onServer(server, `create database ${name} template ${await template} strategy file_copy`);
  return {
    url: withDatabase(server, name),
    dataDir,
    drop: async () => {
      await onServer(server, `drop database if exists ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** A fresh database with the current schema: on SQLite a copy, because a migration costs 13 ms of a processor. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  const location = await freshDatabase();
  if (location.url === undefined) {
    sqliteTemplate ??= makeSqliteTemplate();
    await writeFile(path.join(location.dataDir, SQLITE_FILE), await sqliteTemplate);
  }
  return location;
}

/** A migrated database, open until the end of the test; `location` opens another connection. */
export async function openFreshDatabase(
  t: Pick<TestContext, 'after'>,
): Promise<Database & { location: FreshDatabase }> {
  const location = await migratedDatabase();
  const database = await openDatabase(location);
  t.after(async () => {
    await database.close();
    await location.drop();
  });
  return { ...database, location };
}

let ownServer: Promise<{ url: string }> | undefined;
let template: Promise<string> | undefined;
let sqliteTemplate: Promise<Buffer> | undefined;

/** The server that a whole test run shares, otherwise one of this process. */
async function serverUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  ownServer ??= startPostgres(memoryFolder());
  return (await ownServer).url;
}

async function makeSqliteTemplate(): Promise<Buffer> {
  const { dataDir, drop } = await freshDatabase();
  await (await openDatabase({ dataDir })).close();
  const bytes = await readFile(path.join(dataDir, SQLITE_FILE));
  await drop();
  return bytes;
}

/** A migrated database from which fresh ones are copied. The first process that needs it creates it. */
async function makeTemplate(server: string): Promise<string> {
  const name = `deqiq_template_${schemaHash()}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7)');
    const existing = await client.query('select from pg_database where datname = $1', [name]);
    if (existing.rowCount === 0) {
      await client.query(`drop database if exists ${name}_making with (force)`);
      await client.query(`create database ${name}_making`);
      const url = withDatabase(server, `${name}_making`);
      await (await openDatabase({ url, dataDir: tmpdir() })).close();
      await client.query(`alter database ${name}_making rename to ${name}`);
    }
  } finally {
    await client.end();
  }
  return name;
}

function schemaHash(): string {
  const hash = createHash('sha256');
  const folder = path.join(import.meta.dirname, '../../../server/src/platform/db');
  for (const file of globSync('{migrator.ts,migrations/*.ts}', { cwd: folder }).toSorted()) {
    hash.update(readFileSync(path.join(folder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
