import { parseArgs } from 'node:util';
import { readLastCopy, writeLastCopy } from '../platform/data-folder/protection-records.ts';
import { openDatabase } from '../platform/db/database.ts';
import { ConfigError } from '../platform/errors.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import { backUp } from './backup/backup.ts';
import { readManifest } from './backup/manifest.ts';
import { dataLocation, existingDatabase, objectStore, runCommand } from './command.ts';

const USAGE = `npm run backup -- FOLDER    creates a backup in a new folder below FOLDER; the server may keep running
  --keep N                  removes older backups, so that N remain
  --damaged-too             continues when files are missing or damaged, without these files
npm run backup -- --copied BACKUP
                            records that this backup, FOLDER/deqiq-<time>, was copied to another machine`;

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'damaged-too': { type: 'boolean', default: false },
      copied: { type: 'boolean', default: false },
      keep: { type: 'string' },
    },
  });
  const [folder, more] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  const isCount = keep === undefined || (Number.isSafeInteger(keep) && keep > 0);
  if (!folder || more !== undefined || !isCount) throw new ConfigError(USAGE);
  if (values.copied) return recordCopy(existingDatabase().dataDir, folder);
  const location = dataLocation();
  const database = await openDatabase({ ...location, readOnly: true });
  // On SIGINT and SIGTERM this run cleans up; after SIGKILL the next one does.
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());
  const allowDamaged = values['damaged-too'];
  const data = { dataDir: location.dataDir, database, objectStore: objectStore() };
  const options = { ...data, folder, allowDamaged, keep };
  try {
    const backup = await backUp({ ...options, signal: abort.signal, report: console.log });
    const { files, bytes, damaged } = backup.manifest;
    console.log(
      `${backup.folder}: ${files.toLocaleString('en')} files, ${formatBytes(bytes)}, verified`,
    );
    if (damaged.length > 0)
      throw new ConfigError(
        `${damaged.length} files were missing or damaged and are not in the backup.`,
      );
  } finally {
    await database.close();
  }
});

/** The backup is named: a newer one may have begun after the copy. */
async function recordCopy(dataDir: string, backup: string): Promise<void> {
  const { at } = await readManifest(backup);
  const last = await readLastCopy(dataDir);
  if (last === undefined || last.backupAt < at) await writeLastCopy(dataDir, { backupAt: at });
  console.log(`recorded: the backup of ${at} is on another machine`);
}
