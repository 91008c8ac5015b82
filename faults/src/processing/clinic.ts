import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startCommand } from '@deqiq/testkit/process/operator-command.ts';
import type { DataLocation, ServerProcess } from '@deqiq/testkit/server-process.ts';
import { auditOnDisk } from '../crash/compare/on-disk-audit.ts';
import { auditPictures } from '../crash/compare/pictures-audit.ts';
import { changeRows, withRows } from '../crash/compare/rows.ts';
import { ExpectedState } from '../crash/expected/expected-state.ts';
import { createPartner, uniquePerson } from '../crash/work/small-writes.ts';
import type { XRay } from './x-rays.ts';

/** Milliseconds after which unfinished jobs count as endless. */
const DEADLINE = 120_000;

/** Milliseconds in which objects are removed after their job. */
const MAX_REMOVAL = 5_000;

const POLL_INTERVAL = 25;

/** A file of a checkup, as it was uploaded. */
export interface UploadedXRay {
  readonly id: string;
  readonly checkup: string;
  readonly xRay: XRay;
}

/** A data folder with the files that were uploaded to it. */
export interface Clinic {
  readonly location: DataLocation;
  readonly partner: string;
  readonly files: Map<string, UploadedXRay>;
  readonly findings: string[];
}

export async function newClinic(location: DataLocation, staff: ApiClient): Promise<Clinic> {
  const expected = new ExpectedState();
  const partner = await createPartner({ expected, staff }, uniquePerson());
  return { location, partner, files: new Map(), findings: [] };
}

/** Creates a checkup of a patient of its own with one file. */
export async function addXRay(
  { partner, files }: Clinic,
  staff: ApiClient,
  xRay: XRay,
): Promise<UploadedXRay> {
  const file = await staff.upload(xRay.name, xRay.bytes);
  const patient = { firstName: 'Nigar', lastName: `Hüseynova ${randomUUID().slice(0, 8)}` };
  const body = { partner, ...patient, xrayFiles: [file] };
  const { checkup } = await staff.post<{ checkup: Checkup }>('/api/admin/checkups', body);
  const id = checkup.xrayFileLinks[0]?.id;
  if (!id) throw new Error('the checkup has no file');
  const uploaded = { id, checkup: checkup._id, xRay };
  files.set(id, uploaded);
  return uploaded;
}

/** Process ids of the decoders of a server. */
export function findDecoders({ child }: ServerProcess): number[] {
  const path = `/proc/${child.pid}/task/${child.pid}/children`;
  return readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Milliseconds in which a decoder notices that its server has ended; one that is starting needs longest. */
const MAX_SURVIVAL = 20_000;

/** Decoders that outlive their server. */
export async function findSurvivors(pids: readonly number[]): Promise<number[]> {
  const alive = () => pids.filter((pid) => existsSync(`/proc/${pid}`));
  for (const until = performance.now() + MAX_SURVIVAL; performance.now() < until; ) {
    if (alive().length === 0) return [];
    await pause(POLL_INTERVAL);
  }
  return alive();
}

/** How many jobs a worker has claimed. */
export const countRunning = (location: DataLocation): Promise<number> =>
  withRows(location, async (rows) => {
    const [row] = await rows(
      'select count(*) as count from jobs where failed_at is null and lease_token is not null',
    );
    return Number(row?.count);
  });

/** Makes every unfinished job due, as if the time of its lease or back-off were over. */
export const makeDue = (location: DataLocation): Promise<void> =>
  changeRows(
    location,
    `update jobs set run_at = '2026-01-01T00:00:00.000Z' where failed_at is null`,
  );

/** Waits until no job is left; those that do not end are findings. */
export async function waitForJobs(
  { location, findings }: Clinic,
  when: string,
  wake?: () => Promise<unknown>,
): Promise<void> {
  const unfinished = () =>
    withRows(location, (rows) =>
      rows(
        'select kind, subject, attempts, lease_token, last_error from jobs where failed_at is null',
      ),
    );
  for (const until = performance.now() + DEADLINE; performance.now() < until; ) {
    const jobs = await unfinished();
    if (jobs.length === 0) return;
    if (wake && jobs.some((job) => job.lease_token === null)) await wake();
    await pause(POLL_INTERVAL);
  }
  findings.push(`${when}: jobs do not end: ${JSON.stringify(await unfinished())}`);
}

/** Nothing is half made: what rows name is whole, and originals are as they were uploaded. */
export async function checkConsistency(clinic: Clinic, when: string): Promise<void> {
  const { location, files, findings } = clinic;
  const { broken } = await auditPictures(location);
  const onDisk = await auditOnDisk(location, new Map());
  const rows = await withRows(location, (select) =>
    select('select id, crc32 from checkup_files union all select id, crc32 from deleted_files'),
  );
  const changed = rows
    .filter(({ id, crc32: sum }) => files.get(String(id))?.xRay.crc32 !== Number(sum))
    .map(({ id }) => `file ${id} is not the one that was uploaded`);
  findings.push(...[...broken, ...onDisk, ...changed].map((each) => `${when}: ${each}`));
}

/** Objects that no row names. They are removed after the commit of a job, which the rows do not show. */
export async function findOrphans({ location }: Clinic): Promise<readonly string[]> {
  for (const until = performance.now() + MAX_REMOVAL; performance.now() < until; ) {
    if ((await auditPictures(location)).orphans.length === 0) return [];
    await pause(POLL_INTERVAL);
  }
  return (await auditPictures(location)).orphans;
}

/** Every file has all its pictures, and its original is as it was uploaded. */
export async function checkAllReady(clinic: Clinic, when: string): Promise<void> {
  const { location, files, findings } = clinic;
  await checkConsistency(clinic, when);
  const { ready } = await auditPictures(location);
  for (const { id, xRay } of files.values())
    if (!ready.includes(id)) findings.push(`${when}: ${xRay.name} (${id}) is not ready`);
}

/** The integrity check of the product finds nothing. `ignored`: problems of the machine. */
export async function checkVerify(
  { location, findings }: Clinic,
  when: string,
  ignored = /the disk is nearly full/,
): Promise<void> {
  const { text } = await startCommand('verify', location, ['--deep']).ended;
  const problems = text.split('\n').filter((line) => line.includes('PROBLEM'));
  const own = problems.filter((line) => !ignored.test(line));
  findings.push(...own.map((line) => `${when}: verify: ${line.trim()}`));
  if (!/problems? found/i.test(text)) findings.push(`${when}: verify: ${text}`);
}
