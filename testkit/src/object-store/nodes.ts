import type { TestContext } from 'node:test';
import { freshDatabase } from '../databases/fresh-database.ts';
import { ServerProcess } from '../server-process.ts';
import { storageEnvironment } from './new-s3-storage.ts';

/** Two nodes with a data folder each, one PostgreSQL database and one object store. `env`: further settings of both. */
export async function startNodes(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
): Promise<[ServerProcess, ServerProcess]> {
  const database = await freshDatabase();
  const folder = await freshDatabase();
  const shared = {
    url: database.url,
    env: { ...storageEnvironment(), ...env },
    logLevel: 'error',
    secret: 'a secret that both of the nodes share',
  };
  const first = new ServerProcess({ ...shared, dataDir: database.dataDir });
  const second = new ServerProcess({ ...shared, dataDir: folder.dataDir });
  t.after(async () => {
    for (const node of [first, second]) await node.kill();
    for (const each of [database, folder]) await each.drop();
  });
  for (const node of [first, second]) await node.restart();
  return [first, second];
}
