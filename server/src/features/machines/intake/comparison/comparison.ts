import * as z from 'zod';
import { readContext } from '../../../../platform/db/database-context.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import { isLossless } from '../../../../platform/dicom/transfer-syntaxes.ts';
import type { JobHandler } from '../../../../platform/jobs/job.ts';
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts';
import { RejectedFile } from '../../../../platform/media/decoder-errors.ts';
import { readInstance } from '../../../../platform/media/instance-input.ts';
import type { InstanceContent } from '../../../../platform/media/jobs.ts';
import type { DecoderPool } from '../../../../platform/media/pool/decoder-pool.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import { isoNow, MINUTE } from '../../../../platform/time.ts';
import { type InstanceOfSop, remove } from '../instances.repo.ts';
import * as studies from '../intake.repo.ts';
import { QUIET_TIME } from '../packing/completion.ts';
import { PACK_STUDY } from '../packing/packing.ts';
import type { InstanceHeader } from '../stow/instance-header.ts';
import * as repo from './comparisons.repo.ts';

/** The kind of the job that compares an instance with the one that came first under its UID. */
export const COMPARE_INSTANCE = 'compare-instance';

/** Milliseconds for one of both: 400 frames of 512 x 512 pixels in JPEG 2000 take 14 s of a processor. */
const TIMEOUT = 3 * MINUTE;

/** Those included in which a decoder crashes or takes too long. */
const MAX_ATTEMPTS = 3;

export interface ComparisonDeps {
  db: Db;
  storage: Storage;
  jobs: Pick<JobQueue, 'enqueue'>;
  /** Its processes run at a low priority. */
  pool: Pick<DecoderPool, 'run'>;
  now: () => number;
}

/**
 * How an instance that arrives for a study conflicts with the stored ones of its SOP Instance UID, whose bytes are other
 * ones. Undecided: in another transfer syntax without loss it may be the same image.
 */
export function findConflict(
  stored: readonly InstanceOfSop[],
  studyId: string,
  { studyUid, transferSyntax }: InstanceHeader,
): 'undecided' | 'certain' | undefined {
  const first = stored.filter((twin) => twin.is_conflict === 0);
  const [twin] = first.filter(({ study_id }) => study_id === studyId);
  // Under the same UIDs with another patient, as after a correction at the machine, it is an image of that patient's study.
  if (!twin) return first.some(({ study_uid }) => study_uid !== studyUid) ? 'certain' : undefined;
  const syntaxes = [twin.transfer_syntax, transferSyntax];
  return syntaxes[0] !== syntaxes[1] && syntaxes.every(isLossless) ? 'undecided' : 'certain';
}

/**
 * The job that removes an instance which is the stored one in another encoding without loss. What is not certain, such as
 * where a decoder crashes, stays a conflict. Senders take turns.
 */
export function comparisonHandler(deps: ComparisonDeps): JobHandler<Record<string, never>> {
  return {
    payload: z.object({}),
    concurrency: 1,
    isShared: true,
    maxAttempts: MAX_ATTEMPTS,
    async run({ subject: id }, signal) {
      const comparison = await repo.find(deps.db, id);
      if (!comparison) return undefined;
      const isSame = await haveSameContent(deps, comparison, signal);
      return (tx) => (isSame ? removeSame(deps, tx, comparison) : keepConflict(deps, tx, id));
    },
    onFailed: (tx, { subject }) => keepConflict(deps, tx, subject),
  };
}

async function haveSameContent(
  deps: ComparisonDeps,
  { arrived, first }: repo.Comparison,
  signal: AbortSignal,
): Promise<boolean> {
  if (!first) return false;
  try {
    const one = await readContent(deps, arrived, signal);
    const other = await readContent(deps, first, signal);
    const isCompressed = one.description === null || other.description === null;
    return one.sha256 === other.sha256 && (isCompressed || one.description === other.description);
  } catch (error) {
    if (error instanceof RejectedFile) return false;
    throw error;
  }
}

async function readContent(
  { storage, pool }: ComparisonDeps,
  { id, object_id, file_offset: offset, size }: repo.StoredInstance,
  signal: AbortSignal,
): Promise<InstanceContent> {
  const object = await storage.open(`files/${object_id}`);
  try {
    const stored = { offset, length: size, size, isDeflated: false };
    const { input, location } = await readInstance(object, stored);
    const options = { client: id, timeout: TIMEOUT, signal };
    return (await pool.run('hash-dicom', { location }, input, options)).value;
  } finally {
    await object.close();
  }
}

/** Throws where the stored instance is gone since: the next attempt finds a conflict. */
async function removeSame(
  { storage, now }: ComparisonDeps,
  tx: Db,
  { arrived, first }: repo.Comparison,
): Promise<void> {
  const { id } = arrived;
  await studies.lock(tx, arrived.study_id);
  const current = await repo.find(tx, id);
  if (!current) return;
  if (current.first?.id !== first?.id) throw new Error('the stored instance was removed');
  await remove(tx, [id]);
  await studies.markRemoved(tx, [id], isoNow(now));
  // If the removal fails, the sweep of removed files repeats it.
  readContext(tx).afterCommit(() => void storage.remove(`files/${id}`).catch(() => {}));
}

/** The study is shown as if the instance had arrived now. */
async function keepConflict({ jobs, now }: ComparisonDeps, tx: Db, id: string): Promise<void> {
  const study = (await repo.find(tx, id))?.arrived.study_id;
  if (study === undefined) return;
  await studies.lock(tx, study);
  await repo.decide(tx, id);
  const changes = { state: 'arriving', last_arrival_at: isoNow(now), failed_at: null } as const;
  await studies.advance(tx, study, ['arriving', 'waiting', 'assigned', 'aside'], changes);
  const runAt = new Date(now() + QUIET_TIME).toISOString();
  await jobs.enqueue(tx, { kind: PACK_STUDY, subject: study, runAt });
}
