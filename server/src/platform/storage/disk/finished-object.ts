import { utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { storageMessages } from '@deqiq/contract/shared/errors.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { conflict, isMissing, notFound } from '../../errors.ts';
import { fsyncPath } from '../../files.ts';
import type { Checksum } from '../storage.ts';
import { mapPath, openStored, removeIfExists } from './disk-files.ts';

/** Refuses bytes that are not the ones somebody looked at. */
export function assertChecksum(expected: Checksum | undefined, whole: Checksum): void {
  if (expected && (expected.size !== whole.size || expected.crc32 !== whole.crc32))
    throw conflict(storageMessages.incomplete);
}

/** The process died after the rename, or the caller's own work failed: the same answer once more. */
export async function refinish(
  path: string,
  expected: Checksum | undefined,
  now: number,
): Promise<Checksum> {
  const file = await openStored(path);
  if (!file) throw notFound(storageMessages.unknown);
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
    // Removed since it was opened.
    throw isMissing(error) ? notFound(storageMessages.unknown) : error;
  } finally {
    await file.close();
  }
}

/** A chunk of an object that is already finished: harmless if it brings the same bytes. */
export async function acceptDuplicateChunk(
  path: string,
  size: number,
  number: number,
  bytes: Uint8Array,
): Promise<number> {
  const file = await openStored(path);
  const there = Buffer.allocUnsafe(CHUNK_SIZE);
  const length = (await file?.read(there, number * CHUNK_SIZE)) ?? 0;
  await file?.close();
  if (!there.subarray(0, length).equals(bytes)) throw conflict(storageMessages.finished);
  return Math.ceil(size / CHUNK_SIZE);
}
