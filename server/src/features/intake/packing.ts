import { randomUUIDv7 } from 'node:crypto';
import { acceptedFileTypes } from '@deqiq/contract/files.ts';
import { CHUNK_SIZE, MAX_ARCHIVE_FILES } from '@deqiq/contract/shared/limits.ts';
import { isSamePerson } from '@deqiq/contract/shared/same-person.ts';
import * as z from 'zod';
import { contextOf } from '../../platform/db/database-context.ts';
import type { Db, IntakeFileRow, IntakeInstanceRow } from '../../platform/db/tables.ts';
import { storedZip } from '../../platform/http/sending/stored-zip.ts';
import type { Job, JobHandler } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { objectWriter } from '../../platform/storage/object-writer.ts';
import type { ReadableObject, Storage } from '../../platform/storage/storage.ts';
import type { ImagingService } from '../imaging/imaging.service.ts';
import { type AssignmentDeps, assign } from './assignment.ts';
import * as instances from './instances.repo.ts';
import * as repo from './intake.repo.ts';
import { findByAccession } from './proposals.ts';

/** The kind of the job that packs a study. */
export const PACK_STUDY = 'pack-study';

/** Milliseconds without an instance after which a study is complete. */
export const QUIET_TIME = 60_000;

/** Max bytes of the instances of one archive: an uploaded file has at most 4 GiB, directory included. */
const MAX_ARCHIVE_BYTES = 4 * 1024 ** 3 - 16 * 1024 ** 2;

export interface PackingDeps extends Omit<AssignmentDeps, 'deletions'> {
  db: Db;
  storage: Storage;
  jobs: Pick<JobQueue, 'enqueue'>;
  imaging: Pick<ImagingService, 'request'>;
  /** Whether an accession number that is the code of an examination assigns the study. */
  autoAssign: boolean;
}

/** A new file of instances of one series, and the objects that it replaces. */
interface Packed {
  readonly file: IntakeFileRow;
  readonly locations: readonly instances.Location[];
  /** Ids of objects whose bytes are in the file now. */
  readonly replaced: readonly string[];
}

/**
 * The job that makes files of a complete study: an archive of each series, or the instance itself where it is the only one.
 * A study that still arrives is packed later. New instances of a series that is in no examination yet are packed together
 * with the earlier ones.
 */
export function packHandler(deps: PackingDeps): JobHandler<Record<string, never>> {
  const { db, storage, now } = deps;
  return {
    payload: z.object({}),
    concurrency: 1,
    async run({ subject: id }: Job, signal) {
      const study = await repo.find(db, id);
      if (study?.state !== 'arriving') return undefined;
      const isComplete = study.announced !== null && study.instances >= study.announced;
      const quietAt = Date.parse(study.last_arrival_at) + QUIET_TIME;
      if (!isComplete && quietAt > now()) return (tx) => requestPacking(deps, tx, id, quietAt);
      const packed: Packed[] = [];
      const discard = () => discardArchives(storage, packed);
      try {
        for (const part of splitNewSeries(await instances.listUnassigned(db, id)))
          packed.push(await pack({ storage, now, signal }, part, study.acquired_on));
      } catch (error) {
        await discard();
        throw error;
      }
      return Object.assign((tx: Db) => publish(deps, tx, id, packed), { discard });
    },
    onFailed: async (tx, { subject }) => {
      const failed_at = new Date(now()).toISOString();
      await repo.advance(tx, subject, ['arriving'], { state: 'arriving', failed_at });
    },
  };
}

const requestPacking = ({ jobs }: Pick<PackingDeps, 'jobs'>, tx: Db, id: string, at: number) =>
  jobs.enqueue(tx, { kind: PACK_STUDY, subject: id, runAt: new Date(at).toISOString() });

/** Removes the new archives of a job that is not committed. A file without an archive is the instance itself. */
async function discardArchives(storage: Storage, packed: readonly Packed[]): Promise<void> {
  for (const { file, replaced } of packed)
    if (replaced.length > 0) await storage.remove(`files/${file.id}`);
}

/** The series that have an instance outside of a file, each in parts that fit into an archive. */
function splitNewSeries(unassigned: readonly IntakeInstanceRow[]): IntakeInstanceRow[][] {
  const series = [...Map.groupBy(unassigned, ({ series_uid }) => series_uid).values()];
  return series
    .filter((all) => all.some(({ file_id }) => file_id === null))
    .flatMap((all) => splitSeries(all));
}

/** A series in parts that fit into an archive each. */
function splitSeries(series: readonly IntakeInstanceRow[]): IntakeInstanceRow[][] {
  const parts: IntakeInstanceRow[][] = [];
  let bytes = 0;
  for (const instance of series) {
    const part = parts.at(-1);
    bytes += instance.size;
    if (part && part.length < MAX_ARCHIVE_FILES && bytes <= MAX_ARCHIVE_BYTES) part.push(instance);
    else {
      parts.push([instance]);
      bytes = instance.size;
    }
  }
  return parts;
}

