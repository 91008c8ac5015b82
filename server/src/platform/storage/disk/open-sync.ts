import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { StoredObject } from '../storage.ts';

/** Max bytes of a first read that is synchronous. */
const MAX_SYNC_READ = 65_536;

const readInPool = promisify(read);

/**
 * Opens a file synchronously, and reads a small first piece synchronously: while passwords are hashed, a task waits up
 * to 20 ms for a thread of the pool. Later and larger reads are asynchronous. Throws the system's error. `length`:
 * bytes that belong to the object.
 */
export function openFileSync(path: string, length?: number): StoredObject {
  const file = openSync(path, 'r');
  const size = length ?? fstatSync(file).size;
  // After close the descriptor may belong to another file, so nothing may be read from it.
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
    file: () => Promise.resolve(path),
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
