import { readFile, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ChainHead } from '../../features/operations/audit/chain.ts';
import { readMismatch } from '../../features/operations/data-identity/data-identity.service.ts';
import type { PasswordHasher } from '../../platform/credentials.ts';
import { accountKey } from '../../platform/credentials.ts';
import { PRIVATE_FILES } from '../../platform/data-folder/data-folder.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import { type Database, SQLITE_FILE } from '../../platform/db/database.ts';
import { knownMigrations } from '../../platform/db/migrator.ts';
import { sqliteFiles } from '../../platform/db/sqlite/dialect.ts';
import type { Db } from '../../platform/db/tables.ts';
import { formatBytes } from '../../platform/format-bytes.ts';
import { type ObjectStore, objectsFolder } from '../../platform/storage/open-storage.ts';
import { DAY, iso } from '../../platform/time.ts';
import { findDamage, listMigrations } from '../backup/inventory.repo.ts';
import { openStoredFiles, type StoredFiles } from '../stored-files.ts';
import { checkAnnotations } from './annotations.ts';
import { checkAudit, listNotedHeads } from './audit.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import { checkFiles, checkLost, checkStore, checkUploads } from './files.ts';
import { checkSecondFactors } from './second-factors.ts';
import * as repo from './verify.repo.ts';

/** With nightly backups, two were missed. */
const MAX_BACKUP_AGE = 2 * DAY;

/** Unfinished for so long, a job is stuck: back-offs are shorter. */
const MAX_JOB_AGE = DAY;

/** Minimum free bytes: the largest file is 4 GiB. On a small volume a share of it suffices. */
const MIN_FREE_BYTES = 5 * 1024 ** 3;
const MIN_FREE_SHARE = 0.05;
const SMALL_VOLUME_SHARE = 0.2;

/** The settings of the systemd service; see docs/operating.md. */
const ENV_FILE = '/etc/deqiq/deqiq.env';

interface Options {
  readonly database: Database;
  readonly dataDir: string;
  /** Where the files are; undefined: in the data folder. */
  readonly objectStore?: ObjectStore | undefined;
  readonly passwords: PasswordHasher;
  /** Reads every byte of every file. */
  readonly deep: boolean;
  readonly now?: () => number;
  /** A head of the audit that was written down. */
  readonly auditHead?: ChainHead | undefined;
  /** The file with the settings; by default that of the systemd service. */
  readonly envFile?: string;
}

/** Checks all stored data, also beside a running server, and changes nothing. */
export async function runChecks(options: Options): Promise<CheckResult[]> {
  const { database, dataDir, deep, objectStore, now = Date.now } = options;
  const { db } = database;
  const first = await runCheck('Database', () => checkDatabase(database));
  // The other checks need a known schema.
  if (first.problems.some((problem) => problem.includes('newer version'))) return [first];
  const files = await openStoredFiles({ dataDir, db, objectStore });
  const context = { db, files, objects: objectsFolder(dataDir), now };
  try {
    return [
      first,
      await runCheck('Files', () => checkFiles(context, deep)),
      await runCheck('Uploads', () => checkUploads(context)),
      await runCheck('Lost', () => checkLost(context)),
      ...(files.storage ? [await runCheck('Store', () => checkStore(context))] : []),
      await runCheck('Folder', () => checkIdentity(db, dataDir, files)),
      await runCheck('Pictures', () => checkPictures(db)),
      await runCheck('Annotations', () => checkAnnotations(db)),
      await runCheck('Shares', () => checkShares(db)),
      await runCheck('Intake', () => checkIntake(db)),
      await runCheck('Ledger', () => checkLedger(db)),
      await runAuditCheck(options),
      await runCheck('Sessions', () => checkSessions(db, now())),
      await runCheck('Jobs', () => checkJobs(db, now)),
      await runCheck('Secrets', () => checkSecrets(db, options)),
      await runCheck('Factors', () => checkSecondFactors(db, dataDir)),
      await runCheck('Disk', () => checkDisk(dataDir)),
      await runCheck('Backup', () => checkBackup(db, dataDir, now())),
    ];
  } finally {
    await files.close();
  }
}

/** The check of the audit alone, which needs no files. */
export const runAuditCheck = ({
  database: { db },
  dataDir,
  auditHead,
  now = Date.now,
}: Pick<Options, 'database' | 'dataDir' | 'auditHead' | 'now'>): Promise<CheckResult> =>
  runCheck('Audit', async () =>
    checkAudit(db, { now, heads: await listNotedHeads(dataDir, auditHead) }),
  );

/** A check that fails to run counts as a problem; the other checks still run. */
async function runCheck(name: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
  return check().catch((error: Error) => ({
    name,
    summary: 'could not be checked',
    problems: [error.message],
  }));
}

