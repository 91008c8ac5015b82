import { readFile, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PRIVATE_FILES } from '../../platform/data-folder/data-folder.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import { SQLITE_FILE } from '../../platform/db/database.ts';
import { sqliteFiles } from '../../platform/db/sqlite/database-file.ts';
import type { Db } from '../../platform/db/tables.ts';
import { formatBytes } from '../../platform/format-bytes.ts';
import type { PasswordHasher } from '../../platform/secrets/credentials.ts';
import { accountKey } from '../../platform/secrets/credentials.ts';
import { DAY } from '../../platform/time.ts';
import { type CheckResult, formatCount } from './check-result.ts';
import * as repo from './verify.repo.ts';

/** With nightly backups, two were missed. */
const MAX_BACKUP_AGE = 2 * DAY;

/** Minimum free bytes: the largest file is 4 GiB. On a small volume a share of it suffices. */
const MIN_FREE_BYTES = 5 * 1024 ** 3;
const MIN_FREE_SHARE = 0.05;
const SMALL_VOLUME_SHARE = 0.2;

/** The settings of the systemd service; see docs/operating.md. */
const ENV_FILE = '/etc/deqiq/deqiq.env';

interface SecretOptions {
  readonly dataDir: string;
  readonly passwords: PasswordHasher;
  /** The file with the settings; by default that of the systemd service. */
  readonly envFile?: string;
}

export async function checkSecrets(
  db: Db,
  { dataDir, passwords, envFile = ENV_FILE }: SecretOptions,
): Promise<CheckResult> {
  const problems: string[] = [];
  const text = await readFile(join(dataDir, 'first-admin.txt'), 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const [, username = ''] = /^Username: (.*)$/m.exec(text) ?? [];
    const [, password = ''] = /^Password: (.*)$/m.exec(text) ?? [];
    const stored = await repo.findPasswordHash(db, accountKey(username));
    const works = await passwords.verify(stored, password);
    problems.push(
      `first-admin.txt still exists${works ? ', and its password is still valid: change it' : ''}; delete the file`,
    );
  }
  const names = [...PRIVATE_FILES, ...sqliteFiles(SQLITE_FILE)].map((name) => join(dataDir, name));
  for (const path of [...names, envFile]) {
    const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
    // The group must not read them either: proxies and other services may be members.
    if ((mode & 0o077) !== 0)
      problems.push(`${basename(path)} is readable by others: chmod 600 ${path}`);
  }
  return { name: 'Secrets', summary: 'permissions ok', problems };
}

export const isNearlyFull = (size: number, free: number): boolean =>
  free < Math.max(Math.min(MIN_FREE_BYTES, size * SMALL_VOLUME_SHARE), size * MIN_FREE_SHARE);

export async function checkDisk(dataDir: string): Promise<CheckResult> {
  const { bsize, blocks, bavail } = await statfs(dataDir);
  const size = blocks * bsize;
  const free = bavail * bsize;
  const summary = `${formatBytes(free)} of ${formatBytes(size)} free`;
  const isLow = isNearlyFull(size, free);
  return { name: 'Disk', summary, problems: isLow ? [`the disk is nearly full: ${summary}`] : [] };
}

export async function checkBackup(db: Db, dataDir: string, now: number): Promise<CheckResult> {
  const last = await readLastBackup(dataDir);
  const since = last?.at ?? (await repo.findFirstCheckup(db));
  const age = since === undefined ? 0 : now - Date.parse(since);
  const days = formatCount(Math.floor(age / DAY), 'day');
  const problem = last ? `the last backup is ${days} old` : `there is no backup of ${days} of work`;
  return {
    name: 'Backup',
    summary: last ? `of ${last.at}, ${formatBytes(last.bytes)}, in ${last.folder}` : 'none yet',
    problems: age > MAX_BACKUP_AGE ? [problem] : [],
  };
}
