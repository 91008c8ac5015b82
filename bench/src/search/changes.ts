import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { Client } from 'pg';
import { SQLITE_FILE } from '../../../server/src/platform/db/database.ts';

const CHANGE = 'update checkups set status = status where seq = 1';

/** Milliseconds until a server notices a write of another process. */
const NOTICE_DELAY = 25;

/** Writes to the table of checkups from outside the server, which invalidates its caches. */
export async function changes({ url, dataDir }: DataLocation) {
  if (url) {
    const client = new Client({ connectionString: url });
    await client.connect();
    return {
      one: async () => {
        await client.query(CHANGE);
        await pause(NOTICE_DELAY);
      },
      end: () => client.end(),
    };
  }
  const db = new DatabaseSync(join(dataDir, SQLITE_FILE), { timeout: 5_000 });
  return {
    one: async () => {
      db.exec(CHANGE);
      await pause(NOTICE_DELAY);
    },
    end: async () => db.close(),
  };
}
