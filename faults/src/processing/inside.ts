/**
 * node inside.ts <volume> <levels> <seed>: the campaign runs it where the small volume is mounted. Fills the disk while
 * pictures are made, and prints the findings as JSON.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { withRows } from '../crash/compare/rows.ts';
import { sweepAll } from '../crash/compare/sweep.ts';
import { fillable } from '../disk-full/volume.ts';
import {
  addXRay,
  checkAllReady,
  checkConsistency,
  checkVerify,
  findOrphans,
  newClinic,
  waitForJobs,
} from './clinic.ts';
import { newXRays } from './x-rays.ts';

/** Milliseconds: pictures of these files begin to be made, and are complete, in this time. */
const LONGEST = 1_200;

/** Milliseconds for which a full disk is watched. */
const WATCHED = 8_000;

const [volume = '', levels = '', seed = '1'] = process.argv.slice(2);
const location = { dataDir: join(volume, 'data') };
const random = randomFrom(Number(seed));
const room = fillable(volume);
const xRays = await newXRays();
const server = await startServer({ ...location, logLevel: 'silent' });
const staff = await new ApiClient(server.port).signIn();
const clinic = await newClinic(location, staff);
let rounds = 0;
let delayed = 0;

for (const level of levels.split(',').map(Number))
  for (const xRay of xRays) {
    const when = `${xRay.name} with ${level} bytes of space`;
    rounds += 1;
    const { id } = await addXRay(clinic, staff, xRay);
    await pause(random.between(0, LONGEST));
    room.leave(level);
    const ending = await watch(id);
    if (ending !== 'ready') delayed += 1;
    await checkConsistency(clinic, when);
    if (ending === 'failed') {
      const orphans = await findOrphans(clinic);
      clinic.findings.push(...orphans.map((name) => `${when}: ${name} is left`));
    }
    room.empty();
    // An access token lives for ten minutes.
    await staff.signIn();
    const retry = () => staff.post(`/api/admin/files/${id}/derive`, {});
    await waitForJobs(clinic, when, retry);
    await checkAllReady(clinic, `${when}, with space again`);
  }
clinic.findings.push(...(await sweepAll(location)).remaining);
await checkVerify(clinic, 'with space again');
await server.end();
console.log(JSON.stringify({ rounds, delayed, findings: clinic.findings }));

/** Waits until an attempt has ended. Without space not even its failure may be recorded. */
async function watch(id: string): Promise<'ready' | 'failed' | 'unknown'> {
  for (const until = performance.now() + WATCHED; performance.now() < until; ) {
    const [job] = await withRows(location, (rows) =>
      rows(`select last_error from jobs where subject = '${id}'`),
    );
    if (!job) return 'ready';
    if (job.last_error !== null) return 'failed';
    await pause(25);
  }
  return 'unknown';
}
