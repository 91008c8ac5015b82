import { type Imaging, imagingMessages } from '@deqiq/contract/imaging/imaging.ts';
import type { PictureSummary, SeriesIssue } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { formatDay } from '../../lib/format.ts';

/** Common names of the modalities of DICOM (PS3.3, C.7.3.1.1.1). */
const modalities: Readonly<Record<string, string>> = {
  PX: 'Panoramik',
  IO: 'İntraoral',
  CT: 'KT',
  DX: 'Rentgen',
  CR: 'Rentgen',
  MR: 'MRT',
  US: 'USM',
};

/** A file's picture, or one of its others. */
export type DescribedPicture = PictureSummary & Pick<Imaging, 'kind'>;

/** "KLKT · 400 × 400 × 400 · 0,2 mm · 20.11.2026"; '' where nothing is known. */
export function describeImaging(imaging: DescribedPicture & Pick<Imaging, 'others'>): string {
  const { others = [] } = imaging;
  return [
    others.length > 0 && `${others.length + 1} ${imagingMessages.pictures}`,
    findModalityName(imaging),
    formatDimensions(imaging),
    formatSpacing(imaging),
    imaging.acquiredOn && formatDay(imaging.acquiredOn),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Why a picture is not what the device took: filled gaps, a straightened volume, or slices that are no volume. */
export function findPictureNotes({ kind, issues = [], filled = 0 }: DescribedPicture): string[] {
  const { admin, filled: isFilled, straightened, noVolume } = imagingMessages;
  if (kind === 'volume')
    return [
      ...(filled > 0 ? [`${filled} ${isFilled}`] : []),
      ...(issues.includes('gantry-tilt') ? [straightened] : []),
    ];
  const reason = kind === 'stack' && issues.find((issue) => REASONS.includes(issue));
  return reason ? [`${noVolume} ${lowerFirst(admin.issues[reason])}`] : [];
}

/** Issues for which slices are no volume. */
const REASONS: readonly SeriesIssue[] = [
  'uneven-gaps',
  'missing-slices',
  'mixed-orientations',
  'gantry-tilt',
  'no-positions',
];

const lowerFirst = (text: string) => text.charAt(0).toLocaleLowerCase('az') + text.slice(1);

/**
 * Cone-beam machines reconstruct cubic voxels; a medical CT has slices that are thicker than its pixels. DICOM has the
 * same modality for both.
 */
export function findModalityName({ modality = '', kind, spacing = [] }: DescribedPicture): string {
  if (modality === 'CT' && kind === 'volume' && isCubic(spacing)) return 'KLKT';
  return Object.hasOwn(modalities, modality) ? (modalities[modality] ?? '') : modality;
}

function formatDimensions({ width, height, frames = 1 }: DescribedPicture): string {
  if (!width || !height) return '';
  return [width, height, ...(frames > 1 ? [frames] : [])].join(' × ');
}

/** Millimetres; '' for those on the detector of a projection, where the patient is magnified. */
function formatSpacing({ spacing = [], spacingKind }: DescribedPicture): string {
  if (spacing.length === 0 || spacingKind === 'detector') return '';
  const sizes = spacing.map((size) => size.toLocaleString('de-DE', { maximumFractionDigits: 3 }));
  return `${isCubic(spacing) ? sizes[0] : sizes.join(' × ')} mm`;
}

/** Whether all sides are equal within what a file rounds. */
const isCubic = (spacing: readonly number[]): boolean =>
  spacing.every((size) => Math.abs(size - (spacing[0] ?? 0)) < 1e-3);
