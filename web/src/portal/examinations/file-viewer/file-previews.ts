import { type FileLink, hasPicturePreview } from '@deqiq/contract/imaging/files.ts';
import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';

/** The preview for lists: 320 pixels, or the only one; undefined where a file has none. */
export function findThumbnail({ imaging, previewUrl }: FileLink): string | undefined {
  const { url, previews = [] } = imaging;
  const name: DerivedName = 'preview-320';
  return url !== undefined && previews.includes(320) ? `${url}${name}` : previewUrl;
}

/** Whether a file opens in the viewer: a picture, or anything with a preview. */
export const isViewable = (file: FileLink, role: 'admin' | 'partner'): boolean =>
  hasPicturePreview(file.name, role) || file.previewUrl !== undefined;

/** Whether the viewer reads the pixels of a file, with window and scale, instead of showing a photo or a page. */
export const hasPixels = ({ name, imaging }: FileLink, role: 'admin' | 'partner'): boolean =>
  imaging.state === 'ready' && imaging.kind !== 'document' && !hasPicturePreview(name, role);

/** Whether the pictures of a file are still being made. */
export const isPending = ({ imaging, previewUrl }: FileLink): boolean =>
  imaging.state === 'pending' && previewUrl === undefined;
