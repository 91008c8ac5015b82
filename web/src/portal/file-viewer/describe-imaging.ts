import type { Imaging } from '@deqiq/contract/imaging.ts';
import { formatDay } from '../../lib/format.ts';

/** What people call the modalities of DICOM (PS3.3, C.7.3.1.1.1). */
const modalities: Readonly<Record<string, string>> = {
  PX: 'Panoramik',
  IO: 'İntraoral',
  CT: 'KT',
  DX: 'Rentgen',
  CR: 'Rentgen',
  MR: 'MRT',
  US: 'USM',
};

/** "KLKT · 400 × 400 × 400 · 0,2 mm · 20.11.2026"; '' where nothing is known. */
export function describeImaging(imaging: Imaging): string {
  return [
    findModalityName(imaging),
    formatDimensions(imaging),
    formatSpacing(imaging),
    imaging.acquiredOn && formatDay(imaging.acquiredOn),
  ]
    .filter(Boolean)
    .join(' · ');
}

function findModalityName({ modality = '', kind }: Imaging): string {
  if (modality === 'CT' && kind === 'volume') return 'KLKT';
  return Object.hasOwn(modalities, modality) ? (modalities[modality] ?? '') : modality;
}

function formatDimensions({ width, height, frames = 1 }: Imaging): string {
  if (!width || !height) return '';
  return [width, height, ...(frames > 1 ? [frames] : [])].join(' × ');
}

/** Millimetres; '' for those on the detector of a projection, where the patient is magnified. */
function formatSpacing({ spacing = [], spacingKind }: Imaging): string {
  if (spacing.length === 0 || spacingKind === 'detector') return '';
  const sizes = spacing.map((size) => size.toLocaleString('de-DE', { maximumFractionDigits: 3 }));
  const isCubic = sizes.every((size) => size === sizes[0]);
  return `${isCubic ? sizes[0] : sizes.join(' × ')} mm`;
}
