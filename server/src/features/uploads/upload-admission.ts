import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { uploadMessages } from '@deqiq/contract/uploads.ts';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/tables.ts';
import { conflict } from '../../platform/errors.ts';
import { assertSpaceFor } from '../../platform/storage/disk-space.ts';
import type { Storage, StorageKey } from '../../platform/storage/storage.ts';
import * as repo from './uploads.repo.ts';

/** Uploads remembered as let in; forgetting some only means asking once more. */
const CACHE_SIZE = 10_000;

interface Upload {
  readonly adminId: string;
  readonly fileId: string;
  readonly key: StorageKey;
}

/**
 * Lets an upload in, before its first chunk is kept: refuses one that will not fit (507) rather than its
 * last chunk, and an id that a checkup has already taken over (409). Where nobody says how many chunks
 * will come, room is asked for chunk by chunk.
 */
export function uploadAdmission(db: Db, storage: Storage) {
  const admitted = new LRUCache<StorageKey, true>({ max: CACHE_SIZE });

  return {
    async authorizeUpload(
      { adminId, fileId, key }: Upload,
      length: number,
      totalChunks: number | undefined,
    ): Promise<void> {
      const isAdmitted = admitted.has(key);
      if (isAdmitted && totalChunks !== undefined) return;
      const stored = isAdmitted ? undefined : await storage.inspect(key);
      if (stored?.finished) return;
      if (!isAdmitted && !stored && (await repo.isClaimed(db, adminId, fileId)))
        throw conflict(uploadMessages.finished);
      await assertSpaceFor(
        storage,
        totalChunks ? totalChunks * CHUNK_SIZE - (stored?.size ?? 0) : length,
      );
      admitted.set(key, true);
    },

    /** The upload is over: whoever sends under its id again is asked again. */
    forget: (key: StorageKey) => admitted.delete(key),
  };
}
