import { readFile, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readMismatch } from '../../features/data-identity/data-identity.service.ts';
import type { PasswordHasher } from '../../platform/credentials.ts';
import { accountKey } from '../../platform/credentials.ts';
import { PRIVATE_FILES } from '../../platform/data-folder/data-folder.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import { type Database, SQLITE_FILE } from '../../platform/db/database.ts';
import { knownMigrations } from '../../platform/db/migrator.ts';
import { sqliteFiles } from '../../platform/db/sqlite/dialect.ts';
import type { Db } from '../../platform/db/tables.ts';
import { formatBytes } from '../backup/file-collector.ts';
import { type StockService, stockService } from '../backup/stock.service.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import { checkFiles, checkLost, checkUploads } from './files.ts';
import { checkSecondFactors } from './second-factors.ts';
import * as repo from './verify.repo.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** A clinic that backs up every night has missed two. */
const MAX_BACKUP_AGE = 2 * DAY;

/** Of the volume; the largest file is 4 GiB. */
const MIN_FREE_SHARE = 0.05;
const MIN_FREE_BYTES = 5 * 1024 ** 3;

/** The settings of a service, which systemd reads as root; docs/operating.md. */
const ENV_FILE = '/etc/deqiq/deqiq.env';

interface Options {
  readonly database: Database;
  readonly dataDir: string;
  readonly passwords: PasswordHasher;
  /** Reads every byte of every file. */
  readonly deep: boolean;
  readonly now?: () => number;
  /** The file with the settings; that of a service by default. */
  readonly envFile?: string;
}

/** Looks at everything that is kept, beside the server or without it, and changes nothing. */
export async function runChecks(options: Options): Promise<CheckResult[]> {
  const { database, dataDir, deep, now = Date.now } = options;
  const { db } = database;
  const stock = stockService({ db });
  const place = { db, objects: join(dataDir, 'objects'), now };
  const first = await runCheck('Database', () => checkDatabase(database, stock));
  // Of a schema this program does not know nothing more can be said.
  if (first.problems.some((said) => said.includes('newer version'))) return [first];
  return [
    first,
    await runCheck('Files', () => checkFiles(place, stock, deep)),
    await runCheck('Uploads', () => checkUploads(place)),
    await runCheck('Lost', () => checkLost(place)),
    await runCheck('Folder', () => checkIdentity(db, dataDir)),
    await runCheck('Pictures', () => checkPictures(db)),
    await runCheck('Ledger', () => checkLedger(db)),
    await runCheck('Sessions', () => checkSessions(db, now())),
    await runCheck('Secrets', () => checkSecrets(db, options)),
    await runCheck('Factors', () => checkSecondFactors(db, dataDir)),
    await runCheck('Disk', () => checkDisk(dataDir)),
    await runCheck('Backup', () => checkBackup(db, dataDir, now())),
  ];
}

/** A check that fails to run counts as a problem; the other checks still run. */
async function runCheck(name: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
  return check().catch((error: Error) => ({
    name,
    summary: 'could not be checked',
    problems: [error.message],
  }));
}

async function checkDatabase({ dialect }: Database, stock: StockService): Promise<CheckResult> {
  const schema = await stock.schema();
  const unknown = schema.find((name) => !knownMigrations.includes(name));
  const isOld = !unknown && schema.length < knownMigrations.length;
  const wrong = dialect === 'sqlite' ? truncateList(await stock.damage()) : [];
  if (unknown) wrong.push(`the database is of a newer version of this program (${unknown})`);
  const name = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const old = isOld ? '; the next start brings it up to date' : '';
  return { name: 'Database', summary: `${name}, schema ${schema.at(-1)}${old}`, problems: wrong };
}

/** The sweeper does nothing while the folder belongs to another database. */
async function checkIdentity(db: Db, dataDir: string): Promise<CheckResult> {
  const mismatch = await readMismatch(db, dataDir);
  return {
    name: 'Folder',
    summary: mismatch ? 'of another database' : 'belongs to this database',
    problems: mismatch ? [mismatch] : [],
  };
}

async function checkPictures(db: Db): Promise<CheckResult> {
  const unshown = await repo.findUnusedPictures(db);
  const wrong = unshown.map((id) => `picture ${id} belongs to no clinic and no card`);
  return {
    name: 'Pictures',
    summary: 'each belongs to a clinic or a card',
    problems: truncateList(wrong),
  };
}

async function checkLedger(db: Db): Promise<CheckResult> {
  const unbooked = await repo.findUnbalanced(db);
  const wrong = unbooked.map(
    ({ id, balance, booked }) =>
      `partner ${id} has ${balance} qəpik or patients that its ledger, which says ${booked}, does not add up to`,
  );
  return {
    name: 'Ledger',
    summary: `${formatCount(await repo.countPartners(db), 'partner')}, each figure the sum of its changes`,
    problems: truncateList(wrong),
  };
}

async function checkSessions(db: Db, now: number): Promise<CheckResult> {
  const { count, over } = await repo.countSessions(db, new Date(now).toISOString());
  return {
    name: 'Sessions',
    summary: `${formatCount(count - over, 'person', 'people')} signed in; ${formatCount(over, 'session')} run out, gone with the next sign-in`,
    problems: [],
  };
}

async function checkSecrets(
  db: Db,
  { dataDir, passwords, envFile = ENV_FILE }: Options,
): Promise<CheckResult> {
  const wrong: string[] = [];
  const text = await readFile(join(dataDir, 'first-admin.txt'), 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const [, username = ''] = /^Username: (.*)$/m.exec(text) ?? [];
    const [, password = ''] = /^Password: (.*)$/m.exec(text) ?? [];
    const stored = await repo.findPasswordHash(db, accountKey(username));
    const works = await passwords.verify(stored, password);
    wrong.push(
      `first-admin.txt lies about${works ? ', and its password is still good: change it' : ''}; delete the file`,
    );
  }
  const names = [...PRIVATE_FILES, ...sqliteFiles(SQLITE_FILE)].map((name) => join(dataDir, name));
  for (const path of [...names, envFile]) {
    const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
    // Not for the group either: it may be that of a proxy, and of all that runs beside it.
    if ((mode & 0o077) !== 0)
      wrong.push(`${basename(path)} can be read by others: chmod 600 ${path}`);
  }
  return { name: 'Secrets', summary: 'in nobody’s way', problems: wrong };
}

async function checkDisk(dataDir: string): Promise<CheckResult> {
  const { bsize, blocks, bavail } = await statfs(dataDir);
  const [size, free] = [blocks * bsize, bavail * bsize];
  const is = `${formatBytes(free)} of ${formatBytes(size)} free`;
  const isLow = free < MIN_FREE_BYTES || free / size < MIN_FREE_SHARE;
  return { name: 'Disk', summary: is, problems: isLow ? [`the disk is nearly full: ${is}`] : [] };
}

async function checkBackup(db: Db, dataDir: string, now: number): Promise<CheckResult> {
  const last = await readLastBackup(dataDir);
  const since = last?.at ?? (await repo.findFirstCheckup(db));
  const age = since === undefined ? 0 : now - Date.parse(since);
  const days = formatCount(Math.floor(age / DAY), 'day');
  const wrong = last ? `the last backup is ${days} old` : `there is no backup of ${days} of work`;
  return {
    name: 'Backup',
    summary: last ? `of ${last.at}, ${formatBytes(last.bytes)}, in ${last.folder}` : 'none yet',
    problems: age > MAX_BACKUP_AGE ? [wrong] : [],
  };
}
