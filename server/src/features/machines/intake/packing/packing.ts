import { acceptedFileTypes } from '@deqiq/contract/imaging/files.ts';
import * as z from 'zod';
import { readContext } from '../../../../platform/db/database-context.ts';
import { replaceObject } from '../../../../platform/db/file-objects.ts';
import type { Db, IntakeFileRow } from '../../../../platform/db/tables.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Job, JobHandler } from '../../../../platform/jobs/job.ts';
import type { JobQueue } from '../../../../platform/jobs/job-queue.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import { isoNow } from '../../../../platform/time.ts';
import type { ImagingService } from '../../../imaging/imaging/imaging.service.ts';
import { findReportTime } from '../activity.repo.ts';
import { type AssignmentDeps, assign, describePatient } from '../assignment/assignment.ts';
import { findByAccession } from '../assignment/proposals.ts';
import * as instances from '../instances.repo.ts';
import * as repo from '../intake.repo.ts';
import { writeArchive } from './archives.ts';
import { decideCompletion, type Incomplete, QUIET_TIME } from './completion.ts';
import { type Part, planParts } from './series-files.ts';

export const PACK_STUDY = 'pack-study';

export interface PackingDeps extends Omit<AssignmentDeps, 'deletions'> {
  db: Db;
  storage: Storage;
  jobs: Pick<JobQueue, 'enqueue'>;
  imaging: Pick<ImagingService, 'request' | 'renew'>;
  /** Whether an accession number that is the code of an examination assigns the study. */
  autoAssign: boolean;
}

/** Instances that became a file, or joined one. */
interface Packed {
  readonly file: IntakeFileRow;
  readonly objectId: string;
  /** The bytes of the file that they joined; undefined: it is new. */
  readonly former: instances.StoredFile | undefined;
  readonly locations: readonly instances.Location[];
  readonly added: number;
  /** Ids of objects and files of the study whose bytes are in the file now. */
  readonly replaced: readonly string[];
}

/**
 * The job that makes files of a complete study: an archive of each series, or the instance itself where it is the only one.
 * A study that still arrives is packed later. Later instances of a series join its file, under the same id.
 */
export function packHandler(deps: PackingDeps): JobHandler<Record<string, never>> {
  const { db, storage, now } = deps;
  const startedAt = now();
  return {
    payload: z.object({}),
    concurrency: 1,
    async run({ subject: id }: Job, signal) {
      const study = await repo.find(db, id);
      if (study?.state !== 'arriving') return undefined;
      const reportedAt = await findReportTime(db);
      const completion = decideCompletion(study, { now: now(), startedAt, reportedAt });
      if ('at' in completion) return (tx) => requestPacking(deps, tx, id, completion.at);
      const packed: Packed[] = [];
      const discard = () => discardArchives(storage, packed);
      try {
        for (const part of planParts(await instances.listLocated(db, id)))
          packed.push(await pack({ db, storage, now, signal }, part, study.acquired_on));
      } catch (error) {
        await discard();
        throw error;
      }
      const effects = (tx: Db) => publish(deps, tx, id, { ...completion, packed });
      return Object.assign(effects, { discard });
    },
    onFailed: async (tx, { subject }) => {
      const failed_at = isoNow(now);
      await repo.advance(tx, subject, ['arriving'], { state: 'arriving', failed_at });
    },
  };
}

const requestPacking = ({ jobs }: Pick<PackingDeps, 'jobs'>, tx: Db, id: string, at: number) =>
  jobs.enqueue(tx, { kind: PACK_STUDY, subject: id, runAt: new Date(at).toISOString() });

/** Removes the new archives of a job that is not committed. A file without an archive is the instance itself. */
async function discardArchives(storage: Storage, packed: readonly Packed[]): Promise<void> {
  for (const { objectId, replaced } of packed)
    if (replaced.length > 0) await storage.remove(`files/${objectId}`);
}

