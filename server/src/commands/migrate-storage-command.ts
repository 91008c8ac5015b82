import { parseArgs } from 'node:util';
import { ConfigError, readConfig, readObjectStoreAt } from '../config.ts';
import { ensureId } from '../features/data-identity/data-identity.repo.ts';
import { IDENTITY_FILE } from '../features/data-identity/data-identity.service.ts';
import { readPrivateFile } from '../platform/data-folder/data-folder.ts';
import { openDatabase } from '../platform/db/database.ts';
import { withDatabaseLock } from '../platform/db/postgres/restore-claim.ts';
import type { Db } from '../platform/db/tables.ts';
import { openDiskStorage } from '../platform/storage/disk/disk.ts';
import { type ObjectStore, objectsFolder, openStorage } from '../platform/storage/open-storage.ts';
import { formatBytes } from './backup/file-collector.ts';
import { listReferencedFiles } from './backup/inventory.repo.ts';
import { runCommand, withDataFolder } from './command.ts';
import { copyStorage } from './migrate/to-storage.ts';

const USAGE = `npm run migrate:storage -- s3://…      copies the files of DATA_DIR into an object store
npm run migrate:storage -- disk        copies the files of STORAGE_URL into DATA_DIR
  --final                              the last step: stop every server first
Nothing is removed from the old store. Run it while servers work, as often as you like; then with --final.`;

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { final: { type: 'boolean', default: false } },
  });
  const [to, more] = positionals;
  if (!to || more !== undefined || !(to === 'disk' || to.startsWith('s3://')))
    throw new ConfigError(USAGE);
  const { dataDir, databaseUrl: url, objectStore } = readConfig();
  if (url === undefined) throw new ConfigError('An object store needs DATABASE_URL.');
  if ((to === 'disk') === (objectStore === undefined))
    throw new ConfigError(
      to === 'disk'
        ? 'STORAGE_URL is not set: the files are on the disk already.'
        : 'STORAGE_URL is set: to move between object stores, copy the bucket with the tools of the provider; the names of the blobs stay.',
    );
  const isFinal = values.final;
  const store = objectStore ?? readObjectStoreAt(to);
  const copy = async () => {
    const database = await openDatabase({ dataDir, url, isRestoring: isFinal });
    try {
      await copyFiles(database.db, { to, dataDir, store, isFinal });
    } finally {
      await database.close();
    }
  };
  await withDataFolder(dataDir, isFinal ? 'migration' : 'command', async () => {
    if (!isFinal) return copy();
    // A server with another data folder would use the old store.
    await withDatabaseLock(url, async (lock) => {
      await lock?.assertAlone();
      await copy();
    });
  });
});

interface Options {
  readonly to: string;
  readonly dataDir: string;
  readonly store: ObjectStore | undefined;
  readonly isFinal: boolean;
}

async function copyFiles(db: Db, { to, dataDir, store, isFinal }: Options): Promise<void> {
  const databaseId = await ensureId(db, Date.now);
  const folderId = (await readPrivateFile(dataDir, IDENTITY_FILE))?.trim();
  // An empty new folder may be filled; an old one must be the one with the files.
  if (folderId !== databaseId && (folderId !== undefined || to !== 'disk'))
    throw new ConfigError(
      `The data folder ${dataDir} does not belong to this database: nothing was changed. Set DATABASE_URL or DATA_DIR right.`,
    );
  const ofStore = await openStorage({ dataDir, db, objectStore: store });
  const disk = await openDiskStorage(objectsFolder(dataDir));
  const [source, target] = to === 'disk' ? [ofStore, disk] : [disk, ofStore];
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());
  try {
    const owner = await target.maintenance?.claim(databaseId);
    if (owner !== undefined && owner !== databaseId)
      throw new ConfigError(`The object store belongs to database ${owner}.`);
    if ((await target.maintenance?.findState()) === 'empty')
      await target.maintenance?.setCopying(true);
    const { objects, bytes, kept, removed } = await copyStorage({
      ...{ source, target, isFinal, signal: abort.signal, report: console.log },
      listReferenced: () => listReferencedFiles(db),
    });
    if (isFinal) await target.maintenance?.setCopying(false);
    console.log(
      `${objects.toLocaleString('en')} objects copied and compared, ${formatBytes(bytes)}; ${kept.toLocaleString('en')} were there, ${removed} removed.`,
    );
    console.log(
      isFinal
        ? `Complete. ${to === 'disk' ? 'Unset STORAGE_URL' : `Set STORAGE_URL to ${to}`} and start the servers. The old files stay until you remove them.`
        : 'Run it again until little is copied; then stop every server and run it with --final.',
    );
  } finally {
    await disk.close();
    await ofStore.close();
  }
}
