import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface FreshDatabase {
  /** For openDatabase: undefined on SQLite. */
  readonly url?: string;
  readonly dataDir: string;
  /** Removes the database and dataDir. Close what has it open first. */
  drop(): Promise<void>;
}

/** An empty database of the kind TEST_DATABASE names: sqlite (also when unset) or postgres. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const kind = process.env.TEST_DATABASE || 'sqlite';
  if (kind !== 'sqlite') throw new Error(`TEST_DATABASE=${kind} is not here yet`);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'deqiq-test-'));
  return { dataDir, drop: () => rm(dataDir, { recursive: true, force: true }) };
}
