import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LastBackup, readLastBackup } from '../../../platform/data-folder/last-backup.ts';
import {
  type LastRehearsal,
  writeLastRehearsal,
} from '../../../platform/data-folder/protection-records.ts';
import { openDatabase, SQLITE_FILE } from '../../../platform/db/database.ts';
import { ConfigError } from '../../../platform/errors.ts';
import { checksumFile } from '../../../platform/files.ts';
import { isoNow } from '../../../platform/time.ts';
import { listMigrations } from '../../backup/backed-up-tables.repo.ts';
import { BackupError, readList } from '../../backup/manifest.ts';
import { assertSpaceFor } from '../../files/space.ts';
import { digestTables } from '../../migrate/table-digests.repo.ts';
import { restore } from '../../restore/restore.ts';
import { iterateEntries } from '../../restore/verify-backup.ts';
import { removeLeftovers, withRehearsalFolder } from './rehearsal-folder.ts';

/** A restore changes their rows: it ends sessions and links, cancels messages, derives again and seals the audit. */
const CHANGED_BY_RESTORE: ReadonlySet<string> = new Set([
  'audit_seals',
  'audit_unsealed',
  'database_identity',
  'devices',
  'file_imaging',
  'intake_reports',
  'jobs',
  'known_devices',
  'outbox',
  'patient_messages',
  'program_tokens',
  'push_subscriptions',
  'session_activity',
  'sessions',
  'share_visits',
  'shares',
]);

interface Options {
  readonly dataDir: string;
  /** The temporary folder is created in it. */
  readonly parent?: string;
  readonly now?: () => number;
  /** Receives the path of the temporary folder before it exists. */
  readonly onFolder?: (folder: string) => void;
}

/**
 * Restores the newest backup into a temporary folder, compares rows and files with the backup and records the result
 * in the data folder. Throws ConfigError where there is no backup.
 */
export async function rehearse({
  dataDir,
  parent = tmpdir(),
  now = Date.now,
  onFolder,
}: Options): Promise<LastRehearsal> {
  const backup = await readLastBackup(dataDir);
  if (!backup) throw new ConfigError('There is no backup to restore: npm run backup makes one.');
  const at = isoNow(now);
  const existed = existsSync(backup.folder);
  await removeLeftovers(parent, now());
  await assertSpaceFor('rehearsal', parent, await measureSize(backup));
  return await withRehearsalFolder(parent, onFolder, async (folder) => {
    const problem = await findRestoreProblem({ backup: backup.folder, folder, existed });
    const { at: backupAt, files, bytes } = backup;
    const rehearsal = { at, backupAt, files, bytes, ...(problem !== undefined && { problem }) };
    await writeLastRehearsal(dataDir, rehearsal);
    return rehearsal;
  });
}

/** Bytes of a restored backup: files, the database, and as much again for its migrations. */
async function measureSize({ folder, bytes }: LastBackup): Promise<number> {
  // Its absence is found, and recorded, by the restore.
  const database = await stat(join(folder, SQLITE_FILE)).catch(() => undefined);
  return bytes + 2 * (database?.size ?? 0);
}

interface Attempt {
  readonly backup: string;
  readonly folder: string;
  /** Whether the backup existed when the rehearsal began. */
  readonly existed: boolean;
}

/** Other errors, such as a full disk, say nothing about the backup. */
async function findRestoreProblem({ backup, folder, existed }: Attempt) {
  try {
    await restore({ backup, dataDir: folder });
    return await findDifference(backup, folder);
  } catch (error) {
    // `backup --keep` renames a backup before it removes it.
    if (existed && !existsSync(backup))
      throw new ConfigError(
        `${backup} was removed during the rehearsal, perhaps by a newer backup with --keep. That is no damage: rehearse again.`,
      );
    if (error instanceof BackupError) return error.message;
    throw error;
  }
}

/** The first table or file that a restored folder has otherwise than the backup. */
export const findDifference = async (backup: string, folder: string) =>
  (await findChangedTable(backup, folder)) ?? (await findChangedFile(backup, folder));

async function findChangedTable(backup: string, folder: string): Promise<string | undefined> {
  const source = await openDatabase({ dataDir: backup, readOnly: true });
  const target = await openDatabase({ dataDir: folder, readOnly: true });
  try {
    const before = await listMigrations(source.db);
    // Migrations have changed the tables of an older version; the restore has compared its numbers of rows.
    if (before.length !== (await listMigrations(target.db)).length) return undefined;
    const restored = await digestTables(target.db);
    for (const [table, { rows, sum }] of await digestTables(source.db)) {
      const actual = restored.get(table);
      const isEqual = actual?.rows === rows && actual.sum === sum;
      if (!isEqual && !CHANGED_BY_RESTORE.has(table))
        return `${table} was not restored with the rows of the backup`;
    }
    return undefined;
  } finally {
    await target.close();
    await source.close();
  }
}

async function findChangedFile(backup: string, folder: string): Promise<string | undefined> {
  for await (const [key, { sha256 }] of iterateEntries(await readList(backup)))
    if ((await checksumFile(join(folder, 'objects', key)))?.sha256 !== sha256)
      return `${key} was not restored with the bytes of the backup`;
  return undefined;
}
