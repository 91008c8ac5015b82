import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import { useHasPreview } from '../../../file-viewer/dicom-previews.ts';

/** Returns a function that tests whether a file opens in the lightbox: a picture, or DICOM with a preview. */
export function useIsViewable(): (file: FileLink) => boolean {
  const hasPreview = useHasPreview();
  return (file) => hasPicturePreview(file.name, 'admin') || hasPreview(file);
}
