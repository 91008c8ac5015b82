import { readFile, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { recordedMismatch } from '../../features/data-identity/data-identity.service.ts';
import type { PasswordHasher } from '../../platform/credentials.ts';
import { accountKey } from '../../platform/credentials.ts';
import { PRIVATE_FILES } from '../../platform/data-folder/data-folder.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import { type Database, SQLITE_FILE } from '../../platform/db/database.ts';
import { knownMigrations } from '../../platform/db/migrator.ts';
import { sqliteFiles } from '../../platform/db/sqlite/dialect.ts';
import type { Db } from '../../platform/db/tables.ts';
import { inWords } from '../backup/file-collector.ts';
import { type StockService, stockService } from '../backup/stock.service.ts';
import { counted, type Look, shortened } from './check-result.ts';
import { lookAtFiles, lookAtLost, lookAtOrphans } from './files.ts';
import { lookAtSecondFactors } from './second-factors.ts';
import * as repo from './verify.repo.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** A clinic that backs up every night has missed two. */
const OLDEST_BACKUP = 2 * DAY;

/** Of the volume; the largest file is 4 GiB. */
const LEAST_SHARE = 0.05;
const LEAST_ROOM = 5 * 1024 ** 3;

/** The settings of a service, which systemd reads as root; docs/operating.md. */
const ENV_FILE = '/etc/deqiq/deqiq.env';

interface Wishes {
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
export async function examine(wishes: Wishes): Promise<Look[]> {
  const { database, dataDir, deep, now = Date.now } = wishes;
  const { db } = database;
  const stock = stockService({ db });
  const place = { db, objects: join(dataDir, 'objects'), now };
  const first = await looked('Database', () => lookAtDatabase(database, stock));
  // Of a schema this program does not know nothing more can be said.
  if (first.wrong.some((said) => said.includes('newer version'))) return [first];
  return [
    first,
    await looked('Files', () => lookAtFiles(place, stock, deep)),
    await looked('Uploads', () => lookAtOrphans(place)),
    await looked('Lost', () => lookAtLost(place)),
    await looked('Folder', () => lookAtIdentity(db, dataDir)),
    await looked('Pictures', () => lookAtPictures(db)),
    await looked('Ledger', () => lookAtLedger(db)),
    await looked('Sessions', () => lookAtSessions(db, now())),
    await looked('Secrets', () => lookAtSecrets(db, wishes)),
    await looked('Factors', () => lookAtSecondFactors(db, dataDir)),
    await looked('Disk', () => lookAtDisk(dataDir)),
    await looked('Backup', () => lookAtBackup(db, dataDir, now())),
  ];
}

/** What cannot be looked at is wrong too, and the rest is looked at all the same. */
async function looked(part: string, look: () => Promise<Look>): Promise<Look> {
  return look().catch((error: Error) => ({
    part,
    is: 'cannot be looked at',
    wrong: [error.message],
  }));
}

async function lookAtDatabase({ dialect }: Database, stock: StockService): Promise<Look> {
  const schema = await stock.schema();
  const unknown = schema.find((name) => !knownMigrations.includes(name));
  const isOld = !unknown && schema.length < knownMigrations.length;
  const wrong = dialect === 'sqlite' ? shortened(await stock.damage()) : [];
  if (unknown) wrong.push(`the database is of a newer version of this program (${unknown})`);
  const name = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const old = isOld ? '; the next start brings it up to date' : '';
  return { part: 'Database', is: `${name}, schema ${schema.at(-1)}${old}`, wrong };
}

/** The sweeper does nothing while the folder belongs to another database. */
async function lookAtIdentity(db: Db, dataDir: string): Promise<Look> {
  const mismatch = await recordedMismatch(db, dataDir);
  return {
    part: 'Folder',
    is: mismatch ? 'of another database' : 'belongs to this database',
    wrong: mismatch ? [mismatch] : [],
  };
}

async function lookAtPictures(db: Db): Promise<Look> {
  const unshown = await repo.unshown(db);
  const wrong = unshown.map((id) => `picture ${id} belongs to no clinic and no card`);
  return { part: 'Pictures', is: 'each belongs to a clinic or a card', wrong: shortened(wrong) };
}

async function lookAtLedger(db: Db): Promise<Look> {
  const unbooked = await repo.unbooked(db);
  const wrong = unbooked.map(
    ({ id, balance, booked }) =>
      `partner ${id} has ${balance} qəpik or patients that its ledger, which says ${booked}, does not add up to`,
  );
  return {
    part: 'Ledger',
    is: `${counted(await repo.countPartners(db), 'partner')}, each figure the sum of its changes`,
    wrong: shortened(wrong),
  };
}

async function lookAtSessions(db: Db, now: number): Promise<Look> {
  const { count, over } = await repo.countSessions(db, new Date(now).toISOString());
  return {
    part: 'Sessions',
    is: `${counted(count - over, 'person', 'people')} signed in; ${counted(over, 'session')} run out, gone with the next sign-in`,
    wrong: [],
  };
}

async function lookAtSecrets(
  db: Db,
  { dataDir, passwords, envFile = ENV_FILE }: Wishes,
): Promise<Look> {
  const wrong: string[] = [];
  const text = await readFile(join(dataDir, 'first-admin.txt'), 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const [, username = ''] = /^Username: (.*)$/m.exec(text) ?? [];
    const [, password = ''] = /^Password: (.*)$/m.exec(text) ?? [];
    const stored = await repo.passwordHashOf(db, accountKey(username));
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
  return { part: 'Secrets', is: 'in nobody’s way', wrong };
}

async function lookAtDisk(dataDir: string): Promise<Look> {
  const { bsize, blocks, bavail } = await statfs(dataDir);
  const [size, free] = [blocks * bsize, bavail * bsize];
  const is = `${inWords(free)} of ${inWords(size)} free`;
  const isLow = free < LEAST_ROOM || free / size < LEAST_SHARE;
  return { part: 'Disk', is, wrong: isLow ? [`the disk is nearly full: ${is}`] : [] };
}

async function lookAtBackup(db: Db, dataDir: string, now: number): Promise<Look> {
  const last = await readLastBackup(dataDir);
  const since = last?.at ?? (await repo.firstCheckup(db));
  const age = since === undefined ? 0 : now - Date.parse(since);
  const days = counted(Math.floor(age / DAY), 'day');
  const wrong = last ? `the last backup is ${days} old` : `there is no backup of ${days} of work`;
  return {
    part: 'Backup',
    is: last ? `of ${last.at}, ${inWords(last.bytes)}, in ${last.folder}` : 'none yet',
    wrong: age > OLDEST_BACKUP ? [wrong] : [],
  };
}
