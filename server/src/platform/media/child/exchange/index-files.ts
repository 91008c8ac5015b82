import { readFileMeta } from '../../../dicom/file-meta.ts';
import { Tag } from '../../../dicom/tags.ts';
import { DEFLATED } from '../../../dicom/transfer-syntaxes.ts';
import type { IndexedSeries, InstanceLocation } from '../../dicom-index.ts';
import { openArchive } from '../derive/archive.ts';
import { readAttributes } from '../dicom/attributes.ts';
import { describe } from '../dicom/description.ts';
import { listFrames } from '../dicom/frames.ts';
import { type DicomFile, readDicomFile } from '../dicom/header.ts';
import { readString } from '../dicom/values.ts';
import { type ByteSource, type Input, withSource } from '../input.ts';
import {
  boundInstance,
  countCharacters,
  dropLargest,
  type Lines,
  toLines,
} from './bounded-attributes.ts';
import { toDicomJson } from './json.ts';
import {
  type Found,
  groupBySeries,
  MAX_DIFFERING,
  shareLines,
  toKey,
  without,
} from './shared-lines.ts';

/** Bytes of the file meta that are read. */
const META_HEAD = 64 * 1024;

const MAX_AFTERWARDS = 4 * 1024;

/** Characters of the places of frames in a file; frames without a place are decoded when they are requested. */
const MAX_FRAME_PARTS = 4 * 1024 * 1024;

/** All instances of a DICOM file, or of the DICOM files in a ZIP, by series. Skips what is no DICOM or has no UIDs. */
export const indexFiles = (type: 'dicom' | 'archive', input: Input): Promise<IndexedSeries[]> =>
  withSource(input, async (source) => {
    const found: Found[] = [];
    const firsts = new Map<string, Lines>();
    let differing = 0;
    let partsLeft = MAX_FRAME_PARTS;
    for (const { open, ...location } of await listEntries(type, source)) {
      const instance = readInstance(open, { ...location, number: found.length });
      if (!instance) continue;
      partsLeft -= instance.frameParts?.length ?? 0;
      const key = toKey(instance);
      const first = firsts.get(key);
      const isFull = differing > MAX_DIFFERING;
      const lines = shareLines(
        isFull ? dropLargest(instance.lines, MAX_AFTERWARDS) : instance.lines,
        first,
      );
      if (!first) firsts.set(key, lines);
      differing += countCharacters(first ? without(lines, first) : lines);
      const frameParts = partsLeft < 0 ? undefined : instance.frameParts;
      found.push({ ...instance, frameParts, lines });
    }
    return groupBySeries(found);
  });

type Entry = InstanceLocation & { readonly open: () => ByteSource };

async function listEntries(type: 'dicom' | 'archive', source: ByteSource): Promise<Entry[]> {
  const { size } = source;
  if (type === 'dicom')
    return [{ offset: 0, length: size, size, isDeflated: false, open: () => source }];
  const { files } = await openArchive(source);
  return files.map(({ location, open }) => ({ ...location, open }));
}

function readInstance(
  open: () => ByteSource,
  location: InstanceLocation & { readonly number: number },
): Found | undefined {
  try {
    const source = open();
    const file = readDicomFile(source);
    if (!file) return undefined;
    const description = describe(file.data);
    const { sopUid, sopClassUid, studyUid, seriesUid } = description;
    if (!sopUid || !studyUid || !seriesUid) return undefined;
    const hasFileOffsets = file.transferSyntax !== DEFLATED;
    const frames = readFrames(file, hasFileOffsets);
    return {
      ...location,
      sopUid,
      sopClassUid,
      studyUid,
      seriesUid,
      transferSyntax: file.transferSyntax,
      instanceNumber: readInstanceNumber(file),
      dataOffset: readFileMeta(source.read(0, META_HEAD))?.end ?? 0,
      ...frames,
      lines: boundInstance(toLines(toDicomJson(file, hasFileOffsets)), frames.frames),
    };
  } catch {
    return undefined;
  }
}

function readInstanceNumber({ data }: DicomFile): number | undefined {
  const number = Number(readString(data, Tag.instanceNumber) || Number.NaN);
  return Number.isSafeInteger(number) && Math.abs(number) < 2 ** 31 ? number : undefined;
}

/** Frames of any transfer syntax: those that this server does not decode are sent as they are. */
function readFrames(
  file: DicomFile,
  hasFileOffsets: boolean,
): { frames: number; frameParts: string | undefined } {
  const image = file.pixels && readAttributes(file.data);
  if (!image) return { frames: 0, frameParts: hasFileOffsets ? '[]' : undefined };
  const { count, parts } = listFrames(file, image);
  const flat = parts.map((frame) => frame.flatMap(({ offset, length }) => [offset, length]));
  return { frames: count, frameParts: hasFileOffsets ? JSON.stringify(flat) : undefined };
}
