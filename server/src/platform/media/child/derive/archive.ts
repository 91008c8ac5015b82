import { type Entry, fromRandomAccessReaderPromise } from 'yauzl';
import type { InstanceLocation } from '../../dicom-index.ts';
import { ARCHIVE_LIMITS } from '../../limits.ts';
import type { ByteSource } from '../input.ts';
import { bufferSource } from '../input.ts';
import {
  assertChecksum,
  type Inflate,
  inflateEntry,
  inflater,
  RejectedArchive,
  SourceReader,
  slice,
} from './archive-bytes.ts';

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
