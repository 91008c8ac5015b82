import { checkedObject } from '../../storage/checked-object.ts';
import type { ReadableObject } from '../../storage/storage.ts';
import { HOUR } from '../../time.ts';

/** A file of an archive. Size and CRC-32 are known before it is read. */
export interface ZipEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly crc32: number;
  readonly modifiedAt: Date;
  readonly open: () => Promise<ReadableObject>;
}

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

/** Larger numbers are in the ZIP64 field (APPNOTE 6.3.10, 4.5.3). */
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;

const STORED = 20;
const ZIP64 = 45;
const IS_UTF8 = 0x0800;

/** The time zone of Baku, in which archives show times. */
const OFFSET = 4 * HOUR;

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

/** Names of folders are no part of an archive. */
const nameBytes = ({ name }: ZipEntry) => Buffer.from(name.replace(/[\\/]/g, '_'));

function localHeader(entry: ZipEntry): Buffer {
  const name = nameBytes(entry);
  const extra = zip64Field(entry.size > MAX_32 - 1 ? [entry.size, entry.size] : []);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(extra.length > 0 ? ZIP64 : STORED, 4);
  writeCommon(head, entry, { at: 6, name, extra });
  return Buffer.concat([head, name, extra]);
}

function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const name = nameBytes(entry);
  const sizes = entry.size > MAX_32 - 1 ? [entry.size, entry.size] : [];
  const extra = zip64Field([...sizes, ...(offset > MAX_32 - 1 ? [offset] : [])]);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(ZIP64, 4);
  head.writeUInt16LE(extra.length > 0 ? ZIP64 : STORED, 6);
  writeCommon(head, entry, { at: 8, name, extra });
  head.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([head, name, extra]);
}

/** Flags, time, CRC, sizes and lengths, which both headers contain in the same order. */
function writeCommon(
  head: Buffer,
  { size, crc32, modifiedAt }: ZipEntry,
  { at, name, extra }: { at: number; name: Buffer; extra: Buffer },
): void {
  const local = new Date(modifiedAt.getTime() + OFFSET);
  const year = Math.max(1980, local.getUTCFullYear()) - 1980;
  const time =
    (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1);
  const date = (year << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate();
  head.writeUInt16LE(IS_UTF8, at);
  head.writeUInt16LE(time, at + 4);
  head.writeUInt16LE(date, at + 6);
  head.writeUInt32LE(crc32, at + 8);
  head.writeUInt32LE(Math.min(size, MAX_32), at + 12);
  head.writeUInt32LE(Math.min(size, MAX_32), at + 16);
  head.writeUInt16LE(name.length, at + 20);
  head.writeUInt16LE(extra.length, at + 22);
}

function zip64Field(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries())
    field.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return field;
}

interface Directory {
  readonly count: number;
  /** Bytes. */
  readonly length: number;
  readonly offset: number;
}

/** The end of the archive; in the ZIP64 form where a number does not fit. */
function endRecords({ count, length, offset }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(length, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (offset < MAX_32 && length < MAX_32 && count < MAX_16) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(ZIP64, 12);
  large.writeUInt16LE(ZIP64, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}
