import { tmpdir } from 'node:os';
import { startPostgres, type TestPostgres } from '@deqiq/testkit/databases/postgres.ts';
import { Client } from 'pg';

/** A PostgreSQL server for this run, started when the first database is requested. */
export function freshPostgres() {
  let server: Promise<TestPostgres | undefined> | undefined;
  let count = 0;
  const started = () =>
    startPostgres(tmpdir(), { isDurable: true }).catch((error: Error) => {
      console.log(`no PostgreSQL here: ${error.message}`);
      return undefined;
    });
  return {
    /** The URL of a new, empty database; undefined without PostgreSQL. */
    async database(): Promise<string | undefined> {
      server ??= started();
      const { url } = (await server) ?? {};
      if (url === undefined) return undefined;
      count += 1;
      const fresh = new URL(url);
      fresh.pathname = `/faults_${count}`;
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(`create database faults_${count}`);
      } finally {
        await client.end();
      }
      return fresh.href;
    },
    end: async () => (await server)?.stop(),
  };
}
