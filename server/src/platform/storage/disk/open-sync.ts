import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { StoredObject } from '../storage.ts';

/** Bytes of a first piece that is read at once. */
const MAX_SYNC_READ = 65_536;

const readInPool = promisify(read);

/**
 * Opens a file for reading in this very turn, as it reads a small first piece: while people sign in, each
 * errand to a thread of the pool takes up to 20 ms. Later and larger pieces leave the turn to others. Throws
 * what the system says. `length`: bytes of it that count.
 */
export function openFileSync(path: string, length?: number): StoredObject {
  const file = openSync(path, 'r');
  const size = length ?? fstatSync(file).size;
  // The system gives the number of a closed file to the next one: nothing is read by it once that may be.
  const reading = new Set<Promise<unknown>>();
  let isOpen = true;
  let isFirst = true;

  async function readAsync(into: Uint8Array, length: number, position: number): Promise<number> {
    const piece = readInPool(file, into, 0, length, position);
    reading.add(piece);
    try {
      return (await piece).bytesRead;
    } finally {
      reading.delete(piece);
    }
  }

  return {
    size,
    path,
    async read(into, position) {
      if (!isOpen) throw new Error('a closed file is read');
      const length = Math.max(0, Math.min(into.length, size - position));
      if (length === 0) return 0;
      const now = isFirst && length <= MAX_SYNC_READ;
      isFirst = false;
      return now ? readSync(file, into, 0, length, position) : readAsync(into, length, position);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await Promise.allSettled(reading);
      closeSync(file);
    },
  };
}
