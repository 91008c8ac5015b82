import {
  type ImagingSummary,
  MAX_PICTURES,
  nameInPicture,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import { areDifferentPatients } from '@deqiq/contract/shared/patient/same-person.ts';
import type {
  ArchiveVerdict,
  Derivation,
  DerivedType,
  DicomDescription,
} from '../../derivation.ts';
import { MAX_DICOM_PIXELS, MAX_FRAMES } from '../../limits.ts';
import { describe } from '../dicom/description.ts';
import { type DicomFile, readDicomFile } from '../dicom/header.ts';
import { findImage } from '../dicom/render.ts';
import { type Input, withSource } from '../input.ts';
import { LimitExceeded, TooMuchWork, type WorkLimit, workLimit } from '../limit-exceeded.ts';
import { openArchive } from './archive.ts';
import { RejectedArchive } from './archive-bytes.ts';
import type { Emit, EmitPart } from './emit.ts';
import { derivePhoto } from './photo.ts';
import { derivePicture, type Picture } from './picture.ts';
import { groupSeries } from './series.ts';
import { cacheLastFile, measureWork, openQuietly, readSlices, type Slice } from './slices.ts';

/** Loads the encoder of meshes on its first use. */
const loadSurface = () => import('../surface/derive-surface.ts');

/** Emits all derivatives of a file; null above `maxWork` bytes of samples. Throws if damaged or above a limit. */
export async function derive(
  type: DerivedType,
  input: Input,
  emit: Emit,
  maxWork = Infinity,
): Promise<Derivation | null> {
  try {
    if (type === 'photo') return await derivePhoto(input, emit);
    if (type === 'surface') return await (await loadSurface()).deriveSurface(input, emit);
    const assertWork = workLimit(maxWork);
    return await (type === 'dicom' ? deriveDicom : deriveArchive)(input, emit, assertWork);
  } catch (error) {
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}

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

/** Everything that is derived from one DICOM file. Throws where it is damaged or breaks a limit. */
const deriveDicom = (input: Input, emit: Emit, work: WorkLimit): Promise<Derivation> =>
  withSource(input, async (source) => {
    const file = readDicomFile(source);
    if (!file) return createUnsupported(undefined);
    const image = findImage(file, MAX_DICOM_PIXELS);
    if (file.isCut) throw new Error('the file is cut off');
    if (!image) return createUnsupported(describe(file.data));
    work.add(measureWork(image));
    return deriveSlices(
      readSlices(image, () => image),
      { skipped: 0 },
      emit,
    );
  });

/** Everything that is derived from the DICOM files of a ZIP. */
const deriveArchive = (input: Input, emit: Emit, work: WorkLimit): Promise<Derivation> =>
  withSource(input, async (source) => {
    const archive = await openArchive(source);
    const open = cacheLastFile();
    const slices: Slice[] = [];
    let skipped = archive.skipped;
    let document: DicomFile | undefined;
    for (const file of archive.files) {
      // To open it takes as long as to inflate it.
      if (file.location.isDeflated) work.add(file.size);
      const opened = openQuietly(file);
      if (opened?.image) work.add(measureWork(opened.image));
      if (opened?.image) slices.push(...readSlices(opened.image, () => open(file), file));
      else skipped += 1;
      document ??= opened?.file;
      if (slices.length > MAX_FRAMES) throw new LimitExceeded('too many frames');
    }
    if (slices.length === 0) return createUnsupported(document && describe(document.data));
    return deriveSlices(slices, { skipped }, emit);
  });

const createUnsupported = (description: DicomDescription | undefined): Derivation => ({
  state: 'unsupported',
  kind: 'document',
  summary: { ...(description?.modality && { modality: description.modality }) },
  description,
});

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
