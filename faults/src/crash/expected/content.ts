import { createHash } from 'node:crypto';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';

/** A file whose name determines its bytes. */
export interface KnownFile {
  readonly fileId: string;
  readonly name: string;
  readonly size: number;
}

export const chunksOf = ({ size }: KnownFile): number => Math.ceil(size / CHUNK_SIZE);

/** Chunk `number` of a file, different for every file and chunk. The first one begins like a DICOM file. */
export function chunkOf({ fileId, size }: KnownFile, number: number): Buffer {
  const length = Math.min(CHUNK_SIZE, size - number * CHUNK_SIZE);
  // 127 is no divisor of a block size, so bytes that moved within a chunk are noticed.
  const pattern = createHash('sha512').update(`${fileId} ${number}`).digest('hex').slice(1);
  const bytes = Buffer.alloc(length, pattern);
  if (number === 0) {
    bytes.fill(0, 0, 128);
    bytes.write('DICM', 128, 'latin1');
  }
  return bytes;
}

export const bytesOf = (file: KnownFile): Buffer =>
  Buffer.concat(Array.from({ length: chunksOf(file) }, (_, number) => chunkOf(file, number)));
