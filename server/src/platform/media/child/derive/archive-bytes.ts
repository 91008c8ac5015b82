import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, RandomAccessReader } from 'yauzl';
import type { InstanceLocation } from '../../dicom-index.ts';
import { ARCHIVE_LIMITS } from '../../limits.ts';
import type { ByteSource } from '../input.ts';

export class RejectedArchive extends Error {
  /** Whether it breaks a limit; else it is damaged or unsafe. */
  readonly isTooLarge: boolean;

  constructor(reason: string, isTooLarge = false) {
    super(reason);
    this.isTooLarge = isTooLarge;
  }
}

export type Inflate = (location: InstanceLocation) => Buffer;

/** Bytes; zlib accepts no smaller output buffer. */
const MIN_CHUNK = 64;

/** Inflates entries and keeps the last one, which may be large, so that it is in memory once. */
export function inflater(source: ByteSource): Inflate {
  let last: { readonly location: InstanceLocation; readonly bytes: Buffer } | undefined;
  return (location) => {
    if (last?.location === location) return last.bytes;
    last = undefined;
    const bytes = inflateEntry(source, location);
    last = { location, bytes };
    return bytes;
  };
}

export function inflateEntry(
  source: ByteSource,
  { offset, length, size }: InstanceLocation,
): Buffer {
  if (size > ARCHIVE_LIMITS.inflatedBytes) throw new RejectedArchive('too large', true);
  return inflateRawSync(source.read(offset, length), {
    maxOutputLength: Math.max(1, size),
    // One buffer: smaller ones would be in memory a second time while they are joined.
    chunkSize: Math.max(MIN_CHUNK, size),
  });
}

const VERIFIED_AT_ONCE = 4 * 1024 * 1024;

export function assertChecksum(bytes: ByteSource, entry: Entry): void {
  let sum = 0;
  for (let at = 0; at < bytes.size; at += VERIFIED_AT_ONCE)
    sum = crc32(bytes.read(at, VERIFIED_AT_ONCE), sum);
  if (bytes.size !== entry.uncompressedSize || sum !== entry.crc32)
    throw new Error('the checksum of the archive is wrong');
}

/** Part of a source; nothing outside it can be read. */
export function slice(source: ByteSource, start: number, size: number): ByteSource {
  return {
    size,
    read: (position, length) =>
      source.read(start + position, Math.max(0, Math.min(length, size - position))),
  };
}

/** Lets yauzl read its directory. Data is read without it: streams cannot be read at random. */
export class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const bytes = this.#source.read(position, length);
    bytes.copy(buffer, offset);
    callback(bytes.length < length ? new Error('unexpected end') : null);
  }
}
