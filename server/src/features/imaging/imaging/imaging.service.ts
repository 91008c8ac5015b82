import { imagingPresenter, type ListedFile } from './imaging.present.ts';

export {
  type ExpectedPatient,
  haveSeveralBirthDates,
  type ListedFile,
  type ReaderKind,
} from './imaging.present.ts';

import {
  type DerivedName,
  derivedNames,
  type ImagingSummary,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import type { Db, FileImagingRow } from '../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { IndexedSeries } from '../../../platform/media/dicom-index.ts';
import type { DecoderPool } from '../../../platform/media/pool/decoder-pool.ts';
import { type Log, sweepAreas } from '../../../platform/storage/garbage-collector.ts';
import type { Storage, StorageKey, StoredObject } from '../../../platform/storage/storage.ts';
import { HOUR, isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { deriveHandlers, findDerivedType, findJobKind } from './derive.ts';
import { derivedKey, derivedOwner, removeGeneration, toPatientColumns } from './derived-objects.ts';
import { replaceIndex, shiftInstances } from './dicom-index.repo.ts';
import * as generations from './generations.repo.ts';
import * as repo from './imaging.repo.ts';
import { findIndexedType, INDEX_DICOM, indexHandler, listInstances } from './index-dicom.ts';

interface Deps {
  db: Db;
  storage: Storage;
  jobs: Pick<JobQueue, 'enqueue' | 'handle'>;
  /** Processes for pictures, volumes and an index. */
  pool: Pick<DecoderPool, 'run'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** A new file, and whom it names where that has been read. */
export interface RequestedFile extends repo.StoredFile {
  readonly patient?: DescribedPatient | undefined;
}

const NOBODY: DescribedPatient = { patientName: '', birthDate: '', sex: '', patientId: '' };

/** An open derived object; the caller closes it. */
export interface OpenedObject {
  readonly object: StoredObject;
  readonly key: StorageKey;
  readonly name: DerivedName;
  readonly generation: string;
}

export type ImagingService = ReturnType<typeof imagingService>;

/** The longer side of the preview that lists link to. */
const LISTED_PREVIEW = 1_280;

/** Previews, packs and DICOM headers of the files of checkups. */
export function imagingService({ db, storage, jobs, pool, audit, now }: Deps) {
  const { present, parseSummary } = imagingPresenter();
  for (const { kind, handler } of deriveHandlers({ db, storage, jobs, pool, now }))
    jobs.handle(kind, handler);
  jobs.handle(INDEX_DICOM, indexHandler({ db, storage, pool }));

  const sweepDerived = sweepAreas({ storage, now }, [
    {
      area: 'derived',
      isDerived: true,
      ownerOf: derivedOwner,
      findOwners: (prefixes) => generations.findGenerations(db, prefixes),
    },
  ]);

  return {
    /** In the transaction that inserts the rows of files: requests their pictures. */
    async request(tx: Db, files: readonly RequestedFile[]): Promise<void> {
      const updated_at = isoNow(now);
      await repo.insert(
        tx,
        files.map(({ id, content_type, patient }) => ({
          file_id: id,
          ...(findDerivedType(content_type)
            ? { state: 'pending', kind: null }
            : { state: 'ready', kind: 'document' }),
          ...toPatientColumns(patient ?? NOBODY),
          updated_at,
        })),
      );
      for (const file of files) await enqueueJobs(tx, jobs, file);
    },

    /** The instances of DICOM files that are not stored, each a series row of its own. */
    listInstances: (files: readonly Buffer[], signal: AbortSignal) =>
      listInstances(pool, files, signal),

    /** Replaces the list of instances under an id that no file has. */
    async indexDocument(tx: Db, id: string, series: readonly IndexedSeries[]): Promise<void> {
      await repo.insertDocument(tx, id, isoNow(now));
      await replaceIndex(tx, id, series);
    },

    /** Notes the patient of a study for those of its files that are not read yet. */
    describePatient: (tx: Db, fileIds: readonly string[], patient: DescribedPatient) =>
      repo.describePatient(tx, fileIds, toPatientColumns(patient)),

    /**
     * In the transaction that gives a file other bytes: requests its pictures anew. Its instances begin `offset` bytes later
     * than before. Locks the file against jobs that have read the former bytes.
     */
    async renew(tx: Db, fileId: string, { offset }: { readonly offset: number }): Promise<void> {
      await requestAgain(tx, { jobs, now }, fileId);
      await shiftInstances(tx, fileId, offset);
    },

    present,

    /** Whether there is a preview that lists can show. */
    hasPreview: ({ generation, summary }: ListedFile): boolean =>
      generation !== null && (parseSummary(summary).previews?.length ?? 0) > 0,

    /** Opens a derived object, or the preview that lists show; undefined where the file has none of this name. */
    async open(fileId: string, name: DerivedName | 'preview'): Promise<OpenedObject | undefined> {
      const row = await repo.find(db, fileId);
      if (!row?.generation) return undefined;
      const wanted = name === 'preview' ? listedPreview(parseSummary(row.summary)) : name;
      if (!wanted) return undefined;
      const key = derivedKey(fileId, row.generation, wanted);
      // A file without levels has no such object; a newer generation may also have replaced it.
      if (!(await storage.inspect(key))?.finished) return undefined;
      return { object: await storage.open(key), key, name: wanted, generation: row.generation };
    },

    /** Makes the pictures of a file again. Throws 404 where there is no such file. */
    async retry(actor: Actor, fileId: string): Promise<{ message: string }> {
      await db.transaction().execute(async (tx) => {
        assertRetriable(await repo.find(tx, fileId), now());
        if (!(await requestAgain(tx, { jobs, now }, fileId)))
          throw notFound(imagingMessages.notFound());
        await audit.record(tx, actor, 'change', 'file', fileId);
      });
      return { message: imagingMessages.retried() };
    },

    /** Removes the derived objects and DICOM headers of files that were removed permanently. */
    remove: (fileIds: readonly string[]) => removeImaging({ db, storage }, fileIds),

    /** Removes derived objects that no row names. Returns how many. */
    sweep: (log: Log): Promise<number> => sweepDerived(log),
  };
}

/** Milliseconds until a file that was stopped by a limit may be tried again: each attempt occupies a process. */
const RETRY_INTERVAL = HOUR;

function assertRetriable(row: FileImagingRow | undefined, now: number): void {
  if (row?.failure !== 'too-large') return;
  const wait = Date.parse(row.updated_at) + RETRY_INTERVAL - now;
  if (wait > 0) throw conflict(imagingMessages.retriedRecently());
}

/**
 * In a transaction: has the pictures of a file made again; what there is stays until then. Returns false where there is
 * no such file, or it is a document.
 */
export async function requestAgain(
  tx: Db,
  { jobs, now }: Pick<Deps, 'now'> & { jobs: Pick<JobQueue, 'enqueue'> },
  fileId: string,
  isBackground = false,
): Promise<boolean> {
  const file = await repo.findFile(tx, fileId);
  if (!file || !findDerivedType(file.content_type)) return false;
  const updated_at = isoNow(now);
  await repo.update(tx, fileId, { state: 'pending', failure: null, updated_at });
  await enqueueJobs(tx, jobs, file, isBackground);
  return true;
}

async function enqueueJobs(
  tx: Db,
  jobs: Pick<JobQueue, 'enqueue'>,
  file: repo.StoredFile,
  isBackground = false,
): Promise<void> {
  const { id: subject, content_type: type } = file;
  const sender = await repo.findSender(tx, subject);
  // First: it takes a moment, and the pictures of a volume may take a minute.
  if (findIndexedType(type))
    await jobs.enqueue(tx, { kind: INDEX_DICOM, subject, sender, isBackground });
  if (findDerivedType(type))
    await jobs.enqueue(tx, { kind: findJobKind(file), subject, sender, isBackground });
}

/** Removes rows of files and the derived objects that they name, also for commands. */
export async function removeImaging(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  fileIds: readonly string[],
): Promise<void> {
  for (const id of fileIds) {
    await removeGeneration(storage, await generations.remove(db, id));
  }
}

/** Removes all derived objects of these files, also those that a killed job has left without a row. */
export async function removeDerived(storage: Storage, fileIds: ReadonlySet<string>): Promise<void> {
  const keys: StorageKey[] = [];
  for await (const { key } of storage.list('derived')) {
    const name = key.slice('derived/'.length);
    if (fileIds.has(name.slice(0, name.indexOf('_')))) keys.push(key);
  }
  for (const key of keys) await storage.remove(key);
}

function listedPreview({ previews = [] }: ImagingSummary): DerivedName | undefined {
  const size = previews.findLast((side) => side <= LISTED_PREVIEW) ?? previews[0];
  return derivedNames.find((name) => name === `preview-${size}`);
}
