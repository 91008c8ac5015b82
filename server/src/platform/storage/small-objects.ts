import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Checksum, ReadableObject, Storage, StorageKey, StoredObject } from './storage.ts';

/** Stores an object that is whole in memory. Replaces an existing one. */
export async function putObject(
  storage: Storage,
  key: StorageKey,
  bytes: Uint8Array,
): Promise<Checksum> {
  await storage.remove(key);
  for (let number = 0; number * CHUNK_SIZE < bytes.length; number += 1) {
    await storage.write(
      key,
      number,
      bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE),
    );
  }
  return storage.finish(key);
}

/** The first `length` bytes of an open object; fewer if it is shorter. */
export async function readHead(object: StoredObject, length: number): Promise<Buffer> {
  const head = Buffer.allocUnsafe(Math.min(length, object.size));
  return head.subarray(0, await readFully(object, head, 0));
}

/** Fills `into` with the bytes from `position` on. Returns their number; fewer at the end of the object. */
export async function readFully(
  object: ReadableObject,
  into: Uint8Array,
  position: number,
): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const read = await object.read(into.subarray(filled), position + filled);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}

/** A whole object in memory. The caller knows that it is small. */
export async function readObject(storage: Pick<Storage, 'open'>, key: StorageKey): Promise<Buffer> {
  const object = await storage.open(key);
  try {
    const bytes = await readHead(object, object.size);
    if (bytes.length < object.size) throw new Error('a stored object is shorter than its size');
    return bytes;
  } finally {
    await object.close();
  }
}
