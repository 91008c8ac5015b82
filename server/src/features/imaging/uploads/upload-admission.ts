import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict } from '../../../platform/errors.ts';
import { growingCache } from '../../../platform/limits/growing-cache.ts';
import { assertSpaceFor } from '../../../platform/storage/disk-space.ts';
import type { Storage, StorageKey } from '../../../platform/storage/storage.ts';
import * as repo from './uploads.repo.ts';

/** Max uploads remembered as admitted; forgetting one only repeats the check. */
const CACHE_SIZE = 10_000;

interface Upload {
  readonly adminId: string;
  readonly fileId: string;
  readonly key: StorageKey;
}

/**
 * Checks an upload before its first chunk is stored: throws 507 if it will not fit, and 409 if a checkup has claimed
 * its id. Without a total number of chunks the space is checked for every chunk.
 */
export function uploadAdmission(db: Db, storage: Storage) {
  const admitted = growingCache<true>(CACHE_SIZE);

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
        throw conflict(storageMessages.finished());
      await assertSpaceFor(
        storage,
        totalChunks ? totalChunks * CHUNK_SIZE - (stored?.size ?? 0) : length,
      );
      admitted.set(key, true);
    },

    /** Forgets a finished upload, so that reusing its id is checked again. */
    forget: (key: StorageKey) => admitted.delete(key),
  };
}
