import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { Client } from 'pg';
import { SQLITE_FILE } from '../../../server/src/platform/db/database.ts';

/** Milliseconds until a server notices a write of another process. */
const NOTICE_DELAY = 25;

/** Writes to tables from outside the server, which invalidates its caches. */
export async function changes(
  { url, dataDir }: DataLocation,
  tables: readonly ('checkups' | 'patients' | 'referrals')[] = ['checkups'],
) {
  const change = tables.map((table) => `update ${table} set id = id where seq = 1`).join(';');
  if (url) {
    const client = new Client({ connectionString: url });
    await client.connect();
    return {
      one: async () => {
        await client.query(change);
        await pause(NOTICE_DELAY);
      },
      end: () => client.end(),
    };
  }
  const db = new DatabaseSync(join(dataDir, SQLITE_FILE), { timeout: 5_000 });
  return {
    one: async () => {
      db.exec(change);
      await pause(NOTICE_DELAY);
    },
    end: async () => db.close(),
  };
}
