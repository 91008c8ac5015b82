import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/tables.ts';
import { listTables } from '../backup/backed-up-tables.repo.ts';
import { readBatches } from '../backup/snapshot.repo.ts';

/** A digest of a table of a SQLite file that does not depend on the order of its rows. */
export interface TableDigest {
  readonly rows: number;
  /** The sum of the SHA-256 of all rows, modulo 2^256, in hexadecimal digits. */
  readonly sum: string;
}

const MODULUS = 2n ** 256n;

/** Digests of all tables that a backup includes, by name. */
export async function digestTables(db: Db): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>();
  for (const table of await listTables(db)) {
    let rows = 0;
    let sum = 0n;
    for await (const batch of readBatches(db, table))
      for (const row of batch) {
        const text = JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
        sum = (sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % MODULUS;
        rows += 1;
      }
    digests.set(table, { rows, sum: sum.toString(16) });
  }
  return digests;
}
