import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { uploadMessages } from '@deqiq/contract/uploads.ts';
import type { Db } from '../../platform/db/tables.ts';
import { conflict } from '../../platform/errors.ts';
import { assertSpaceFor } from '../../platform/storage/room.ts';
import type { Storage, StorageKey } from '../../platform/storage/storage.ts';
import * as repo from './uploads.repo.ts';

/** Uploads remembered as let in; forgetting some only means asking once more. */
const MOST_LET_IN = 10_000;

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
export function admission(db: Db, storage: Storage) {
  const letIn = new Set<StorageKey>();

  return {
    async admit(
      { adminId, fileId, key }: Upload,
      length: number,
      totalChunks: number | undefined,
    ): Promise<void> {
      const isKnown = letIn.has(key);
      if (isKnown && totalChunks !== undefined) return;
      const there = isKnown ? undefined : await storage.inspect(key);
      if (there?.finished) return;
      if (!isKnown && !there && (await repo.isClaimed(db, adminId, fileId)))
        throw conflict(uploadMessages.finished);
      await assertSpaceFor(
        storage,
        totalChunks ? totalChunks * CHUNK_SIZE - (there?.size ?? 0) : length,
      );
      if (letIn.size >= MOST_LET_IN) letIn.clear();
      letIn.add(key);
    },

    /** The upload is over: whoever sends under its id again is asked again. */
    forget: (key: StorageKey) => letIn.delete(key),
  };
}
