import { type FileLink, isPreviewed } from '@deqiq/contract/files.ts';
import type { ViewerPicture } from '../../xrays/viewer.tsx';

/** The pictures among these files, and which of them is looked at first. */
export function picturesOf(
  files: readonly FileLink[],
  name: string,
): { pictures: ViewerPicture[]; at: number } {
  const pictures = files
    .filter((file) => isPreviewed(file.name, 'admin'))
    .map((file) => ({ name: file.name, src: file.url, preview: file.previewUrl }));
  return {
    pictures,
    at: Math.max(
      0,
      pictures.findIndex((picture) => picture.name === name),
    ),
  };
}
