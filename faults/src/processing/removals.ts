import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startCommand } from '@deqiq/testkit/process/operator-command.ts';
import { type DataLocation, startServer } from '@deqiq/testkit/server-process.ts';
import { deletionsService } from '../../../server/src/features/examinations/checkups/deletions/deletions.service.ts';
import { removeImaging } from '../../../server/src/features/imaging/imaging/imaging.service.ts';
import { uploadCollector } from '../../../server/src/features/imaging/uploads/upload-collector.ts';
import { auditService } from '../../../server/src/features/operations/audit/audit.service.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { openDiskStorage } from '../../../server/src/platform/storage/disk/disk.ts';
import { sweepAll } from '../crash/compare/sweep.ts';
import {
  addXRay,
  type Clinic,
  checkAllReady,
  checkVerify,
  countRunning,
  findOrphans,
  newClinic,
  type UploadedXRay,
  waitForJobs,
} from './clinic.ts';
import type { KillCounts, KillOptions } from './kills.ts';

/** Max milliseconds between an upload and the removal of its checkup. */
const LONGEST = 1_500;

const MONTH = 31 * 24 * 60 * 60_000;

const quietLog = { info: () => {}, error: () => {} };

type Removal = 'delete and restore' | 'delete and purge' | 'erase';
const removals: readonly Removal[] = ['delete and restore', 'delete and purge', 'erase'];

/** Removes checkups while the pictures of their files are made. */
export async function removeDuring(options: Omit<KillOptions, 'kills'> & { rounds: number }) {
  const { location, rounds, random, xRays, log } = options;
  const server = await startServer({ ...location, logLevel: 'silent' });
  const staff = await new ApiClient(server.port).signIn();
  const clinic = await newClinic(location, staff);
  let busy = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const removal = removals[round % removals.length] ?? 'erase';
      const when = `${removal}, round ${round}`;
      // An access token lives for ten minutes.
      await staff.signIn();
      const file = await addXRay(clinic, staff, random.pick(xRays));
      await pause(random.between(0, LONGEST));
      if ((await countRunning(location)) > 0) busy += 1;
      await remove(clinic, staff, file, removal);
      await waitForJobs(clinic, when);
      await checkAllReady(clinic, when);
      clinic.findings.push(
        ...(await findOrphans(clinic)).map((name) => `${when}: ${name} is left`),
      );
      if (round % 10 === 0) log(`${round} removals`);
    }
    const { removed, remaining } = await sweepAll(location);
    clinic.findings.push(...remaining);
    await checkVerify(clinic, 'after the removals');
    const counts: KillCounts = {
      kills: rounds,
      busy,
      files: clinic.files.size,
      swept: removed,
      findings: clinic.findings,
    };
    return counts;
  } finally {
    await server.end();
  }
}

async function remove(
  clinic: Clinic,
  staff: ApiClient,
  { id, checkup }: UploadedXRay,
  removal: Removal,
): Promise<void> {
  const { location, files, findings } = clinic;
  if (removal === 'erase') {
    const { status, text } = await startCommand('erase', location, ['patient', checkup, '--yes'])
      .ended;
    if (status !== 0) findings.push(`erase exited with ${status}: ${text}`);
    files.delete(id);
    return;
  }
  await staff.call('DELETE', `/api/admin/checkups/${checkup}`);
  if (removal === 'delete and purge') {
    await purge(location);
    files.delete(id);
    return;
  }
  const { deletions } = await staff.get<DeletionList>('/api/admin/checkups/deleted?limit=100');
  const deletion = deletions.find((each) => each.checkup === checkup);
  await staff.post(`/api/admin/checkups/deleted/${deletion?._id}/restore`, {});
}

/** Runs the sweeps of the server as 31 days later. */
async function purge(location: DataLocation): Promise<void> {
  const database = await openDatabase(location);
  const { db, versions } = database;
  const storage = await openDiskStorage(join(location.dataDir, 'objects'));
  try {
    const now = () => Date.now() + MONTH;
    const audit = auditService({ db, now });
    const results = {
      announceRestored: () => Promise.resolve(),
      markReady: () => Promise.resolve(),
    };
    const referrals = {
      settle: () => Promise.resolve(),
      followDeletion: () => Promise.resolve(),
      followRestoring: () => Promise.resolve(),
    };
    await deletionsService({
      db,
      versions,
      results,
      referrals,
      audit,
      now,
      isLimited: false,
      reclaim: () => Promise.resolve(),
      forget: () => Promise.resolve(),
    }).purge(quietLog);
    const imaging = { remove: (ids: readonly string[]) => removeImaging({ db, storage }, ids) };
    await uploadCollector({ db, storage, imaging, now: Date.now })(quietLog);
  } finally {
    await storage.close();
    await database.close();
  }
}
