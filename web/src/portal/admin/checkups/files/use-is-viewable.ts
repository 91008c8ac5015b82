import { type FileLink, hasPicturePreview } from '@deqiq/contract/files.ts';
import { useHasPreview } from '../../../file-viewer/dicom-previews.ts';

/** Tells of a file whether staff look at it over the page: a picture, or DICOM that the server draws. */
export function useViewed(): (file: FileLink) => boolean {
  const hasPreview = useHasPreview();
  return (file) => hasPicturePreview(file.name, 'admin') || hasPreview(file);
}