interface Work {
  readonly db: Db;
  readonly storage: Storage;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

async function pack(work: Work, part: Part, date: string): Promise<Packed> {
  const { fileId, former, added } = part;
  const [first] = added;
  if (!first) throw new Error('a part without instances');
  const title = [first.modality || 'DICOM', date].filter(Boolean).join(' ');
  const common = { study_id: first.study_id, created_at: isoNow(work.now) };
  if (fileId === undefined && added.length === 1) {
    const { id, size, crc32 } = first;
    const content_type = acceptedFileTypes.dcm;
    const file = { ...common, id, size, crc32, content_type, name: `${title}.dcm` };
    const locations = [{ id, fileId: id, offset: 0 }];
    return { file, objectId: id, former: undefined, locations, added: 1, replaced: [] };
  }
  const stored = fileId === undefined ? undefined : await instances.findFile(work.db, fileId);
  if (fileId !== undefined && !stored) throw new Error('the file of the series was removed');
  const objectId = newId();
  const { offsets, ...checksum } = await writeArchive(work, { objectId, former, added });
  const id = fileId ?? objectId;
  const name = stored ? stored.name.replace(/\.dcm$/, '.zip') : `${title}.zip`;
  const content_type = acceptedFileTypes.zip;
  return {
    file: { ...common, ...checksum, id, content_type, name },
    objectId,
    former: stored,
    added: added.length,
    locations: [...former, ...added].map((instance, index) => ({
      id: instance.id,
      fileId: id,
      offset: offsets[index] ?? 0,
    })),
    replaced: [...new Set(added.map((instance) => instance.file_id ?? instance.id))],
  };
}

interface Publication {
  readonly packed: readonly Packed[];
  readonly incomplete: Incomplete;
}

/** In the transaction that ends the job: the files, and the next state of the study. */
async function publish(
  deps: PackingDeps,
  tx: Db,
  id: string,
  { packed, incomplete }: Publication,
): Promise<void> {
  const { storage, imaging, now } = deps;
  // An instance that arrives now waits, or is found below.
  await repo.lock(tx, id);
  const at = isoNow(now);
  const created = packed.filter(({ former }) => !former).map(({ file }) => file);
  const removed = packed.flatMap(({ replaced }) => replaced);
  await instances.replaceFiles(tx, { removed, added: created });
  for (const joined of packed) if (joined.former) await join(deps, tx, joined, at);
  for (const { locations } of packed) await instances.locate(tx, locations);
  await repo.markRemoved(tx, removed, at);
  await imaging.request(tx, created);
  readContext(tx).afterCommit(() => {
    // If a removal fails, the sweep of removed files repeats it.
    for (const object of removed) void storage.remove(`files/${object}`).catch(() => {});
  });
  if (packed.length > 0)
    await repo.advance(tx, id, ['arriving'], { state: 'arriving', packed_at: at });
  if (await repo.hasUnpacked(tx, id)) return requestPacking(deps, tx, id, now() + QUIET_TIME);
  // Staff may have set it aside since.
  if (!(await repo.advance(tx, id, ['arriving'], { state: 'waiting', incomplete }))) return;
  await repo.finishWithoutFiles(tx, id);
  if (deps.autoAssign && incomplete === null) await assignByAccession(deps, tx, id);
}

/** The file of a series gets the bytes with the images that came later; one of an examination tells its partner. */
async function join(
  { checkups, imaging }: PackingDeps,
  tx: Db,
  { file, objectId, former, locations, added }: Packed,
  at: string,
): Promise<void> {
  if (!former) return;
  const { id, name, size, crc32, content_type } = file;
  const offset = locations[0]?.offset ?? 0;
  await imaging.renew(tx, id, { offset: former.content_type === content_type ? 0 : offset });
  const change = { former: former.crc32, bytes: { size, crc32, content_type }, name };
  const isChanged =
    (await instances.changeFile(tx, id, change)) ||
    (await checkups.joinImages(tx, id, { ...change, objectId }));
  // Deleted, or packed by another process: the next attempt reads where the series is now.
  if (!isChanged) throw new Error('the file of the series has changed');
  await replaceObject(tx, { fileId: id, objectId, previous: former.object_id, added, at });
}

/** Leaves a contradicting patient, a conflicting instance and an undone assignment to staff. */
async function assignByAccession(deps: PackingDeps, tx: Db, id: string): Promise<void> {
  const study = await repo.find(tx, id);
  if (study?.state !== 'waiting' || (await repo.listConflicts(tx, [id])).length > 0) return;
  if (study.is_shared || study.shared_study_uid !== null) return;
  // Staff have undone its assignment.
  if (study.assigned_at !== null && study.checkup_id === null) return;
  const checkup = await findByAccession(tx, study);
  if (!checkup || checkup.status === 'cancelled') return;
  if (study.checkup_id !== null && study.checkup_id !== checkup.id) return;
  const differences = await deps.checkups.findDifferences(tx, checkup.id, describePatient(study));
  if (differences.length > 0) return;
  await assign(deps, tx, { actor: null, study, checkupId: checkup.id });
}
