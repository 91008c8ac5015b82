import type { ReportedStudy } from '@deqiq/contract/machines/intake/intake-link.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { findReportTime, listReported } from './activity.repo.ts';
import * as repo from './intake.repo.ts';
import { findPackingTime, type Incomplete } from './packing/completion.ts';
import { PACK_STUDY } from './packing/packing.ts';

interface Deps {
  readonly db: Db;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly now: () => number;
  /** Of this process. */
  readonly startedAt: number;
}

/**
 * Takes over what the intake process reports of studies, before its report is stored: one of which nothing more is expected is
 * packed after its quiet minute, one of which more may come is not complete any more.
 */
export async function recordActivity(
  { db, jobs, now, startedAt }: Deps,
  reported: readonly ReportedStudy[],
): Promise<void> {
  const reasons = new Map(reported.map(({ uid, reason }) => [uid, reason]));
  await db.transaction().execute(async (tx) => {
    const isFirst = ((await findReportTime(tx)) ?? 0) < startedAt;
    for (const study of await listReported(tx, [...reasons.keys()])) {
      const incomplete = reasons.get(study.study_uid) ?? null;
      const isChanged = incomplete !== study.incomplete;
      if (isChanged) await advance(tx, study, incomplete);
      if (!isChanged && !(isFirst && study.state === 'arriving')) continue;
      const runAt = new Date(Math.max(now(), findPackingTime(study))).toISOString();
      await jobs.enqueue(tx, { kind: PACK_STUDY, subject: study.id, runAt });
    }
  });
}

/** A complete study whose sender has broken off does not change: staff may assign the received images. */
async function advance(
  tx: Db,
  { id, state }: { readonly id: string; readonly state: repo.StudyState },
  incomplete: Incomplete,
): Promise<void> {
  const next = state === 'waiting' && incomplete !== 'broke-off' ? 'arriving' : state;
  await repo.advance(tx, id, [state], { state: next, incomplete });
}
