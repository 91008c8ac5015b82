import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, ApiError } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import {
  type DataLocation,
  type ServerProcess,
  startServer,
} from '@deqiq/testkit/server-process.ts';
import { compare } from './compare/compare.ts';
import { auditOnDisk, type Sums } from './compare/on-disk-audit.ts';
import { sweepAll } from './compare/sweep.ts';
import type { Digests, Findings } from './compare/values.ts';
import { ExpectedState } from './expected/expected-state.ts';
import { twoPartners } from './people.ts';
import { startDuration } from './start-duration.ts';
import { createClinic, runPictureWrites, runShipments } from './work/pictures.ts';
import { runPointWrites } from './work/points.ts';
import { runSmallWrites } from './work/small-writes.ts';
import { finishUploads, runUploads, uploadFile } from './work/uploads.ts';
import type { Workload, WorkloadSetup } from './work/workload.ts';

/** Milliseconds of work before a kill, scaled by the start time of the machine. */
const SHORTEST = 30;
const longestFor = ({ startedIn }: ServerProcess) => Math.max(1_200, 1.5 * startedIn);
const UPLOADERS = 2;

/** Kills after which all uploads are finished and the garbage collector runs. */
const BETWEEN_SWEEPS = 5;

/**
 * Clinics that are never deleted: the garbage collector deliberately removes nothing where most pictures are orphans.
 */
const LASTING = 20;

/** Kills in one data folder; a new one then keeps the comparisons short. */
const LIFE = 50;

export interface KillResult extends Findings {
  readonly kills: number;
  readonly counts: ExpectedState['counts'];
  /** Milliseconds. */
  readonly slowestStart: number;
  readonly swept: number;
}

interface RoundsOptions {
  readonly kills: number;
  readonly random: Random;
  /** Creates an empty data folder or database. */
  location(life: number): Promise<DataLocation>;
  log(progress: string): void;
}

/** Kills the server at random moments and compares it with what it had acknowledged. */
export async function killAtRandom({
  kills,
  random,
  location,
  log,
}: RoundsOptions): Promise<KillResult> {
  const lives: KillResult[] = [];
  for (let done = 0; done < kills; done += LIFE) {
    const wanted = Math.min(LIFE, kills - done);
    lives.push(await runLife(await location(lives.length), wanted, random));
    log(`${done + wanted} kills`);
  }
  return lives.reduce(addUp);
}

async function runLife(location: DataLocation, kills: number, random: Random): Promise<KillResult> {
  const expected = new ExpectedState();
  const read: Digests = new Map();
  const sums: Sums = new Map();
  const findings: Findings = { lost: [], broken: [] };
  let slowestStart = 0;
  let swept = 0;
  let server = await startServer(location);
  let staff = await new ApiClient(server.port).signIn();
  const setup = { expected, random, people: await twoPartners(staff, expected) };
  try {
    for (let clinic = 0; clinic < LASTING; clinic += 1)
      await createClinic({ ...setup, staff, isOver: () => false });
    for (let kill = 1; kill <= kills; kill += 1) {
      findings.lost.push(...(await workUntilKilled(server, staff, setup)));
      server = await startServer(location);
      slowestStart = Math.max(slowestStart, startDuration(server));
      staff = await checkSession(server, staff, findings);
      await checkAll();
      if (kill % BETWEEN_SWEEPS > 0 && kill < kills) continue;
      findings.lost.push(...(await finishUploads({ ...setup, staff, isOver: () => false })));
      const { removed, remaining } = await sweepAll(location);
      swept += removed;
      findings.broken.push(...remaining);
    }
    read.clear();
    sums.clear();
    await checkAll();
  } finally {
    await server.end();
  }
  return { ...findings, kills, counts: expected.counts, slowestStart, swept };

  async function checkAll(): Promise<void> {
    const { lost, broken } = await compare(staff, expected, read);
    findings.lost.push(...lost);
    findings.broken.push(...broken, ...(await auditOnDisk(location, sums)));
  }
}

/** A session opened before the kill must still be active. */
export async function checkSession(
  server: ServerProcess,
  before: ApiClient,
  { lost }: Findings,
): Promise<ApiClient> {
  const staff = new ApiClient(server.port, before.token);
  try {
    await staff.call('GET', '/api/admin/partners?limit=1');
  } catch (error) {
    lost.push(`the session of before the kill has ended: ${String(error)}`);
  }
  // Access tokens live for ten minutes; a life of the campaign may take longer.
  return staff.signIn();
}

/** Returns unjustified refusals: every request of the workload is valid. */
async function workUntilKilled(
  server: ServerProcess,
  staff: ApiClient,
  setup: WorkloadSetup,
): Promise<string[]> {
  let over = false;
  const workload: Workload = { ...setup, staff, isOver: () => over };
  const openUploads = [...setup.expected.uploads];
  const work = [
    // Continue what the last kill interrupted, like a user who selects the same file again.
    (async () => {
      for (const upload of openUploads) await uploadFile(workload, upload);
    })(),
    ...Array.from({ length: UPLOADERS }, () => runUploads(workload)),
    runSmallWrites(workload),
    runPictureWrites(workload),
    runShipments(workload),
    ...setup.people.map((person) => runPointWrites(workload, person)),
  ];
  const ended = Promise.allSettled(work);
  await pause(setup.random.between(SHORTEST, longestFor(server)));
  over = true;
  await server.kill();
  const failures = (await ended).flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  );
  const refused = failures.filter((reason) => reason instanceof ApiError);
  // The other requests lost their connection.
  setup.expected.counts.cutOff += failures.length - refused.length;
  return refused.map((reason) => `refused although valid: ${String(reason)}`);
}

/** Adds up the figures of two runs. */
export function addUp(one: KillResult, other: KillResult): KillResult {
  const counts = { ...one.counts };
  for (const key of Object.keys(counts) as (keyof typeof counts)[])
    counts[key] += other.counts[key];
  return {
    lost: [...one.lost, ...other.lost],
    broken: [...one.broken, ...other.broken],
    kills: one.kills + other.kills,
    counts,
    slowestStart: Math.max(one.slowestStart, other.slowestStart),
    swept: one.swept + other.swept,
  };
}

/** SQLite databases in separate folders below `folder`. */
export const onSqlite =
  (folder: string) =>
  async (life: number): Promise<DataLocation> => ({
    dataDir: join(folder, `sqlite-${life}`),
  });
