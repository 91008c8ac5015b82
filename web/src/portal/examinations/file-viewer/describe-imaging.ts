import type { Imaging } from '@deqiq/contract/imaging/imaging.ts';
import type { PictureSummary, SeriesIssue } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as texts from '@deqiq/messages/portal/imaging.js';
import { formatDay, numberTag } from '../../../lib/format.ts';

/** Common names of the modalities of DICOM (PS3.3, C.7.3.1.1.1). */
const modalities: Readonly<Record<string, () => string>> = {
  PX: texts.panoramic,
  IO: texts.intraoral,
  CT: texts.ct,
  DX: texts.xray,
  CR: texts.xray,
  MR: texts.mri,
  US: texts.ultrasound,
};

/** A file's picture, or one of its others. */
export type DescribedPicture = PictureSummary & Pick<Imaging, 'kind'>;

/** "KLKT · 400 × 400 × 400 · 0,2 mm · 20.11.2026"; '' where nothing is known. */
export function describeImaging(imaging: DescribedPicture & Pick<Imaging, 'others'>): string {
  const { others = [] } = imaging;
  return [
    others.length > 0 && texts.pictures({ count: others.length + 1 }),
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
  if (kind === 'volume')
    return [
      ...(filled > 0 ? [texts.filled({ count: filled })] : []),
      ...(issues.includes('gantry-tilt') ? [texts.straightened()] : []),
    ];
  if (kind !== 'stack') return [];
  const reason = issues.map((issue) => noVolume[issue]).find((text) => text !== undefined);
  return reason ? [reason()] : [];
}

/** Issues for which slices are no volume. */
const noVolume: Readonly<Partial<Record<SeriesIssue, () => string>>> = {
  'uneven-gaps': texts.noVolumeUnevenGaps,
  'missing-slices': texts.noVolumeMissingSlices,
  'mixed-orientations': texts.noVolumeMixedOrientations,
  'gantry-tilt': texts.noVolumeGantryTilt,
  'no-positions': texts.noVolumeNoPositions,
};

/**
 * Cone-beam machines reconstruct cubic voxels; a medical CT has slices that are thicker than its pixels. DICOM has the
 * same modality for both.
 */
export function findModalityName({ modality = '', kind, spacing = [] }: DescribedPicture): string {
  if (kind === 'surface') return texts.surface();
  if (modality === 'CT' && kind === 'volume' && isCubic(spacing)) return texts.cbct();
  return Object.hasOwn(modalities, modality) ? (modalities[modality]?.() ?? '') : modality;
}

function formatDimensions({ width, height, frames = 1 }: DescribedPicture): string {
  if (!width || !height) return '';
  return [width, height, ...(frames > 1 ? [frames] : [])].join(' × ');
}

/** Millimetres; '' for those on the detector of a projection, where the patient is magnified. */
function formatSpacing({ spacing = [], spacingKind }: DescribedPicture): string {
  if (spacing.length === 0 || spacingKind === 'detector') return '';
  const sizes = spacing.map((size) =>
    size.toLocaleString(numberTag(), { maximumFractionDigits: 3 }),
  );
  return texts.millimetres({ size: isCubic(spacing) ? (sizes[0] ?? '') : sizes.join(' × ') });
}

/** Whether all sides are equal within what a file rounds. */
const isCubic = (spacing: readonly number[]): boolean =>
  spacing.every((size) => Math.abs(size - (spacing[0] ?? 0)) < 1e-3);
