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

/** Larger numbers are in the ZIP64 field (APPNOTE 6.3.10, 4.5.3). */
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;

const STORED = 20;
const ZIP64 = 45;
const IS_UTF8 = 0x0800;

/** The time zone of Baku, in which archives show times. */
const OFFSET = 4 * HOUR;

/** Names of folders are no part of an archive. */
const nameBytes = ({ name }: ZipEntry) => Buffer.from(name.replace(/[\\/]/g, '_'));

export function localHeader(entry: ZipEntry): Buffer {
  const name = nameBytes(entry);
  const extra = zip64Field(entry.size > MAX_32 - 1 ? [entry.size, entry.size] : []);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(extra.length > 0 ? ZIP64 : STORED, 4);
  writeCommon(head, entry, { at: 6, name, extra });
  return Buffer.concat([head, name, extra]);
}

export function centralHeader(entry: ZipEntry, offset: number): Buffer {
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
export function endRecords({ count, length, offset }: Directory): Buffer {
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
