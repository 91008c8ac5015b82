import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Checksum, Storage, StorageKey } from './storage.ts';

/** Keeps a small object that is whole in memory, in place of whatever was under the key. */
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

/** A whole object in memory. The caller knows that it is small. */
export async function readObject(storage: Storage, key: StorageKey): Promise<Buffer> {
  const file = await storage.open(key);
  try {
    const bytes = Buffer.allocUnsafe(file.size);
    for (let at = 0; at < bytes.length; ) {
      const read = await file.read(bytes.subarray(at), at);
      if (read === 0) throw new Error('a stored object is shorter than its size');
      at += read;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
