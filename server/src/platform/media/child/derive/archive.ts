import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { InstanceLocation } from '../../dicom-index.ts';
import { ARCHIVE_LIMITS } from '../../limits.ts';
import type { ByteSource } from '../input.ts';
import { bufferSource } from '../input.ts';

/** A file in an archive. */
export interface ArchiveFile {
  readonly name: string;
  readonly size: number;
  readonly location: InstanceLocation;
  /** Its bytes; those of a compressed file in memory. Throws where they are damaged. */
  open(): ByteSource;
  /** Throws where the bytes do not have the checksum of the archive. */
  verify(): void;
}

export interface Archive {
  readonly files: readonly ArchiveFile[];
  /** Entries that are never opened: links, encrypted files, archives. */
  readonly skipped: number;
}

/** Why an archive is rejected. */
export class RejectedArchive extends Error {
  /** Whether it breaks a limit; else it is damaged or unsafe. */
  readonly isTooLarge: boolean;

  constructor(reason: string, isTooLarge = false) {
    super(reason);
    this.isTooLarge = isTooLarge;
  }
}

const STORED = 0;
const DEFLATED = 8;
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE = 0o170000;

/**
 * Reads the directory of a ZIP. Throws RejectedArchive where it is damaged, where entries overlap or have names that
 * lead out of a folder, and where number, size or ratio breaks a limit. Nothing is decompressed.
 */
export async function openArchive(source: ByteSource): Promise<Archive> {
  const entries = await readDirectory(source).catch((error: unknown) => {
    if (error instanceof RejectedArchive) throw error;
    throw new RejectedArchive(error instanceof Error ? error.message : 'damaged');
  });
  const located = entries.map((entry) => locate(source, entry));
  assertSeparate(located);
  const files = located.filter(({ entry }) => isPlainFile(entry));
  const inflate = inflater(source);
  return {
    files: files.map((file) => toArchiveFile(source, file, inflate)),
    skipped: located.length - files.length,
  };
}

async function readDirectory(source: ByteSource): Promise<Entry[]> {
  const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size);
  if (zip.entryCount > ARCHIVE_LIMITS.entries) throw new RejectedArchive('too many entries', true);
  const entries: Entry[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    unpacked += entry.uncompressedSize;
    if (unpacked > ARCHIVE_LIMITS.unpackedBytes) throw new RejectedArchive('too large', true);
    if (entry.uncompressedSize > ARCHIVE_LIMITS.ratio * entry.compressedSize + ARCHIVE_LIMITS.slack)
      throw new RejectedArchive('compressed too far', true);
    entries.push(entry);
  }
  return entries;
}

interface Located {
  readonly entry: Entry;
  /** Where the local header begins, and the data. */
  readonly start: number;
  readonly dataStart: number;
  readonly end: number;
}

const LOCAL_HEADER = 0x0403_4b50;
const LOCAL_HEADER_LENGTH = 30;

/** Reads the local header (APPNOTE 4.3.7): only it says where the data begins. */
function locate(source: ByteSource, entry: Entry): Located {
  const start = entry.relativeOffsetOfLocalHeader;
  const header = source.read(start, LOCAL_HEADER_LENGTH);
  if (header.length < LOCAL_HEADER_LENGTH || header.readUInt32LE(0) !== LOCAL_HEADER)
    throw new RejectedArchive('damaged');
  const dataStart = start + LOCAL_HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = dataStart + entry.compressedSize;
  if (end > source.size) throw new RejectedArchive('damaged');
  return { entry, start, dataStart, end };
}

function assertSeparate(located: readonly Located[]): void {
  const sorted = [...located].sort((a, b) => a.start - b.start);
  for (const [index, { start }] of sorted.entries())
    if (start < (sorted[index - 1]?.end ?? 0)) throw new RejectedArchive('entries overlap');
}

function isPlainFile(entry: Entry): boolean {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  return (
    type !== SYMBOLIC_LINK &&
    !entry.isEncrypted() &&
    (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED)
  );
}

function toArchiveFile(
  source: ByteSource,
  { entry, dataStart }: Located,
  inflate: Inflate,
): ArchiveFile {
  const { fileName: name, uncompressedSize: size, compressedSize, compressionMethod } = entry;
  const location = {
    offset: dataStart,
    length: compressedSize,
    size,
    isDeflated: compressionMethod !== STORED,
  };
  const open = () =>
    location.isDeflated ? bufferSource(inflate(location)) : slice(source, dataStart, size);
  return { name, size, location, open, verify: () => assertChecksum(open(), entry) };
}

/** An instance in a stored file, which is the file itself or an entry of a ZIP. */
export const openInstance = (source: ByteSource, location: InstanceLocation): ByteSource =>
  location.isDeflated
    ? bufferSource(inflateEntry(source, location))
    : slice(source, location.offset, location.size);

type Inflate = (location: InstanceLocation) => Buffer;

/** Bytes; zlib accepts no smaller output buffer. */
const MIN_CHUNK = 64;

/** Inflates entries and keeps the last one, which may be large, so that it is in memory once. */
function inflater(source: ByteSource): Inflate {
  let last: { readonly location: InstanceLocation; readonly bytes: Buffer } | undefined;
  return (location) => {
    if (last?.location === location) return last.bytes;
    last = undefined;
    const bytes = inflateEntry(source, location);
    last = { location, bytes };
    return bytes;
  };
}

function inflateEntry(source: ByteSource, { offset, length, size }: InstanceLocation): Buffer {
  if (size > ARCHIVE_LIMITS.inflatedBytes) throw new RejectedArchive('too large', true);
  return inflateRawSync(source.read(offset, length), {
    maxOutputLength: Math.max(1, size),
    // One buffer: smaller ones would be in memory a second time while they are joined.
    chunkSize: Math.max(MIN_CHUNK, size),
  });
}

const VERIFIED_AT_ONCE = 4 * 1024 * 1024;

function assertChecksum(bytes: ByteSource, entry: Entry): void {
  let sum = 0;
  for (let at = 0; at < bytes.size; at += VERIFIED_AT_ONCE)
    sum = crc32(bytes.read(at, VERIFIED_AT_ONCE), sum);
  if (bytes.size !== entry.uncompressedSize || sum !== entry.crc32)
    throw new Error('the checksum of the archive is wrong');
}

/** Part of a source; nothing outside it can be read. */
function slice(source: ByteSource, start: number, size: number): ByteSource {
  return {
    size,
    read: (position, length) =>
      source.read(start + position, Math.max(0, Math.min(length, size - position))),
  };
}

/** Lets yauzl read its directory. Data is read without it: streams cannot be read at random. */
class SourceReader extends RandomAccessReader {
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
