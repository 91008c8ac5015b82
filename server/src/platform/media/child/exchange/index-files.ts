import { isDeepStrictEqual } from 'node:util';
import type {
  DicomJson,
  FrameParts,
  IndexedInstance,
  IndexedSeries,
  InstanceLocation,
} from '../../dicom-index.ts';
import { readFileMeta } from '../../dicom-meta.ts';
import { DEFLATED } from '../../dicom-syntaxes.ts';
import { openArchive } from '../derive/archive.ts';
import { readAttributes } from '../dicom/attributes.ts';
import { describe } from '../dicom/description.ts';
import { listFrames } from '../dicom/frames.ts';
import { type DicomFile, readDicomFile } from '../dicom/header.ts';
import { type ByteSource, type Input, withSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { toDicomJson } from './json.ts';

/** Bytes of the file meta that are read. */
const META_HEAD = 64 * 1024;

/** Bytes of the whole index of a file. */
const MAX_INDEX = 48 * 1024 * 1024;

interface Found extends IndexedInstance {
  readonly studyUid: string;
  readonly seriesUid: string;
}

/** All instances of a DICOM file, or of the DICOM files in a ZIP, by series. Skips what is no DICOM or has no UIDs. */
export const indexFiles = (type: 'dicom' | 'archive', input: Input): Promise<IndexedSeries[]> =>
  withSource(input, async (source) => {
    const found: Found[] = [];
    let bytes = 0;
    for (const { open, ...location } of await listEntries(type, source)) {
      const instance = readInstance(open, { ...location, number: found.length });
      if (!instance) continue;
      bytes += JSON.stringify(instance).length;
      if (bytes > 4 * MAX_INDEX) throw new LimitExceeded('the index is too large');
      found.push(instance);
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
    return {
      ...location,
      ...{ sopUid, sopClassUid, studyUid, seriesUid, transferSyntax: file.transferSyntax },
      instanceNumber: readInstanceNumber(file),
      dataOffset: readFileMeta(source.read(0, META_HEAD))?.end ?? 0,
      ...readFrames(file, hasFileOffsets),
      attributes: toDicomJson(file, hasFileOffsets),
    };
  } catch {
    return undefined;
  }
}

function readInstanceNumber({ data }: DicomFile): number | undefined {
  const number = Number(data.string('x00200013')?.trim() || Number.NaN);
  return Number.isSafeInteger(number) && Math.abs(number) < 2 ** 31 ? number : undefined;
}

/** Frames of any transfer syntax: those that this server does not decode are sent as they are. */
function readFrames(
  file: DicomFile,
  hasFileOffsets: boolean,
): { frames: number; frameParts: FrameParts[] | undefined } {
  const image = file.pixels && readAttributes(file.data);
  if (!image) return { frames: 0, frameParts: hasFileOffsets ? [] : undefined };
  const { count, parts } = listFrames(file, image);
  const flat = parts.map((frame) => frame.flatMap(({ offset, length }) => [offset, length]));
  return { frames: count, frameParts: hasFileOffsets ? flat : undefined };
}

function groupBySeries(found: readonly Found[]): IndexedSeries[] {
  const groups = Map.groupBy(found, ({ studyUid, seriesUid }) => `${studyUid}\n${seriesUid}`);
  return [...groups.values()].map((members) => {
    const common = commonAttributes(members.map(({ attributes }) => attributes));
    const { studyUid = '', seriesUid = '' } = members[0] ?? {};
    return {
      ...{ studyUid, seriesUid, attributes: common },
      instances: members.map(({ studyUid: _study, seriesUid: _series, ...instance }) => ({
        ...instance,
        attributes: without(instance.attributes, common),
      })),
    };
  });
}

/** The attributes that all of these data sets have with the same value. */
function commonAttributes(sets: readonly DicomJson[]): DicomJson {
  const [first = {}, ...others] = sets;
  return Object.fromEntries(
    Object.entries(first).filter(
      ([tag, value]) =>
        // Its place differs from file to file.
        value.BulkDataURI === undefined &&
        others.every((set) => isDeepStrictEqual(set[tag], value)),
    ),
  );
}

const without = (set: DicomJson, common: DicomJson): DicomJson =>
  Object.fromEntries(Object.entries(set).filter(([tag]) => common[tag] === undefined));
