import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Storage, StorageKey } from './storage.ts';

/** Writes an object of unknown length in order. Holds at most one chunk in memory. */
export interface ObjectWriter {
  /** Appends bytes; does not use them after it resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Makes the object readable. An object without bytes does not exist. */
  finish(): Promise<void>;
}

export function objectWriter(storage: Storage, key: StorageKey): ObjectWriter {
  const chunk = Buffer.allocUnsafe(CHUNK_SIZE);
  let filled = 0;
  let number = 0;

  async function flush(): Promise<void> {
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
      if (number > 0) await storage.finish(key);
    },
  };
}
