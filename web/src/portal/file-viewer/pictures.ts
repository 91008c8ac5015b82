import type { Checkup } from '@deqiq/contract/checkups.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import { toPreviewPictures } from './dicom-previews.ts';
import type { ViewerPicture } from './file-viewer.tsx';

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
  const pictures: ViewerPicture[] = hasPicturePreview(name, role)
    ? files
        .filter((file) => hasPicturePreview(file.name, role))
        .map((file) => ({ name: file.name, src: file.url, preview: file.previewUrl }))
    : toPreviewPictures(files);
  const at = pictures.findIndex((picture) => picture.name === name);
  return { pictures, at: Math.max(0, at) };
}
