import { parseArgs } from 'node:util';
import { readConfig, readObjectStoreAt } from '../config.ts';
import { ensureId } from '../features/operations/data-identity/data-identity.repo.ts';
import { IDENTITY_FILE } from '../features/operations/data-identity/data-identity.service.ts';
import { readPrivateFile } from '../platform/data-folder/data-folder.ts';
import { openDatabase } from '../platform/db/database.ts';
import { withDatabaseLock } from '../platform/db/postgres/restore-claim.ts';
import type { Db } from '../platform/db/tables.ts';
import { ConfigError } from '../platform/errors.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import { openDiskStorage } from '../platform/storage/disk/disk.ts';
import { type ObjectStore, objectsFolder, openStorage } from '../platform/storage/open-storage.ts';
import { listReferencedFiles } from './backup/inventory.repo.ts';
import { runCommand, withDataFolder } from './command.ts';
import { assertMovable, completeMove, recordCopiedStore } from './migrate/location.ts';
import { copyStorage } from './migrate/to-storage.ts';

const USAGE = `npm run migrate:storage -- s3://…      copies the files of DATA_DIR into an object store
npm run migrate:storage -- disk        copies the files of STORAGE_URL into DATA_DIR
  --final                              the last step: stop every server first
npm run migrate:storage -- s3://… --copied    uses a store into which other tools copied all blobs, or the
                                       new address of the same store; stop every server first
  --damaged-too                        although blobs are missing in it
Nothing is removed from the old store. Run it while servers work, as often as you like; then with --final.`;

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      final: { type: 'boolean', default: false },
      copied: { type: 'boolean', default: false },
      'damaged-too': { type: 'boolean', default: false },
    },
  });
  const [to, more] = positionals;
  const { final: isFinal, copied: isCopied, 'damaged-too': allowDamaged } = values;
  if (!to || more !== undefined || !(to === 'disk' || to.startsWith('s3://')))
    throw new ConfigError(USAGE);
  if ((isCopied && (isFinal || to === 'disk')) || (allowDamaged && !isCopied))
    throw new ConfigError(USAGE);
  const { dataDir, databaseUrl: url, objectStore } = readConfig();
  if (url === undefined) throw new ConfigError('An object store needs DATABASE_URL.');
  if (!isCopied && (to === 'disk') === (objectStore === undefined))
    throw new ConfigError(
      to === 'disk'
        ? 'STORAGE_URL is not set: the files are on the disk already.'
        : 'STORAGE_URL is set: to move between object stores, copy the bucket with the tools of the provider, stop every server, and run it with --copied.',
    );
  const store = isCopied || !objectStore ? readObjectStoreAt(to) : objectStore;
  const isAlone = isFinal || isCopied;
  const copy = async () => {
    const database = await openDatabase({ dataDir, url, isRestoring: isAlone });
    try {
      if (!isCopied) return await copyFiles(database.db, { to, dataDir, store, isFinal });
      await recordCopiedStore(database.db, { dataDir, store, allowDamaged });
      console.log(`Complete. Set STORAGE_URL to ${to} and start the servers.`);
    } finally {
      await database.close();
    }
  };
  await withDataFolder(dataDir, isAlone ? 'migration' : 'command', async () => {
    if (!isAlone) return copy();
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
  readonly store: ObjectStore;
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
  const move = {
    from: to === 'disk' ? store : undefined,
    to: to === 'disk' ? undefined : store,
    target,
  };
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());
  try {
    await assertMovable(db, move);
    const owner = await target.maintenance?.claim(databaseId);
    if (owner !== undefined && owner !== databaseId)
      throw new ConfigError(`The object store belongs to database ${owner}.`);
    if ((await target.maintenance?.findState()) === 'empty')
      await target.maintenance?.setCopying(true);
    const { objects, bytes, alreadyThere, removed } = await copyStorage({
      source,
      target,
      isFinal,
      signal: abort.signal,
      report: console.log,
      listReferenced: () => listReferencedFiles(db),
    });
    if (isFinal) await completeMove(db, move);
    console.log(
      `${objects.toLocaleString('en')} objects copied and compared, ${formatBytes(bytes)}; ${alreadyThere.toLocaleString('en')} were there, ${removed} removed.`,
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
