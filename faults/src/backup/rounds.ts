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
import { atWork } from './work.ts';

const FINISHED = /^deqiq-\d{8}T\d{9}Z$/;

/** Milliseconds of load before a backup. */
const WORK = [300, 1_200] as const;

/** Milliseconds after which a backup is killed: before its first file, or while it copies. */
const KILL = [200, 1_200] as const;

export const DAMAGED_A_ROUND = 2;

interface Wish {
  readonly rounds: number;
  readonly random: Random;
  readonly folder: string;
  /** Creates an empty data folder or database. */
  place(name: string): Promise<DataLocation>;
  log(progress: string): void;
}

export interface Tried {
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
export async function backUpAndRestore(wish: Wish): Promise<Tried> {
  const counts = { good: 0, killed: 0, refused: 0, meanwhile: 0, read: 0 };
  const findings: string[] = [];
  const location = await wish.place('at-work');
  const server = await startServer(location);
  try {
    const staff = await new ApiClient(server.port).signIn();
    const expected = new ExpectedState();
    const setting = {
      expected,
      random: wish.random,
      people: await twoPartners(staff, expected),
    };
    for (let round = 1; round <= wish.rounds; round += 1) {
      const found = await oneRound({ ...wish, from: location, server, setting, round }, counts);
      if (found.length === 0) counts.good += 1;
      findings.push(...found.map((finding) => `backup ${round}: ${finding}`));
      wish.log(`${round} backups`);
    }
  } finally {
    await server.end();
  }
  return { counts, findings };
}

interface Round extends Wish {
  readonly round: number;
  readonly from: DataLocation;
  readonly server: ServerProcess;
  readonly setting: WorkloadSetup;
}

async function oneRound(round: Round, counts: Tried['counts']): Promise<string[]> {
  const { random, server, setting, folder, from } = round;
  const shelf = join(folder, 'shelf');
  const stop = await atWork(server, setting);
  await pause(random.between(...WORK));
  const found = await killOne(round, shelf, counts);
  const before = writesOf(setting.expected);
  const close = openWindow(setting.expected);
  const made = await startCommand('backup', from, [shelf]).ended;
  const seen = close();
  counts.meanwhile += writesOf(setting.expected) - before;
  found.push(...(await stop()));
  const backup = (await backupsIn(shelf)).at(-1);
  if (made.status !== 0 || !backup) return [...found, `the backup failed: ${made.text}`];
  if ((await readdir(shelf)).some((name) => !FINISHED.test(name) && name !== '.lock'))
    found.push('an unfinished backup is left');
  found.push(...(await bringBack(round, backup, seen, counts)));
  found.push(...(await refuseDamaged(round, backup, counts)));
  return found;
}

/** A killed backup must leave nothing that looks like a backup, unless it is complete. */
async function killOne(
  { from, random }: Round,
  shelf: string,
  counts: Tried['counts'],
): Promise<string[]> {
  const before = await backupsIn(shelf);
  const { status, text } = await killedBackup(from, shelf, random.between(...KILL));
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
async function killedBackup(from: DataLocation, shelf: string, milliseconds: number) {
  const { child, ended } = startCommand('backup', from, [shelf]);
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const result = await ended;
  clearTimeout(timer);
  return result;
}

async function bringBack(
  { round, place }: Round,
  backup: string,
  seen: ExpectedState,
  counts: Tried['counts'],
): Promise<string[]> {
  const to = await place(`restored-${round}`);
  const { status, text } = await startCommand('restore', to, [backup]).ended;
  if (status !== 0) return [`the restore failed: ${text}`];
  const found = [...(await auditOnDisk(to, new Map())), ...(await examined(to))];
  const server = await startServer(to);
  try {
    const read = new Map<string, string>();
    const staff = await new ApiClient(server.port).signIn();
    const { lost, broken } = await compare(staff, seen, read);
    counts.read += read.size;
    found.push(...lost, ...broken);
  } finally {
    await server.end();
  }
  await rm(to.dataDir, { recursive: true });
  return found;
}

/** The findings of `npm run verify`, without the warning about the free space of this machine. */
async function examined(place: DataLocation): Promise<string[]> {
  const { status, text } = await startCommand('verify', place, ['--deep']).ended;
  const wrong = text
    .split('\n')
    .filter((line) => /PROBLEM/.test(line) && !/the disk is/.test(line));
  if (status === null || (status !== 0 && !text.includes('PROBLEM'))) wrong.push(text);
  return wrong.map((line) => `verify: ${line.trim()}`);
}

async function refuseDamaged(
  { round, place, random, folder }: Round,
  backup: string,
  counts: Tried['counts'],
): Promise<string[]> {
  const found: string[] = [];
  const copy = join(folder, 'damaged');
  for (let n = 1; n <= DAMAGED_A_ROUND; n += 1) {
    const damage = await damagedCopy(backup, copy, random);
    const to = await place(`damaged-${round}-${n}`);
    const { status, text } = await startCommand('restore', to, [copy]).ended;
    const entries = await readdir(to.dataDir).catch(() => []);
    const left = entries.filter((name) => name !== 'locks');
    if (status === 1 && left.length === 0 && !text.includes('\n    at ')) counts.refused += 1;
    else
      found.push(
        `${damage}: the restore exited with ${status} and left ${left.length} entries: ${text}`,
      );
    await rm(copy, { recursive: true });
  }
  return found;
}

const backupsIn = async (shelf: string): Promise<string[]> =>
  (await readdir(shelf).catch(() => []))
    .filter((name) => FINISHED.test(name))
    .sort()
    .map((name) => join(shelf, name));

const writesOf = ({ counts }: ExpectedState): number =>
  counts.chunks + counts.files + counts.small + counts.pictures + counts.points;
