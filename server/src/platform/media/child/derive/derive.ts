import { createHash } from 'node:crypto';
import {
  type ImagingKind,
  type ImagingSummary,
  MAX_PICTURES,
  nameInPicture,
  type PictureSummary,
  type SeriesIssue,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import {
  areDifferentPatients,
  type FilePatient,
} from '@deqiq/contract/shared/patient/same-person.ts';
import sharp from 'sharp';
import type {
  ArchiveVerdict,
  Derivation,
  DerivedType,
  DicomDescription,
} from '../../derivation.ts';
import { MAX_DICOM_PIXELS, MAX_FRAMES } from '../../limits.ts';
import { isGrey } from '../dicom/attributes.ts';
import { describe, readSpacing } from '../dicom/description.ts';
import { readPlane } from '../dicom/frame-attributes.ts';
import { type DicomFile, readDicomFile } from '../dicom/header.ts';
import {
  type DicomImage,
  findImage,
  openDicomImage,
  readFrame,
  renderSamples,
} from '../dicom/render.ts';
import { decode } from '../images.ts';
import { type Input, withSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { type ArchiveFile, openArchive, RejectedArchive } from './archive.ts';
import type { Emit, EmitPart } from './emit.ts';
import { emitPack, type PackSlice } from './pack.ts';
import { renderMiddlePlanes } from './planes.ts';
import { emitPreviews } from './previews.ts';
import { type Arrangement, arrange, groupSeries, type SliceHeader } from './series.ts';

/** WebP quality of radiographs; 88 is the least at which trabecular bone shows no blocks. */
const RADIOGRAPH_QUALITY = 88;
const PHOTO_QUALITY = 82;

/**
 * Emits everything that is derived from a file; null where its samples are more than `maxWork` bytes. Throws where the
 * file is damaged or breaks a limit.
 */
export async function derive(
  type: DerivedType,
  input: Input,
  emit: Emit,
  maxWork = Infinity,
): Promise<Derivation | null> {
  try {
    if (type === 'photo') return await derivePhoto(input, emit);
    const assertWork = workLimit(maxWork);
    return await (type === 'dicom' ? deriveDicom : deriveArchive)(input, emit, assertWork);
  } catch (error) {
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}

class TooMuchWork extends Error {}

type WorkLimit = ReturnType<typeof workLimit>;

/** Counts the bytes that a file is going to occupy while it is decoded. */
function workLimit(max: number) {
  let work = 0;
  return {
    add(bytes: number): void {
      work += bytes;
      if (work > max) throw new TooMuchWork();
    },
  };
}

/** Bytes of the samples of all frames. */
const workOf = ({ image, frames }: DicomImage): number =>
  (frames.count * image.width * image.height * image.samples * image.allocated) / 8;

/** Whether an archive can be read, is within the limits, and contains DICOM. */
export const inspectArchive = (input: Input): Promise<ArchiveVerdict> =>
  withSource(input, async (source) => {
    try {
      const { files } = await openArchive(source);
      return files.some((file) => openQuietly(file)) ? 'accepted' : 'without-dicom';
    } catch (error) {
      if (!(error instanceof RejectedArchive)) throw error;
      return error.isTooLarge ? 'too-large' : 'damaged';
    }
  });

/** Previews of a photograph, upright and without metadata such as its location. */
async function derivePhoto(input: Input, emit: Emit): Promise<Derivation> {
  const picture = await decode(input);
  const { data, info } = await picture.autoOrient().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  const previews = await emitPreviews(open, { width, height }, PHOTO_QUALITY, emit);
  const summary: ImagingSummary = { width, height, frames: 1, previews };
  return { state: 'ready', kind: 'image', summary, description: undefined };
}

/** Everything that is derived from one DICOM file. Throws where it is damaged or breaks a limit. */
const deriveDicom = (input: Input, emit: Emit, work: WorkLimit): Promise<Derivation> =>
  withSource(input, async (source) => {
    const file = readDicomFile(source);
    if (!file) return unsupported(undefined);
    const image = findImage(file, MAX_DICOM_PIXELS);
    if (file.isCut) throw new Error('the file is cut off');
    if (!image) return unsupported(describe(file.data));
    work.add(workOf(image));
    return deriveSlices(
      slicesOf(image, () => image),
      { skipped: 0 },
      emit,
    );
  });

/** Everything that is derived from the DICOM files of a ZIP. */
const deriveArchive = (input: Input, emit: Emit, work: WorkLimit): Promise<Derivation> =>
  withSource(input, async (source) => {
    const archive = await openArchive(source);
    const open = openedFiles();
    const slices: Slice[] = [];
    let skipped = archive.skipped;
    let document: DicomFile | undefined;
    for (const file of archive.files) {
      // To open it takes as long as to inflate it.
      if (file.location.isDeflated) work.add(file.size);
      const opened = openQuietly(file);
      if (opened?.image) work.add(workOf(opened.image));
      if (opened?.image) slices.push(...slicesOf(opened.image, () => open(file), file));
      else skipped += 1;
      document ??= opened?.file;
      if (slices.length > MAX_FRAMES) throw new LimitExceeded('too many frames');
    }
    if (slices.length === 0) return unsupported(document && describe(document.data));
    return deriveSlices(slices, { skipped }, emit);
  });

const unsupported = (description: DicomDescription | undefined): Derivation => ({
  state: 'unsupported',
  kind: 'document',
  summary: { ...(description?.modality && { modality: description.modality }) },
  description,
});

interface Slice extends SliceHeader, PackSlice {
  readonly isIncomplete: boolean;
  readonly patient: FilePatient;
}

/** The frames of one DICOM file. `reopen` opens it again, so that not all files are in memory at once. */
function slicesOf(image: DicomImage, reopen: () => DicomImage, file?: ArchiveFile): Slice[] {
  const { data } = image.file;
  const { width, height } = image.image;
  const { seriesUid, instanceNumber, patientName, birthDate } = describe(data);
  const channels: 1 | 3 = isGrey(image.image) ? 1 : 3;
  const { isIncomplete } = image.frames;
  const common = {
    series: seriesUid,
    width,
    height,
    instanceNumber,
    channels,
    isIncomplete,
    patient: { patientName, birthDate },
  };
  const count = Math.min(image.frames.count, MAX_FRAMES + 1);
  return Array.from({ length: count }, (_, frame) =>
    newSlice({ ...common, frame, plane: readPlane(data, frame) }, reopen, file),
  );
}

/** Outside slicesOf: its functions must not keep the image in memory. */
const newSlice = (
  header: SliceHeader & Pick<Slice, 'isIncomplete' | 'patient'>,
  open: () => DicomImage,
  file: ArchiveFile | undefined,
): Slice => ({
  ...header,
  open,
  // The checksum is that of the whole file.
  verify: () => header.frame === 0 && file?.verify(),
});

/** Opens files and keeps the last one: a multi-frame file is not inflated again for each of its frames. */
function openedFiles(): (file: ArchiveFile) => DicomImage {
  let last: { readonly file: ArchiveFile; readonly image: DicomImage } | undefined;
  return (file) => {
    if (last?.file === file) return last.image;
    // The memory of the previous file is free before the next one is inflated.
    last = undefined;
    const image = openImage(file);
    last = { file, image };
    return image;
  };
}

/** undefined where the bytes are no DICOM file. */
function openQuietly(
  file: ArchiveFile,
): { file: DicomFile; image: DicomImage | undefined } | undefined {
  try {
    const parsed = readDicomFile(file.open());
    return parsed && { file: parsed, image: findImage(parsed, MAX_DICOM_PIXELS) };
  } catch {
    return undefined;
  }
}

function openImage(file: ArchiveFile): DicomImage {
  const image = openDicomImage(file.open(), MAX_DICOM_PIXELS);
  if (!image) throw new Error('the picture has gone');
  return image;
}

/** Derives every picture of a file. The first one has to succeed; another one that is damaged is left out. */
async function deriveSlices(
  all: readonly Slice[],
  archive: { readonly skipped: number },
  emit: Emit,
): Promise<Derivation> {
  const groups = groupSeries(all);
  const made: Picture[] = [];
  let skipped = archive.skipped + groups.slice(MAX_PICTURES).flat().length;
  let isIncomplete = false;
  for (const group of groups.slice(0, MAX_PICTURES)) {
    const number = made.length;
    const emitPart: EmitPart = (name, bytes) => emit(nameInPicture(number, name), bytes);
    try {
      made.push(await derivePicture(group, groups.length > 1, emitPart));
    } catch (error) {
      if (number === 0 || error instanceof LimitExceeded) throw error;
      skipped += group.length;
      isIncomplete = true;
    }
  }
  const [first, ...others] = made;
  if (!first) throw new Error('there is no complete frame');
  const { kind, description } = first;
  const issues = [...(first.summary.issues ?? [])];
  if (isIncomplete && !issues.includes('incomplete')) issues.push('incomplete');
  if (all.some(({ patient }) => areDifferentPatients(description, patient)))
    issues.push('several-patients');
  const summary: ImagingSummary = {
    ...first.summary,
    ...(issues.length > 0 && { issues }),
    ...(skipped > 0 && { skipped }),
    ...(others.length > 0 && {
      others: others.map((picture) => ({ ...picture.summary, kind: picture.kind })),
    }),
  };
  return { state: 'ready', kind, description, summary };
}

interface Picture {
  readonly kind: ImagingKind;
  readonly description: DicomDescription;
  readonly summary: PictureSummary;
}

async function derivePicture(
  group: readonly Slice[],
  isOfSeveral: boolean,
  emit: EmitPart,
): Promise<Picture> {
  const arrangement = arrange(group);
  const { kind, slices, missing, geometry } = arrangement;
  const [first] = slices;
  if (!first) throw new Error('there is no complete frame');
  const image = first.open();
  const description = describe(image.file.data);
  const spacing = readSpacing(image.file.data, description.modality);
  const { metadata, small } = await emitPack(
    {
      kind,
      slices,
      missing,
      geometry,
      spacing: spacing.values,
      spacingKind: geometry ? 'calibrated' : spacing.kind,
    },
    emit,
  );
  const window = metadata.windows[0] ?? percentileWindow(metadata.percentiles);
  const preview = small
    ? await renderMiddlePlanes(small, { ...metadata, window })
    : await renderMiddleSlice(arrangement);
  const { data, info } = await preview.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const previews = await emitPreviews(
    () => sharp(data, { raw: { width, height, channels } }),
    { width, height },
    RADIOGRAPH_QUALITY,
    emit,
  );
  const series = isOfSeveral ? hashSeries(first) : undefined;
  const summary = summarize(arrangement, image, description, { previews, spacing, series });
  return { kind, description, summary };
}

/** Twelve letters that name a picture among those of its file. */
const hashSeries = ({ series, width, height, channels }: Slice): string =>
  createHash('sha256')
    .update([series, width, height, channels].join(' '))
    .digest('hex')
    .slice(0, 12);

const percentileWindow = ([low, high]: readonly [number, number]) => ({
  centre: (low + high) / 2,
  width: Math.max(high - low, Number.EPSILON),
});

/** A picture, or the middle frame of a stack. */
async function renderMiddleSlice({ slices }: Arrangement<Slice>) {
  const slice = slices[Math.floor(slices.length / 2)];
  if (!slice) throw new Error('there is no slice');
  const image = slice.open();
  const samples = await readFrame(image, slice.frame);
  const { width, height, channels, pixels } = renderSamples(image, slice.frame, samples);
  return sharp(pixels, { raw: { width, height, channels } });
}

function summarize(
  { slices, missing, issues, geometry }: Arrangement<Slice>,
  { image }: DicomImage,
  description: DicomDescription,
  made: {
    readonly previews: number[];
    readonly series: string | undefined;
    readonly spacing: ReturnType<typeof readSpacing>;
  },
): PictureSummary {
  const { modality, acquiredOn, device } = description;
  const all: SeriesIssue[] = [...issues];
  if (slices.some(({ isIncomplete }) => isIncomplete)) all.push('incomplete');
  const spacing = geometry?.spacing ?? made.spacing.values;
  return {
    width: image.width,
    height: image.height,
    frames: slices.length + missing.length,
    previews: made.previews,
    spacingKind: geometry ? 'calibrated' : made.spacing.kind,
    ...(modality && { modality }),
    ...(acquiredOn && { acquiredOn }),
    ...(device && { device }),
    ...(spacing && { spacing: [...spacing] }),
    ...(all.length > 0 && { issues: all }),
    ...(missing.length > 0 && { filled: missing.length }),
    ...(made.series !== undefined && { series: made.series }),
  };
}
