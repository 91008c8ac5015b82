import * as generations from '../../features/imaging/imaging/generations.repo.ts';
import { requestAgain } from '../../features/imaging/imaging/imaging.service.ts';
import type { Database } from '../../platform/db/database.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';

export type State = Parameters<typeof generations.listIds>[1][number];

const quietLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Requests the pictures of all files in these states again, behind all other work. Returns how many. */
export async function deriveAgain(
  database: Database,
  states: readonly State[],
  now: () => number = Date.now,
): Promise<number> {
  return deriveFiles(database, await generations.listIds(database.db, states), now);
}

/** Requests the pictures of files again. Returns how many of them there are. */
export async function deriveFiles(
  { db, versions }: Database,
  ids: readonly string[],
  now: () => number = Date.now,
): Promise<number> {
  const jobs = jobQueue({ db, versions, log: quietLog });
  let count = 0;
  for (const id of ids) {
    const isRequested = await db
      .transaction()
      .execute((tx) => requestAgain(tx, { jobs, now }, id, true));
    if (isRequested) count += 1;
  }
  return count;
}
