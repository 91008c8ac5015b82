import { utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { conflict, isMissing, notFound } from '../../errors.ts';
import { fsyncPath } from '../../files.ts';
import type { Checksum } from '../storage.ts';
import { mapPath, openStored, removeIfExists } from './disk-files.ts';

/** Throws 409 if the bytes changed since the caller inspected them. */
export function assertChecksum(expected: Checksum | undefined, whole: Checksum): void {
  if (expected && (expected.size !== whole.size || expected.crc32 !== whole.crc32))
    throw conflict(storageMessages.incomplete());
}

/** Repeats the result for an object that is already finished: the process died after the rename, or the caller failed. */
export async function refinish(
  path: string,
  expected: Checksum | undefined,
  now: number,
): Promise<Checksum> {
  const file = await openStored(path);
  if (!file) throw notFound(storageMessages.unknown());
  try {
    let sum = 0;
    const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
    for (let at = 0; at < file.size; ) {
      const read = await file.read(buffer, at);
      if (read === 0) throw new Error('a stored file shrank while it was read');
      sum = crc32(buffer.subarray(0, read), sum);
      at += read;
    }
    assertChecksum(expected, { size: file.size, crc32: sum });
    await utimes(path, now / 1000, now / 1000);
    await fsyncPath(dirname(path));
    await removeIfExists(mapPath(path));
    return { size: file.size, crc32: sum };
  } catch (error) {
    // It was removed after it was opened.
    throw isMissing(error) ? notFound(storageMessages.unknown()) : error;
  } finally {
    await file.close();
  }
}

/** Accepts a chunk of a finished object if it has the same bytes; throws 409 otherwise. */
export async function acceptDuplicateChunk(
  path: string,
  size: number,
  number: number,
  bytes: Uint8Array,
): Promise<number> {
  const file = await openStored(path);
  const stored = Buffer.allocUnsafe(CHUNK_SIZE);
  const length = (await file?.read(stored, number * CHUNK_SIZE)) ?? 0;
  await file?.close();
  if (!stored.subarray(0, length).equals(bytes)) throw conflict(storageMessages.finished());
  return Math.ceil(size / CHUNK_SIZE);
}
