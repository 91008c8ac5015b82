import { checkedObject } from '../../storage/checked-object.ts';
import type { ReadableObject } from '../../storage/storage.ts';
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-headers.ts';

/** An archive, and where the bytes of each entry begin in it. */
export interface StoredZip extends ReadableObject {
  readonly offsets: readonly number[];
}

/** Bytes from `start` up to but not including `end` of the archive. */
interface Segment {
  readonly start: number;
  readonly end: number;
  readonly bytes?: Buffer;
  readonly entry?: ZipEntry;
}

/**
 * A ZIP archive of uncompressed files whose bytes are computed when they are read: nothing is stored, its size is
 * known, and any range of it can be sent. At most one file is open at a time. Throws DamagedBytesError at the end of a
 * file that was read completely and does not have its CRC-32.
 */
export function storedZip(entries: readonly ZipEntry[]): StoredZip {
  const segments: Segment[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let size = 0;
  const add = (length: number, part: Pick<Segment, 'bytes' | 'entry'>) => {
    if (length > 0) segments.push({ ...part, start: size, end: size + length });
    size += length;
  };
  for (const entry of entries) {
    const offset = size;
    const head = localHeader(entry);
    add(head.length, { bytes: head });
    offsets.push(size);
    add(entry.size, { entry });
    directory.push(centralHeader(entry, offset));
  }
  const central = Buffer.concat(directory);
  const tail = endRecords({ count: entries.length, length: central.length, offset: size });
  add(central.length + tail.length, { bytes: Buffer.concat([central, tail]) });

  let current: { readonly entry: ZipEntry; readonly object: ReadableObject } | undefined;

  async function openEntry(entry: ZipEntry): Promise<ReadableObject> {
    if (current?.entry === entry) return current.object;
    await current?.object.close();
    current = undefined;
    current = { entry, object: checkedObject(await entry.open(), entry) };
    return current.object;
  }

  async function read(into: Uint8Array, position: number): Promise<number> {
    const segment = segments.find(({ end }) => position < end);
    if (!segment) return 0;
    const offset = position - segment.start;
    const length = Math.min(into.length, segment.end - position);
    const { bytes, entry } = segment;
    if (bytes) return bytes.copy(into, 0, offset, offset + length);
    return entry ? (await openEntry(entry)).read(into.subarray(0, length), offset) : 0;
  }

  return { size, offsets, read, close: async () => current?.object.close() };
}