interface Work {
  readonly storage: Storage;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

async function pack(
  work: Work,
  series: readonly IntakeInstanceRow[],
  date: string,
): Promise<Packed> {
  const [first] = series;
  if (!first) throw new Error('a series without instances');
  const title = [first.modality || 'DICOM', date].filter(Boolean).join(' ');
  const created_at = new Date(work.now()).toISOString();
  const common = { study_id: first.study_id, created_at };
  if (series.length === 1 && first.file_id === null) {
    const { id, size, crc32 } = first;
    const content_type = acceptedFileTypes.dcm;
    const file = { ...common, id, size, crc32, content_type, name: `${title}.dcm` };
    return { file, locations: [{ id, fileId: id, offset: 0 }], replaced: [] };
  }
  const id = randomUUIDv7();
  const { offsets, ...checksum } = await writeArchive(work, id, series);
  const content_type = acceptedFileTypes.zip;
  return {
    file: { ...common, ...checksum, id, content_type, name: `${title}.zip` },
    locations: series.map((instance, index) => ({
      ...{ id: instance.id, fileId: id, offset: offsets[index] ?? 0 },
    })),
    replaced: [...new Set(series.map((instance) => instance.file_id ?? instance.id))],
  };
}

async function writeArchive(
  { storage, signal }: Work,
  id: string,
  series: readonly IntakeInstanceRow[],
) {
  const digits = String(series.length).length;
  const zip = storedZip(
    series.map((instance, index) => ({
      name: `${String(index + 1).padStart(digits, '0')}.dcm`,
      ...{ size: instance.size, crc32: instance.crc32 },
      modifiedAt: new Date(instance.arrived_at),
      open: () => openInstance(storage, instance),
    })),
  );
  try {
    const writer = objectWriter(storage, `files/${id}`);
    const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
    for (let position = 0; position < zip.size; ) {
      signal.throwIfAborted();
      const read = await zip.read(buffer, position);
      if (read === 0) throw new Error('an instance is shorter than its row says');
      await writer.append(buffer.subarray(0, read));
      position += read;
    }
    const checksum = await writer.finish();
    if (!checksum) throw new Error('an archive without bytes');
    return { ...checksum, offsets: zip.offsets };
  } catch (error) {
    // Each attempt has an id of its own: on a full disk their parts would pile up for a day.
    await storage.remove(`files/${id}`).catch(() => false);
    throw error;
  } finally {
    await zip.close();
  }
}

/** The bytes of an instance: an object, or a part of an archive. */
async function openInstance(
  storage: Storage,
  { id, file_id, file_offset, size }: IntakeInstanceRow,
): Promise<ReadableObject> {
  const object = await storage.open(`files/${file_id ?? id}`);
  return {
    size,
    read: (into, position) => {
      const length = Math.max(0, Math.min(into.length, size - position));
      return length === 0
        ? Promise.resolve(0)
        : object.read(into.subarray(0, length), file_offset + position);
    },
    close: () => object.close(),
  };
}

/** In the transaction that ends the job: the files, and the next state of the study. */
async function publish(
  deps: PackingDeps,
  tx: Db,
  id: string,
  packed: readonly Packed[],
): Promise<void> {
  const { storage, imaging, now } = deps;
  // An instance that arrives now waits, or is found below.
  await repo.lock(tx, id);
  const added = packed.map(({ file }) => file);
  const removed = packed.flatMap(({ replaced }) => replaced);
  await instances.replaceFiles(tx, { removed, added });
  for (const { locations } of packed) await instances.locate(tx, locations);
  await repo.markRemoved(tx, removed, new Date(now()).toISOString());
  await imaging.request(tx, added);
  contextOf(tx).afterCommit(() => {
    // What fails is removed by the sweep of removed files.
    for (const object of removed) void storage.remove(`files/${object}`).catch(() => {});
  });
  if (await repo.hasUnpacked(tx, id)) return requestPacking(deps, tx, id, now() + QUIET_TIME);
  // Staff may have set it aside meanwhile.
  if (!(await repo.advance(tx, id, ['arriving'], { state: 'waiting' }))) return;
  await repo.finishWithoutFiles(tx, id);
  if (deps.autoAssign) await assignByAccession(deps, tx, id);
}

/** A name that contradicts the examination, a conflicting instance or an undone assignment leaves the study to staff. */
async function assignByAccession(deps: PackingDeps, tx: Db, id: string): Promise<void> {
  const study = await repo.find(tx, id);
  if (study?.state !== 'waiting' || (await repo.listConflicts(tx, [id])).length > 0) return;
  // Staff have undone its assignment.
  if (study.assigned_at !== null && study.checkup_id === null) return;
  const checkup = await findByAccession(tx, study);
  if (!checkup || checkup.status === 'cancelled') return;
  if (study.checkup_id !== null && study.checkup_id !== checkup.id) return;
  const typed = { firstName: checkup.first_name, lastName: checkup.last_name };
  if (isSamePerson(typed, study.patient_name) === false) return;
  await assign(deps, tx, { actor: null, study, checkupId: checkup.id });
}
