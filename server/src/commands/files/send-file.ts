import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { FileChecksum } from '../../platform/files.ts';
import type { Storage, StorageKey } from '../../platform/storage/storage.ts';
import { ignoreMissing } from './stored-files.ts';

/** Stores a file as a finished object. Returns what was read; undefined if the file is missing. */
export async function sendFile(
  storage: Storage,
  key: StorageKey,
  path: string,
): Promise<FileChecksum | undefined> {
  const sent = await sendChunks(storage, key, path);
  if (sent) await storage.finish(key, sent);
  return sent;
}

/** Stores the chunks of a file, which the caller finishes. Returns what was read; undefined if the file is missing. */
export async function sendChunks(
  storage: Storage,
  key: StorageKey,
  path: string,
): Promise<FileChecksum | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  let sum = 0;
  let number = 0;
  const file = await open(path).catch(ignoreMissing);
  if (!file) return undefined;
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
    for (let length = -1; length !== 0; number += 1) {
      length = await readWhole(file, buffer, size);
      const bytes = buffer.subarray(0, length);
      // An empty file is one empty chunk.
      if (length > 0 || number === 0) await storage.write(key, number, bytes);
      hash.update(bytes);
      sum = crc32(bytes, sum);
      size += length;
    }
  } finally {
    await file.close();
  }
  return { size, crc32: sum, sha256: hash.digest('hex') };
}

/** Fills the buffer from byte `position`, or to the end of the file. Returns the number of bytes. */
async function readWhole(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(
      buffer,
      length,
      buffer.length - length,
      position + length,
    );
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
