import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import { type RefObject, useState } from 'react';
import {
  type FolderProgress,
  RefusedFolder,
} from '../../../../../api/imaging/uploads/dicom-folder.ts';
import { isAbortError } from '../../../../../lib/abort-error.ts';
import { showError } from '../../../../../ui/overlay/confirm.tsx';

/** Makes one file of many, until `closing` is aborted. */
export function usePacking(closing: RefObject<AbortController>) {
  const [packing, setPacking] = useState<FolderProgress>();

  /** Undefined where it was refused, or the dialog has been closed since. */
  async function pack(
    name: string,
    work: (report: (progress: FolderProgress) => void) => Promise<File>,
  ): Promise<File | undefined> {
    const { signal } = closing.current;
    try {
      return await work((progress) => {
        signal.throwIfAborted();
        setPacking(progress);
      });
    } catch (error) {
      if (isAbortError(error)) return undefined;
      const reason = error instanceof RefusedFolder ? error.message : texts.folderFailed();
      void showError(`${name}: ${reason}`);
      return undefined;
    } finally {
      setPacking(undefined);
    }
  }

  return { packing, pack };
}
