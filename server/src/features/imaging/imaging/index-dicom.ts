import { acceptedFileTypes } from '@deqiq/contract/imaging/files.ts';
import * as z from 'zod';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError } from '../../../platform/errors.ts';
import { type JobHandler, PermanentFailure } from '../../../platform/jobs/job.ts';
import { MissingFile, RejectedFile } from '../../../platform/media/decoder-errors.ts';
import type { IndexedSeries } from '../../../platform/media/dicom-index.ts';
import { DERIVE_TIMEOUT } from '../../../platform/media/limits.ts';
import type { DecoderPool } from '../../../platform/media/pool/decoder-pool.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import * as indexRepo from './dicom-index.repo.ts';
import * as repo from './imaging.repo.ts';

export const INDEX_DICOM = 'index-dicom';

interface Deps {
  db: Db;
  storage: Storage;
  /** Its processes run at a low priority. */
  pool: Pick<DecoderPool, 'run'>;
}

/** The format from which instances of a file are read; undefined where it can contain none. */
export function findIndexedType(contentType: string): 'dicom' | 'archive' | undefined {
  if (contentType === acceptedFileTypes.dcm) return 'dicom';
  return contentType === acceptedFileTypes.zip ? 'archive' : undefined;
}

/** Lists the DICOM instances of a file for DICOMweb, from headers only: undecodable files have an index, too. */
export function indexHandler({ db, storage, pool }: Deps): JobHandler<Record<string, never>> {
  return {
    payload: z.object({}),
    concurrency: 1,
    isShared: true,
    async run({ subject }, signal) {
      const file = await repo.findFile(db, subject);
      const type = file && findIndexedType(file.content_type);
      if (!type) return undefined;
      const series = await readIndex({ storage, pool }, { file, type, signal });
      return async (tx) => {
        await repo.lock(tx, file.id);
        const stored = await repo.findFile(tx, file.id);
        // Other bytes have other offsets; another job lists those.
        if (!stored || stored.crc32 === file.crc32)
          await indexRepo.replaceIndex(tx, file.id, series);
      };
    },
  };
}

interface Task {
  readonly file: repo.LocatedFile;
  readonly type: 'dicom' | 'archive';
  readonly signal: AbortSignal;
}

async function readIndex(
  { storage, pool }: Pick<Deps, 'storage' | 'pool'>,
  { file, type, signal }: Task,
): Promise<readonly IndexedSeries[]> {
  try {
    const object = await storage.open(`files/${file.object_id}`);
    try {
      const input = { path: await object.file() };
      const options = { client: file.id, signal, timeout: DERIVE_TIMEOUT };
      const { outputs } = await pool.run('index-dicom', { type }, input, options);
      return JSON.parse(outputs[0]?.toString('utf8') ?? '[]');
    } finally {
      await object.close();
    }
  } catch (error) {
    const isMissing = error instanceof AppError && error.status === 404;
    if (isMissing || error instanceof MissingFile || error instanceof RejectedFile)
      throw new PermanentFailure('the file cannot be read', { cause: error });
    throw error;
  }
}

/** The instances of files in memory, numbered in their order. */
export async function listInstances(
  pool: Deps['pool'],
  files: readonly Buffer[],
  signal: AbortSignal,
): Promise<IndexedSeries[]> {
  const found: IndexedSeries[] = [];
  for (const bytes of files) {
    const options = { client: 'documents', signal, timeout: DERIVE_TIMEOUT };
    const { outputs } = await pool.run('index-dicom', { type: 'dicom' }, bytes, options);
    found.push(...(JSON.parse(outputs[0]?.toString('utf8') ?? '[]') as IndexedSeries[]));
  }
  return found.map((series, number) => ({
    ...series,
    instances: series.instances.map((instance) => ({ ...instance, number })),
  }));
}
