import { readMismatch } from '../../features/operations/data-identity/data-identity.service.ts';
import type { Database } from '../../platform/db/database.ts';
import { knownMigrations } from '../../platform/db/migrator.ts';
import type { Db } from '../../platform/db/tables.ts';
import { DAY, iso } from '../../platform/time.ts';
import { findDamage, listMigrations } from '../backup/backed-up-tables.repo.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import * as repo from './verify.repo.ts';

/** Unfinished for so long, a job is stuck: back-offs are shorter. */
const MAX_JOB_AGE = DAY;

export async function checkDatabase({ db, dialect }: Database): Promise<CheckResult> {
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
export async function checkIdentity(
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
export async function checkJobs(db: Db, now: () => number): Promise<CheckResult> {
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

export async function checkPictures(db: Db): Promise<CheckResult> {
  const unused = await repo.findUnusedPictures(db);
  const problems = unused.map((id) => `picture ${id} belongs to no clinic and no doctor`);
  return {
    name: 'Pictures',
    summary: 'each belongs to a clinic or a doctor',
    problems: truncateList(problems),
  };
}

/** Checks that every share opens files of its own examination and partner only. */
export async function checkShares(db: Db): Promise<CheckResult> {
  const { count, foreign } = (await repo.inspectShares(db)) ?? { count: 0, foreign: [] };
  return {
    name: 'Shares',
    summary: formatCount(count, 'share'),
    problems: truncateList(foreign.map((id) => `share ${id} opens another examination`)),
  };
}

/** Checks studies of machines: the files of those that staff have not assigned, and whether all could be packed. */
export async function checkIntake(db: Db): Promise<CheckResult> {
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

export async function checkLedger(db: Db): Promise<CheckResult> {
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

export async function checkSessions(db: Db, now: number): Promise<CheckResult> {
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