async function checkDatabase({ db, dialect }: Database): Promise<CheckResult> {
  const schema = await listMigrations(db);
  const unknown = schema.find((name) => !knownMigrations.includes(name));
  const isOld = !unknown && schema.length < knownMigrations.length;
  const problems = dialect === 'sqlite' ? truncateList(await findDamage(db)) : [];
  if (unknown) problems.push(`the database is from a newer version of this program (${unknown})`);
  const name = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const old = isOld ? '; the next start migrates it' : '';
  return { name: 'Database', summary: `${name}, schema ${schema.at(-1)}${old}`, problems };
}

/** Sweeps are disabled while the folder belongs to another database. */
async function checkIdentity(
  db: Db,
  dataDir: string,
  { storage }: StoredFiles,
): Promise<CheckResult> {
  const mismatch = await readMismatch(db, dataDir, storage?.maintenance);
  return {
    name: 'Folder',
    summary: mismatch ? 'belongs to another database' : 'belongs to this database',
    problems: mismatch ? [mismatch] : [],
  };
}

/** A failed job has written to its own record that it failed; here it is no problem. */
async function checkJobs(db: Db, now: () => number): Promise<CheckResult> {
  const jobs = await repo.inspectJobs(db, { now, age: MAX_JOB_AGE });
  const sum = (state: 'waiting' | 'running' | 'failed') =>
    jobs?.counts.reduce((total, each) => total + each[state], 0) ?? 0;
  return {
    name: 'Jobs',
    summary: `${sum('waiting') + sum('running')} unfinished, ${sum('failed')} failed`,
    problems: truncateList(
      (jobs?.overdue ?? []).map(
        ({ kind, subject, due_at, attempts }) =>
          `job ${kind} of ${subject} is unfinished since ${due_at} after ${formatCount(attempts, 'attempt')}`,
      ),
    ),
  };
}

async function checkPictures(db: Db): Promise<CheckResult> {
  const unused = await repo.findUnusedPictures(db);
  const problems = unused.map((id) => `picture ${id} belongs to no clinic and no doctor`);
  return {
    name: 'Pictures',
    summary: 'each belongs to a clinic or a doctor',
    problems: truncateList(problems),
  };
}

/** Checks that every share opens files of its own examination and partner only. */
async function checkShares(db: Db): Promise<CheckResult> {
  const { count, foreign } = (await repo.inspectShares(db)) ?? { count: 0, foreign: [] };
  return {
    name: 'Shares',
    summary: formatCount(count, 'share'),
    problems: truncateList(foreign.map((id) => `share ${id} opens another examination`)),
  };
}

/** Checks studies of machines: the files of those that staff have not assigned, and whether all could be packed. */
async function checkIntake(db: Db): Promise<CheckResult> {
  const { counts = [], failed = [], lost = [] } = (await repo.inspectStudies(db)) ?? {};
  const summary = counts.map(({ state, count }) => `${count} ${state}`).join(', ');
  return {
    name: 'Intake',
    summary: summary === '' ? 'no studies' : `studies: ${summary}`,
    problems: truncateList([
      ...failed.map(({ id }) => `study ${id} could not be packed`),
      ...lost.map(({ id, study_id }) => `instance ${id} of study ${study_id} is in no file`),
    ]),
  };
}

async function checkLedger(db: Db): Promise<CheckResult> {
  const unbalanced = await repo.findUnbalanced(db);
  const problems = unbalanced.map(
    ({ id, balance, booked }) =>
      `partner ${id} has ${balance} qəpik, its ledger adds up to ${booked} (or the patients differ)`,
  );
  return {
    name: 'Ledger',
    summary: `${formatCount(await repo.countPartners(db), 'partner')}, figures match the ledger`,
    problems: truncateList(problems),
  };
}

async function checkSessions(db: Db, now: number): Promise<CheckResult> {
  const { count, over } = await repo.countSessions(db, iso(now));
  const devices = await repo.inspectDevices(db);
  return {
    name: 'Sessions',
    summary: `${formatCount(count - over, 'person', 'people')} signed in; ${formatCount(over, 'session')} expired, removed with the next sign-in; push messages to ${formatCount(devices.count, 'device')}`,
    problems: truncateList(
      devices.foreign.map((id) => `push device ${id} belongs to a partner who was deleted`),
    ),
  };
}

async function checkSecrets(
  db: Db,
  { dataDir, passwords, envFile = ENV_FILE }: Options,
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

/** Whether a volume of so many bytes has too few free ones. */
export const isNearlyFull = (size: number, free: number): boolean =>
  free < Math.max(Math.min(MIN_FREE_BYTES, size * SMALL_VOLUME_SHARE), size * MIN_FREE_SHARE);

async function checkDisk(dataDir: string): Promise<CheckResult> {
  const { bsize, blocks, bavail } = await statfs(dataDir);
  const size = blocks * bsize;
  const free = bavail * bsize;
  const summary = `${formatBytes(free)} of ${formatBytes(size)} free`;
  const isLow = isNearlyFull(size, free);
  return { name: 'Disk', summary, problems: isLow ? [`the disk is nearly full: ${summary}`] : [] };
}

async function checkBackup(db: Db, dataDir: string, now: number): Promise<CheckResult> {
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
