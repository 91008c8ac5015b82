import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import type { DerivedName } from '@deqiq/contract/shared/derivatives.ts';

/** The longer side of thumbnails, in pixels. */
const THUMBNAIL = 320;

/** The smallest preview of a file; undefined where it has none. */
export const findThumbnail = (file: FileLink): string | undefined =>
  findPreview(file, THUMBNAIL) ?? file.previewUrl;

function findPreview(
  { imaging: { url, previews = [] } }: FileLink,
  size: typeof THUMBNAIL,
): string | undefined {
  const name: DerivedName = `preview-${size}`;
  return url !== undefined && previews.includes(size) ? `${url}${name}` : undefined;
}

/** Whether a file opens in the lightbox: a picture, or anything with a preview. */
export const isViewable = (file: FileLink, role: 'admin' | 'partner'): boolean =>
  hasPicturePreview(file.name, role) || file.previewUrl !== undefined;

/** Whether the pictures of a file are still being made. */
export const isPending = ({ imaging, previewUrl }: FileLink): boolean =>
  imaging.state === 'pending' && previewUrl === undefined;
