import { type FileLink, isPreviewed } from '@deqiq/contract/files.ts';
import type { ViewerPicture } from './viewer.tsx';

/** The files a screen of this role shows as pictures, and the index of the one with this name. */
export function picturesOf(
  files: readonly FileLink[],
  name: string,
  role: 'admin' | 'partner',
): { pictures: ViewerPicture[]; at: number } {
  const pictures = files
    .filter((file) => isPreviewed(file.name, role))
    .map((file) => ({ name: file.name, src: file.url, preview: file.previewUrl }));
  const at = pictures.findIndex((picture) => picture.name === name);
  return { pictures, at: Math.max(0, at) };
}
