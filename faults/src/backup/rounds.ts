import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startCommand } from '@deqiq/testkit/process/operator-command.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import {
  type DataLocation,
  type ServerProcess,
  startServer,
} from '@deqiq/testkit/server-process.ts';
import { compare } from '../crash/compare/compare.ts';
import { auditOnDisk } from '../crash/compare/on-disk-audit.ts';
import { ExpectedState } from '../crash/expected/expected-state.ts';
import { twoPartners } from '../crash/people.ts';
import type { WorkloadSetup } from '../crash/work/workload.ts';
import { damagedCopy } from './damage.ts';
import { openWindow } from './window.ts';
import { startWork } from './work.ts';

const FINISHED = /^deqiq-\d{8}T\d{9}Z$/;

/** Milliseconds of load before a backup. */
const WORK = [300, 1_200] as const;

/** Milliseconds after which a backup is killed: before its first file, or while it copies. */
const KILL = [200, 1_200] as const;

export const DAMAGED_A_ROUND = 2;

interface RoundsOptions {
  readonly rounds: number;
  readonly random: Random;
  readonly folder: string;
  /** Creates an empty data folder or database. */
  newLocation(name: string): Promise<DataLocation>;
  log(progress: string): void;
}

export interface RoundsResult {
  readonly counts: {
    good: number;
    killed: number;
    refused: number;
    /** Writes that were acknowledged during backups. */
    meanwhile: number;
    /** Files and pictures that were restored and read byte for byte. */
    read: number;
  };
  readonly findings: string[];
}

/** Backs up a server under load, restores each backup into an empty location, and compares. */
export async function backUpAndRestore(options: RoundsOptions): Promise<RoundsResult> {
  const counts = { good: 0, killed: 0, refused: 0, meanwhile: 0, read: 0 };
  const findings: string[] = [];
  const location = await options.newLocation('at-work');
  const server = await startServer(location);
  try {
    const staff = await new ApiClient(server.port).signIn();
    const expected = new ExpectedState();
    const setup = {
      expected,
      random: options.random,
      people: await twoPartners(staff, expected),
    };
    for (let round = 1; round <= options.rounds; round += 1) {
      const problems = await oneRound({ ...options, from: location, server, setup, round }, counts);
      if (problems.length === 0) counts.good += 1;
      findings.push(...problems.map((finding) => `backup ${round}: ${finding}`));
      options.log(`${round} backups`);
    }
  } finally {
    await server.end();
  }
  return { counts, findings };
}

interface Round extends RoundsOptions {
  readonly round: number;
  readonly from: DataLocation;
  readonly server: ServerProcess;
  readonly setup: WorkloadSetup;
}

async function oneRound(round: Round, counts: RoundsResult['counts']): Promise<string[]> {
  const { random, server, setup, folder, from } = round;
  const shelf = join(folder, 'shelf');
  const stop = await startWork(server, setup);
  await pause(random.between(...WORK));
  const problems = await killOne(round, shelf, counts);
  const before = countWrites(setup.expected);
  const close = openWindow(setup.expected);
  const command = await startCommand('backup', from, [shelf]).ended;
  const expectedState = close();
  counts.meanwhile += countWrites(setup.expected) - before;
  problems.push(...(await stop()));
  const backup = (await backupsIn(shelf)).at(-1);
  if (command.status !== 0 || !backup) return [...problems, `the backup failed: ${command.text}`];
  if ((await readdir(shelf)).some((name) => !FINISHED.test(name) && name !== '.lock'))
    problems.push('an unfinished backup is left');
  problems.push(...(await restoreAndCompare(round, backup, expectedState, counts)));
  problems.push(...(await refuseDamaged(round, backup, counts)));
  return problems;
}

/** A killed backup must leave nothing that looks like a backup, unless it is complete. */
async function killOne(
  { from, random }: Round,
  shelf: string,
  counts: RoundsResult['counts'],
): Promise<string[]> {
  const before = await backupsIn(shelf);
  const { status, text } = await startAndKill(from, shelf, random.between(...KILL));
  if (status === null) counts.killed += 1;
  else if (status !== 0) return [`the backup to be killed failed: ${text}`];
  const more = (await backupsIn(shelf)).length - before.length;
  if (status === null && more > 0) {
    // Killed after it was complete: only its last output is missing.
    return [];
  }
  return status === 0 && more !== 1 ? [`one run left ${more} backups`] : [];
}

/** Starts a backup and kills it after `milliseconds`, unless it has ended before. */
async function startAndKill(from: DataLocation, shelf: string, milliseconds: number) {
  const { child, ended } = startCommand('backup', from, [shelf]);
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const result = await ended;
  clearTimeout(timer);
  return result;
}

async function restoreAndCompare(
  { round, newLocation }: Round,
  backup: string,
  expectedState: ExpectedState,
  counts: RoundsResult['counts'],
): Promise<string[]> {
  const to = await newLocation(`restored-${round}`);
  const { status, text } = await startCommand('restore', to, [backup]).ended;
  if (status !== 0) return [`the restore failed: ${text}`];
  const problems = [...(await auditOnDisk(to, new Map())), ...(await verifyLocation(to))];
  const server = await startServer(to);
  try {
    const read = new Map<string, string>();
    const staff = await new ApiClient(server.port).signIn();
    const { lost, broken } = await compare(staff, expectedState, read);
    counts.read += read.size;
    problems.push(...lost, ...broken);
  } finally {
    await server.end();
  }
  await rm(to.dataDir, { recursive: true });
  return problems;
}

/** The findings of `npm run verify`, without the warning about the free space of this machine. */
async function verifyLocation(newLocation: DataLocation): Promise<string[]> {
  const { status, text } = await startCommand('verify', newLocation, ['--deep']).ended;
  const wrong = text
    .split('\n')
    .filter((line) => /PROBLEM/.test(line) && !/the disk is/.test(line));
  if (status === null || (status !== 0 && !text.includes('PROBLEM'))) wrong.push(text);
  return wrong.map((line) => `verify: ${line.trim()}`);
}

async function refuseDamaged(
  { round, newLocation, random, folder }: Round,
  backup: string,
  counts: RoundsResult['counts'],
): Promise<string[]> {
  const problems: string[] = [];
  const copy = join(folder, 'damaged');
  for (let n = 1; n <= DAMAGED_A_ROUND; n += 1) {
    const damage = await damagedCopy(backup, copy, random);
    const to = await newLocation(`damaged-${round}-${n}`);
    const { status, text } = await startCommand('restore', to, [copy]).ended;
    const entries = await readdir(to.dataDir).catch(() => []);
    const remaining = entries.filter((name) => name !== 'locks');
    if (status === 1 && remaining.length === 0 && !text.includes('\n    at ')) counts.refused += 1;
    else
      problems.push(
        `${damage}: the restore exited with ${status} and left ${remaining.length} entries: ${text}`,
      );
    await rm(copy, { recursive: true });
  }
  return problems;
}

const backupsIn = async (shelf: string): Promise<string[]> =>
  (await readdir(shelf).catch(() => []))
    .filter((name) => FINISHED.test(name))
    .sort()
    .map((name) => join(shelf, name));

const countWrites = ({ counts }: ExpectedState): number =>
  counts.chunks + counts.files + counts.small + counts.pictures + counts.points;
