import type { Db } from '../../../../platform/db/tables.ts';
import { newId } from '../../../../platform/ids.ts';
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts';
import type { Checksum } from '../../../../platform/storage/storage.ts';
import { iso, isoNow } from '../../../../platform/time.ts';
import type { CheckupsService } from '../../../examinations/checkups/checkups.service.ts';
import { findStudy, join } from '../assignment/later-patient.ts';
import { COMPARE_INSTANCE, findConflict } from '../comparison/comparison.ts';
import * as repo from '../instances.repo.ts';
import { QUIET_TIME } from '../packing/completion.ts';
import { PACK_STUDY } from '../packing/packing.ts';
import type { Delivery } from './deliveries.ts';
import { describeStudy, type InstanceHeader } from './instance-header.ts';
import { nameSender } from './stow-limits.ts';

export interface RecordingDeps {
  db: Db;
  jobs: Pick<JobQueue, 'enqueue'>;
  checkups: Pick<CheckupsService, 'findDifferences'>;
  now: () => number;
}

/** An instance whose bytes are stored. */
export interface Arrived {
  /** Of its object and of its row. */
  readonly id: string;
  readonly header: InstanceHeader;
  readonly sha256: string;
  readonly checksum: Checksum;
  readonly delivery: Delivery;
}

/** Other data under the UID of an instance that is kept; more is refused. */
const MAX_CONFLICTS = 20;

/** Attempts to insert an instance while other requests insert the same one. */
const MAX_ATTEMPTS = 3;

/** Two requests may insert the same instance concurrently: the later one starts again and finds it. */
export async function recordInstance(deps: RecordingDeps, arrived: Arrived) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await deps.db.transaction().execute((tx) => insert(deps, tx, arrived));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !repo.isSopTaken(error)) throw error;
    }
}

async function insert(
  { jobs, checkups, now }: RecordingDeps,
  tx: Db,
  { id, header, sha256, checksum, delivery }: Arrived,
) {
  const { sender, announced, incomplete } = delivery;
  const twins = await repo.listOfSop(tx, header.sopUid);
  const stored = twins.filter((twin) => twin.is_stored);
  const same = stored.find((twin) => twin.sha256 === sha256);
  if (same) return { kind: 'repeated' as const, studyId: same.study_id };
  // Staff have deleted their files since: this one takes their place.
  const gone = twins.filter((twin) => !twin.is_stored).map((twin) => twin.id);
  await repo.remove(tx, gone);
  // It can be restored: then this one is the same.
  const former = twins.find((twin) => twin.is_restorable && twin.sha256 === sha256);
  if (stored.length > MAX_CONFLICTS)
    return { kind: 'failed' as const, studyId: stored[0]?.study_id ?? '' };
  const at = isoNow(now);
  const details = describeStudy(header, sender);
  const arrival = {
    id: newId(),
    modality: header.modality,
    at,
    announced: announced ?? null,
    incomplete: incomplete ?? null,
  };
  const found = await findStudy(checkups, tx, details, arrival);
  const conflict = findConflict(stored, found.id, header);
  await repo.insert(tx, {
    id,
    study_id: found.id,
    sop_uid: header.sopUid,
    series_uid: header.seriesUid,
    sop_class_uid: header.sopClassUid,
    transfer_syntax: header.transferSyntax,
    sha256,
    ...checksum,
    number: header.number,
    modality: header.modality,
    device_id: details.device_id,
    arrived_at: at,
    file_id: null,
    is_conflict: conflict ? 1 : 0,
    is_undecided: conflict === 'undecided' ? 1 : 0,
    former_file_id: former?.file_id ?? null,
    former_offset: former?.file_offset ?? null,
  });
  if (conflict === 'undecided') {
    const name = nameSender(delivery).sender;
    await jobs.enqueue(tx, { kind: COMPARE_INSTANCE, subject: id, sender: name });
    return { kind: conflict, studyId: found.id };
  }
  const study = await join(tx, found, details, arrival);
  const isComplete =
    study.announced !== null && (await repo.countOfStudy(tx, study.id)) >= study.announced;
  const runAt = isComplete ? undefined : iso(now() + QUIET_TIME);
  await jobs.enqueue(tx, { kind: PACK_STUDY, subject: study.id, ...(runAt && { runAt }) });
  // The sender is warned of another patient, too.
  const isAside = conflict || study.shared_study_uid !== null;
  return { kind: isAside ? ('conflict' as const) : ('stored' as const), studyId: study.id };
}
