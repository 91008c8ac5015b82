import { crc32 } from '@deqiq/contract/shared/imaging/crc32.ts';
import type { FolderFile } from '../../../lib/files/folders.ts';

/** Signatures of PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
/** Bit 11: names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** 1 January 1980: an archive of the same files is always the same. */
const FIXED_DATE = 0x0021;

/** Bytes of a file that are read in one call. */
const BLOCK = 4 * 1024 * 1024;

type Entry = { name: Uint8Array; size: number; crc: number; offset: number };

/**
 * An uncompressed ZIP of these files, in the order of their paths. It refers to them: the browser reads their bytes
 * when a part of the archive is read, and equal files give equal bytes. Reads each file once before, for its
 * checksum; `onRead` gets the number of files that have been read. The archive must have less than 4 GiB.
 */
export async function createZipFile(
  name: string,
  files: readonly FolderFile[],
  onRead: (count: number) => void = () => undefined,
): Promise<File> {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const parts: BlobPart[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const { path, file } of sorted) {
    const entry: Entry = {
      name: new TextEncoder().encode(path.replaceAll('\\', '_')),
      size: file.size,
      crc: await readChecksum(file),
      offset,
    };
    entries.push(entry);
    const header = localHeader(entry);
    parts.push(header, file);
    offset += header.length + file.size;
    onRead(entries.length);
  }
  const directory = entries.map(directoryHeader);
  parts.push(...directory, endOfDirectory(directory, offset));
  const lastModified = Math.max(0, ...files.map(({ file }) => file.lastModified));
  return new File(parts, name, { type: 'application/zip', lastModified });
}

async function readChecksum(file: File): Promise<number> {
  let crc = 0;
  for (let at = 0; at < file.size; at += BLOCK)
    crc = crc32(new Uint8Array(await file.slice(at, at + BLOCK).arrayBuffer()), crc);
  return crc;
}

/** Numbers of 2 and 4 bytes, little-endian. */
const two = (...values: number[]) =>
  values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff]);
const four = (...values: number[]) => values.flatMap((value) => two(value & 0xffff, value >>> 16));

/** Fields of both headers: version, flags, method 0, time, date, checksum, sizes, length of the name, no extras. */
const describe = ({ name, size, crc }: Entry) => [
  ...two(VERSION, UTF8_NAMES, 0, 0, FIXED_DATE),
  ...four(crc, size, size),
  ...two(name.length, 0),
];

const localHeader = (entry: Entry) =>
  Uint8Array.from([...four(LOCAL_HEADER), ...describe(entry), ...entry.name]);

const directoryHeader = (entry: Entry) =>
  Uint8Array.from([
    ...four(DIRECTORY_HEADER),
    ...two(VERSION),
    ...describe(entry),
    // No comment, disk 0, no attributes.
    ...two(0, 0, 0),
    ...four(0, entry.offset),
    ...entry.name,
  ]);

function endOfDirectory(directory: readonly Uint8Array[], offset: number) {
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return Uint8Array.from([
    ...four(END_OF_DIRECTORY),
    ...two(0, 0, directory.length, directory.length),
    ...four(size, offset),
    ...two(0),
  ]);
}
