import type { FilePatient } from '@deqiq/contract/shared/patient/same-person.ts';
import { MAX_DICOM_PIXELS, MAX_FRAMES } from '../../limits.ts';
import { isGrey } from '../dicom/attributes.ts';
import { describe } from '../dicom/description.ts';
import { readPlane } from '../dicom/frame-attributes.ts';
import { type DicomFile, readDicomFile } from '../dicom/header.ts';
import { type DicomImage, findImage, openDicomImage } from '../dicom/render.ts';
import type { ArchiveFile } from './archive.ts';
import type { PackSlice } from './pack/pack.ts';
import type { SliceHeader } from './series.ts';

export interface Slice extends SliceHeader, PackSlice {
  readonly isIncomplete: boolean;
  readonly patient: FilePatient;
}

/** The frames of one DICOM file. `reopen` opens it again, so that not all files are in memory at once. */
export function readSlices(
  image: DicomImage,
  reopen: () => DicomImage,
  file?: ArchiveFile,
): Slice[] {
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

/** Outside readSlices: its functions must not keep the image in memory. */
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
export function cacheLastFile(): (file: ArchiveFile) => DicomImage {
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
export function openQuietly(
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

/** Bytes of the samples of all frames. */
export const measureWork = ({ image, frames }: DicomImage): number =>
  (frames.count * image.width * image.height * image.samples * image.allocated) / 8;
