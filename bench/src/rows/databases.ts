import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import type { Bench } from '../harness/program.ts';
import { ownPostgres, type Postgres } from './postgres.ts';
import { sqliteWith } from './sqlite.ts';

const FEW = 1_000;
const secret = 'a secret of the bench that signs tokens and links';

/** A database and the secret of the servers that use it. */
export interface BenchDatabase extends DataLocation {
  readonly secret: string;
}

/** Databases with few and with many checkups, created on first use and shared until the end of the run. */
export interface BenchDatabases {
  readonly kind: 'SQLite' | 'PostgreSQL';
  readonly few: BenchDatabase;
  readonly many: BenchDatabase;
  readonly rows: { readonly few: number; readonly many: number };
}

export function databases(bench: Bench) {
  let sqlite: Promise<BenchDatabases> | undefined;
  let postgres: Promise<BenchDatabases | undefined> | undefined;
  let server: Postgres | undefined;
  let missing: string | undefined;
  const rows = { few: FEW, many: bench.scale.manyRows };

  const logDuration = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    bench.log(`${what} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    return result;
  };

  async function onSqlite(): Promise<BenchDatabases> {
    const createDatabase = async (count: number): Promise<BenchDatabase> => {
      const dataDir = join(bench.folder, `sqlite-${count}`);
      await logDuration(`${count} rows on SQLite`, () => sqliteWith(count, dataDir));
      return { dataDir, secret };
    };
    return {
      kind: 'SQLite',
      few: await createDatabase(rows.few),
      many: await createDatabase(rows.many),
      rows,
    };
  }

  async function onPostgres(): Promise<BenchDatabases | undefined> {
    try {
      server = await ownPostgres();
    } catch (error) {
      missing = `No PostgreSQL to measure on, skipped: ${(error as Error).message}.`;
      bench.log(missing);
      return undefined;
    }
    const { with: filled } = server;
    const createDatabase = async (count: number): Promise<BenchDatabase> => {
      const dataDir = join(bench.folder, `postgres-${count}`);
      mkdirSync(dataDir);
      const url = await logDuration(`${count} rows on PostgreSQL`, () => filled(count));
      return { dataDir, url, secret };
    };
    return {
      kind: 'PostgreSQL',
      few: await createDatabase(rows.few),
      many: await createDatabase(rows.many),
      rows,
    };
  }

  return {
    sqlite: () => (sqlite ??= onSqlite()),
    /** undefined when PostgreSQL is not available on this machine. */
    postgres: () => (postgres ??= onPostgres()),
    /** The reason why PostgreSQL is not available. */
    missing: () => missing,
    end: async () => server?.stop(),
  };
}

export type Databases = ReturnType<typeof databases>;
