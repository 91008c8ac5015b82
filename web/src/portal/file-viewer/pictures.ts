import type { Checkup } from '@deqiq/contract/checkups.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import { findLargePreview } from './file-previews.ts';
import type { ViewerPicture } from './file-viewer.tsx';

/** Screens on which a preview of 1,280 pixels is too small. */
const WIDE_SCREEN = '(min-width: 80rem)';

/** Whose pictures they are, and of what examination; '' where neither is known, as of a partner's shipment. */
export function subjectOf({ firstName, lastName, name }: Checkup): string {
  return [`${firstName} ${lastName}`.trim(), name].filter(Boolean).join(' · ');
}

/**
 * The files that a role sees as pictures, and the index of the named one. Pictures and previews of DICOM are
 * separate groups: both are often of the same exposure.
 */
export function picturesOf(
  files: readonly FileLink[],
  name: string,
  role: 'admin' | 'partner',
): { pictures: ViewerPicture[]; at: number } {
  const isPicture = (file: { readonly name: string }) => hasPicturePreview(file.name, role);
  const pictures = isPicture({ name })
    ? files
        .filter(isPicture)
        .map((file) => ({ name: file.name, src: file.url, preview: file.previewUrl }))
    : files.filter((file) => !isPicture(file)).flatMap(toPreviewPicture);
  const at = pictures.findIndex((picture) => picture.name === name);
  return { pictures, at: Math.max(0, at) };
}

/** A file that a browser cannot show: its preview, and a larger one on a wide screen. */
function toPreviewPicture(file: FileLink): ViewerPicture[] {
  const { name, previewUrl } = file;
  if (previewUrl === undefined) return [];
  const large = matchMedia(WIDE_SCREEN).matches ? findLargePreview(file) : undefined;
  return [{ name, src: large ?? previewUrl, preview: previewUrl }];
}
