import type { Db } from '../../../platform/db/tables.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { isoNow } from '../../../platform/time.ts';
import * as instances from './instances.repo.ts';
import * as repo from './intake.repo.ts';
import { PACK_STUDY } from './packing/packing.ts';

interface Restored {
  readonly checkupId: string;
  readonly fileIds: readonly string[];
}

/**
 * In the transaction that restores deleted files: instances of theirs that machines have sent again since, and that
 * are in no examination, are those of the files. Further ones of the same series join them.
 */
export async function reclaimInstances(
  { jobs, now }: { readonly jobs: Pick<JobQueue, 'enqueue'>; readonly now: () => number },
  tx: Db,
  { checkupId, fileIds }: Restored,
): Promise<void> {
  const reclaimed = await instances.listReclaimable(tx, fileIds);
  const studies = [...new Set(reclaimed.map((row) => row.study_id))];
  for (const id of studies) await repo.lock(tx, id);
  for (const { id, former_file_id: fileId, former_offset: offset } of reclaimed)
    if (fileId !== null) await instances.locate(tx, [{ id, fileId, offset: offset ?? 0 }]);
  await instances.forgetFormer(tx, fileIds);
  const emptied = await instances.listEmptyFiles(tx, studies);
  await instances.replaceFiles(tx, { removed: emptied, added: [] });
  const loose = reclaimed.filter((row) => row.file_id === null).map((row) => row.id);
  await repo.markRemoved(tx, [...loose, ...emptied], isoNow(now));
  for (const id of studies) {
    const study = await repo.find(tx, id);
    const changes = { state: 'arriving', checkup_id: study?.checkup_id ?? checkupId } as const;
    await repo.advance(tx, id, ['arriving', 'waiting', 'assigned'], changes);
    await jobs.enqueue(tx, { kind: PACK_STUDY, subject: id });
  }
}
