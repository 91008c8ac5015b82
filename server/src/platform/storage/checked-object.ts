import { crc32 } from 'node:zlib';
import type { ReadableObject } from './storage.ts';

/** Stored bytes that do not have their recorded checksum. The response is a 503: another reading may succeed. */
export class DamagedBytesError extends Error {
  readonly statusCode = 503;
}

interface Expected {
  /** Names the object in the error. */
  readonly name: string;
  /** CRC-32 of all bytes. */
  readonly crc32: number;
}

/**
 * The same object, which compares the CRC-32 of a reader that reads all bytes one after the other. With the last of them,
 * `read` throws DamagedBytesError where it differs: such a reader never gets the end. Other readings are not checked.
 */
export function checkedObject<T extends ReadableObject>(object: T, expected: Expected): T {
  let sum = 0;
  let next = 0;
  const read: ReadableObject['read'] = async (into, position) => {
    const length = await object.read(into, position);
    if (position === 0) {
      sum = 0;
      next = 0;
    }
    if (position !== next) {
      next = Number.NaN;
      return length;
    }
    sum = crc32(into.subarray(0, length), sum);
    next += length;
    if (length > 0 && next === object.size) assertSum(expected, sum);
    return length;
  };
  return { ...object, read };
}

/** Throws DamagedBytesError unless the bytes of an object have this CRC-32. */
export function assertSum({ name, crc32: expected }: Expected, sum: number): void {
  if (sum !== expected)
    throw new DamagedBytesError(`the bytes of ${name} do not have their recorded checksum`);
}
