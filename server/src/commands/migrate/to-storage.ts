import { createHash } from 'node:crypto';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { FileChecksum } from '../../platform/files.ts';
import { forEachConcurrent } from '../../platform/queues/concurrency.ts';
import { DamagedBytesError } from '../../platform/storage/checked-object.ts';
import {
  areas,
  type Storage,
  type StorageKey,
  setAsideAreas,
} from '../../platform/storage/storage.ts';
import { BackupError } from '../backup/manifest.ts';
import { sendChunks } from '../files/send-file.ts';
import { openIfExists } from '../files/stored-files.ts';

const CONCURRENCY = 4;

interface Options {
  readonly source: Storage;
  readonly target: Storage;
  /** Whether no server works: then objects that the source no longer has are removed, and nothing may be missing. */
  readonly isFinal: boolean;
  /** The files that rows name. */
  listReferenced(): AsyncIterable<{ readonly key: string; readonly owner: string }>;
  readonly signal: AbortSignal;
  report(progress: string): void;
}

export interface Copied {
  /** Objects and bytes that this run copied. */
  readonly objects: number;
  readonly bytes: number;
  /** Objects that were there already. */
  readonly alreadyThere: number;
  readonly removed: number;
}

const ALL_AREAS = [...areas, ...setAsideAreas.map((area) => `lost/${area}` as const)];

/**
 * Copies all finished objects that the target does not have. A copy is finished only after it was read back and compared, so
 * a run continues where an earlier one stopped: what the target has was compared.
 */
export async function copyStorage(options: Options): Promise<Copied> {
  const { source, target, isFinal, signal, report } = options;
  if (isFinal) await assertNothingNewer(options);
  let objects = 0;
  let bytes = 0;
  let alreadyThere = 0;
  let removed = 0;
  for (const area of ALL_AREAS) {
    const listFinished = async function* () {
      for await (const entry of source.list(area)) if (entry.finished) yield entry;
    };
    await forEachConcurrent(listFinished(), CONCURRENCY, async ({ key, size }) => {
      if (signal.aborted) throw new BackupError('the copy was stopped: run it again to continue');
      const existing = await target.inspect(key);
      if (existing?.finished && existing.size === size) {
        alreadyThere += 1;
        return;
      }
      if (existing) await target.remove(key);
      if (!(await copyObject(source, target, key))) return;
      objects += 1;
      bytes += size;
      if (objects % 100 === 0) report(`${objects.toLocaleString('en')} objects copied`);
    });
    if (isFinal) removed += await removeOthers(options, area);
  }
  return { objects, bytes, alreadyThere, removed };
}

/**
 * Throws if only the target has a file that a row names: the old store is another one, or servers have used the new one
 * since. The last step would remove such files.
 */
async function assertNothingNewer({ source, target, listReferenced }: Options): Promise<void> {
  for await (const { key, owner } of listReferenced()) {
    if ((await source.inspect(key as StorageKey))?.finished) continue;
    if ((await target.inspect(key as StorageKey))?.finished)
      throw new BackupError(
        `${key} of ${owner} is in the new store and not in the old one: nothing was changed`,
      );
  }
}

/** Returns false where the object has been removed since. */
async function copyObject(source: Storage, target: Storage, key: StorageKey): Promise<boolean> {
  const object = await openIfExists(source, key);
  if (!object) return false;
  try {
    const sent = await sendChunks(target, key, await object.file());
    if (!sent || sent.size !== object.size || !(await hasChecksum(target, key, sent))) {
      await target.remove(key);
      throw new BackupError(`the copy of ${key} differs from what was read`);
    }
    await target.finish(key, sent);
  } finally {
    await object.close();
  }
  return true;
}

/** Whether all bytes of an object, finished or not, are these. */
async function hasChecksum(
  storage: Storage,
  key: StorageKey,
  { size, sha256 }: FileChecksum,
): Promise<boolean> {
  const object = await storage.open(key);
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
  try {
    for (let position = 0; position < object.size; ) {
      const length = await object.read(buffer, position);
      if (length === 0) return false;
      hash.update(buffer.subarray(0, length));
      position += length;
    }
    return object.size === size && hash.digest('hex') === sha256;
  } catch (error) {
    if (error instanceof DamagedBytesError) return false;
    throw error;
  } finally {
    await object.close();
  }
}

/** Removes what the source has removed since an earlier run, and checks that nothing is missing. */
async function removeOthers(
  { source, target }: Options,
  area: (typeof ALL_AREAS)[number],
): Promise<number> {
  let removed = 0;
  for await (const { key } of target.list(area))
    if (!(await source.inspect(key))?.finished && (await target.remove(key))) removed += 1;
  for await (const { key, finished, size } of source.list(area)) {
    const copy = finished ? await target.inspect(key) : undefined;
    if (finished && !(copy?.finished && copy.size === size))
      throw new BackupError(`${key} is missing in the new store`);
  }
  return removed;
}
