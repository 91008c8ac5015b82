import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { assertSpaceFor } from './disk-space.ts';
import type { Checksum, Storage, StorageKey } from './storage.ts';

/** Writes an object of unknown length in order. Holds at most one chunk in memory. */
export interface ObjectWriter {
  /** Appends bytes; does not use them after it resolves. Throws 507 where they would use the reserve of the volume. */
  append(bytes: Uint8Array): Promise<void>;
  /** Makes the object readable. An object without bytes does not exist: undefined. */
  finish(): Promise<Checksum | undefined>;
}

/** `chunk`: CHUNK_SIZE bytes of memory, for a caller that writes many objects one after the other. */
export function objectWriter(
  storage: Storage,
  key: StorageKey,
  chunk: Buffer = Buffer.allocUnsafe(CHUNK_SIZE),
): ObjectWriter {
  let filled = 0;
  let number = 0;

  async function flush(): Promise<void> {
    await assertSpaceFor(storage, filled);
    await storage.write(key, number, chunk.subarray(0, filled));
    number += 1;
    filled = 0;
  }

  return {
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + CHUNK_SIZE - filled);
        chunk.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === CHUNK_SIZE) await flush();
      }
    },
    async finish() {
      if (filled > 0) await flush();
      return number > 0 ? storage.finish(key) : undefined;
    },
  };
}
