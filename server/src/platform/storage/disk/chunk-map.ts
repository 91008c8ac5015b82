import { crc32 } from 'node:zlib';
import { CHUNK_SIZE, MAX_CHUNKS } from '@deqiq/contract/shared/limits.ts';
import type { Checksum } from '../storage.ts';
import { crc32Combine } from './crc32-combine.ts';

/** A chunk as recorded in the map. */
export interface Chunk {
  /** Bytes; 0 revokes earlier records of the chunk. */
  readonly length: number;
  readonly crc32: number;
}

/** Bytes of a record: number, length, CRC-32 of the chunk, CRC-32 of these twelve bytes (32-bit, little-endian). */
export const RECORD_SIZE = 16;

/** The record of a chunk in the map. */
export function encodeRecord(number: number, { length, crc32: sum }: Chunk): Buffer {
  const record = Buffer.allocUnsafe(RECORD_SIZE);
  record.writeUInt32LE(number, 0);
  record.writeUInt32LE(length, 4);
  record.writeUInt32LE(sum, 8);
  record.writeUInt32LE(crc32(record.subarray(0, 12)), 12);
  return record;
}

/**
 * Reads a map up to the first torn or invalid record. `end` is its offset, where the next record is written. The last
 * record of a chunk counts.
 */
export function decodeMap(bytes: Buffer): { chunks: Map<number, Chunk>; end: number } {
  const chunks = new Map<number, Chunk>();
  let end = 0;
  for (; end + RECORD_SIZE <= bytes.length; end += RECORD_SIZE) {
    const record = bytes.subarray(end, end + RECORD_SIZE);
    const number = record.readUInt32LE(0);
    const length = record.readUInt32LE(4);
    if (crc32(record.subarray(0, 12)) !== record.readUInt32LE(12)) break;
    if (number >= MAX_CHUNKS || length > CHUNK_SIZE) break;
    if (length === 0) chunks.delete(number);
    else chunks.set(number, { length, crc32: record.readUInt32LE(8) });
  }
  return { chunks, end };
}

/** Size and checksum of all chunks together; undefined if one is missing, or one before the last is short. */
export function combineChecksums(chunks: ReadonlyMap<number, Chunk>): Checksum | undefined {
  let size = 0;
  let sum = 0;
  for (let number = 0; number < chunks.size; number += 1) {
    const chunk = chunks.get(number);
    if (!chunk || (chunk.length !== CHUNK_SIZE && number !== chunks.size - 1)) return undefined;
    sum = number === 0 ? chunk.crc32 : crc32Combine(sum, chunk.crc32, chunk.length);
    size += chunk.length;
  }
  return chunks.size > 0 ? { size, crc32: sum } : undefined;
}
