import { acceptedFileTypes, type FileLink } from '@deqiq/contract/files.ts';
import { useSyncExternalStore } from 'react';
import { departure } from '../../api/session/departure.ts';
import { createStore } from '../../lib/store.ts';

/** Addresses of previews that failed to load: only a request shows whether the server can render a DICOM file. */
const missing = createStore<ReadonlySet<string>>(new Set());

departure.onForget(() => missing.set(new Set()));

/** Records that a preview failed to load. */
export function notePreviewMissing(url: string): void {
  missing.set(new Set([...missing.get(), url]));
}

const hasPreview = ({ contentType, previewUrl }: FileLink): boolean =>
  contentType === acceptedFileTypes.dcm &&
  previewUrl !== undefined &&
  !missing.get().has(previewUrl);

/** Whether a file is DICOM with a preview, as far as is known. */
export function useHasPreview(): (file: FileLink) => boolean {
  useSyncExternalStore(missing.subscribe, missing.get);
  return hasPreview;
}

/** DICOM files as pictures; the browser shows their previews. */
export const toPreviewPictures = (files: readonly FileLink[]) =>
  files
    .filter(hasPreview)
    .map(({ name, previewUrl = '' }) => ({ name, src: previewUrl, preview: previewUrl }));
