import { acceptedFileTypes, type FileLink } from '@deqiq/contract/files.ts';
import { useSyncExternalStore } from 'react';
import { departure } from '../../api/session/departure.ts';

/** Previews that turned out not to be there: only looking tells of a DICOM file whether it can be drawn. */
let missing: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

departure.onForget(() => {
  missing = new Set();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be called when a preview did not come. */
export function notePreviewMissing(url: string): void {
  missing = new Set([...missing, url]);
  for (const listener of listeners) listener();
}

const hasPreview = ({ contentType, previewUrl }: FileLink): boolean =>
  contentType === acceptedFileTypes.dcm && previewUrl !== undefined && !missing.has(previewUrl);

/** Tells of a file whether it is DICOM that the server draws, as far as is known. */
export function useHasPreview(): (file: FileLink) => boolean {
  useSyncExternalStore(subscribe, () => missing);
  return hasPreview;
}

/** The same files as pictures; what a browser cannot show itself is seen as its preview. */
export const toPreviewPictures = (files: readonly FileLink[]) =>
  files
    .filter(hasPreview)
    .map(({ name, previewUrl = '' }) => ({ name, src: previewUrl, preview: previewUrl }));
