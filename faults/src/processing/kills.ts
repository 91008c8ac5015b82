import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import {
  type DataLocation,
  type ServerProcess,
  startServer,
} from '@deqiq/testkit/server-process.ts';
import { sweepAll } from '../crash/compare/sweep.ts';
import {
  addXRay,
  type Clinic,
  checkAllReady,
  checkConsistency,
  checkVerify,
  countRunning,
  findDecoders,
  findSurvivors,
  makeDue,
  newClinic,
  waitForJobs,
} from './clinic.ts';
import type { XRay } from './x-rays.ts';

/** Max milliseconds between an upload and a kill: small files are ready by then. */
const LONGEST = 2_500;

/** Kills after which orphans are swept. */
const BETWEEN_SWEEPS = 10;

export interface KillOptions {
  readonly location: DataLocation;
  readonly kills: number;
  readonly random: Random;
  readonly xRays: readonly XRay[];
  log(progress: string): void;
}

export interface KillCounts {
  readonly kills: number;
  /** Kills while at least one file was being processed. */
  readonly busy: number;
  readonly files: number;
  readonly swept: number;
  readonly findings: readonly string[];
}

/** Kills the server while it makes pictures, and compares rows and objects before and after the next start. */
export async function killServers(options: KillOptions): Promise<KillCounts> {
  const { location, kills, random, log } = options;
  let server = await startServer({ ...location, logLevel: 'silent' });
  let staff = await new ApiClient(server.port).signIn();
  const clinic = await newClinic(location, staff);
  let busy = 0;
  let swept = 0;
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const when = `kill ${kill}`;
      await giveWork(clinic, staff, options);
      await pause(random.between(0, LONGEST));
      if ((await countRunning(location)) > 0) busy += 1;
      const decoders = findDecoders(server);
      await server.kill();
      const survivors = await findSurvivors(decoders);
      if (survivors.length > 0) clinic.findings.push(`${when}: decoders ${survivors} survive`);
      await checkConsistency(clinic, `${when}, before the start`);
      await makeDue(location);
      server = await startServer({ ...location, logLevel: 'silent' });
      staff = await new ApiClient(server.port).signIn();
      await waitForJobs(clinic, when);
      await checkAllReady(clinic, when);
      if (kill % BETWEEN_SWEEPS > 0 && kill < kills) continue;
      const { removed, remaining } = await sweepAll(location);
      swept += removed;
      clinic.findings.push(...remaining.map((each) => `${when}: ${each}`));
      await checkAllReady(clinic, `${when}, after the sweep`);
      log(`${kill} kills of the server`);
    }
    await checkVerify(clinic, 'after all kills');
  } finally {
    await server.end();
  }
  return { kills, busy, files: clinic.files.size, swept, findings: clinic.findings };
}

/** Kills the decoders of a running server while they work. */
export async function killDecoders(options: KillOptions): Promise<KillCounts> {
  const { location, kills, random, log } = options;
  const server = await startServer({ ...location, logLevel: 'silent' });
  const staff = await new ApiClient(server.port).signIn();
  const clinic = await newClinic(location, staff);
  let busy = 0;
  let killed = 0;
  let rounds = 0;
  try {
    while (killed < kills && rounds < 2 * kills) {
      rounds += 1;
      // An access token lives for ten minutes.
      await staff.signIn();
      const { id } = await addXRay(clinic, staff, random.pick(options.xRays));
      await pause(random.between(0, LONGEST / 2));
      const isBusy = (await countRunning(location)) > 0;
      const decoders = killAll(server);
      if (decoders > 0) {
        killed += 1;
        if (isBusy) busy += 1;
      }
      // The button of staff brings the next attempt forward.
      await waitForJobs(clinic, `kill ${killed} of a decoder`, () => retry(staff, id));
      await checkAllReady(clinic, `kill ${killed} of a decoder`);
      if (killed % BETWEEN_SWEEPS === 0) log(`${killed} kills of decoders`);
    }
    const { removed, remaining } = await sweepAll(location);
    clinic.findings.push(...remaining);
    await checkVerify(clinic, 'after the kills of decoders');
    const files = clinic.files.size;
    return { kills: killed, busy, files, swept: removed, findings: clinic.findings };
  } finally {
    await server.end();
  }
}

const retry = (staff: ApiClient, id: string) => staff.post(`/api/admin/files/${id}/derive`, {});

/** Adds one or two files, and has older ones made again. */
async function giveWork(
  clinic: Clinic,
  staff: ApiClient,
  { random, xRays }: KillOptions,
): Promise<void> {
  const old = [...clinic.files.keys()];
  if (old.length > 0 && random.chance(0.5)) await retry(staff, random.pick(old));
  for (let count = random.chance(0.5) ? 2 : 1; count > 0; count -= 1)
    await addXRay(clinic, staff, random.pick(xRays));
}

/** Kills all decoders of the server; returns how many. */
function killAll(server: ServerProcess): number {
  const decoders = findDecoders(server);
  for (const pid of decoders) process.kill(pid, 'SIGKILL');
  return decoders.length;
}
