import { MAX_FILES_PER_CALL } from '@deqiq/contract/limits.ts';
import type { UploadedFile } from '@deqiq/contract/uploads.ts';
import { useEffect, useRef, useState } from 'react';
import { HttpError, messageOf } from '../../../../api/http/http-error.ts';
import {
  forgetFiles,
  isRefusedUpload,
  refusalOf,
  type Selection,
  selectFile,
  type UploadProgress,
  uploadFiles,
} from '../../../../api/uploads/uploads.ts';
import { confirm, showError } from '../../../../ui/overlay/confirm.tsx';

export type Upload = ReturnType<typeof useUpload>;

/**
 * The files chosen in one dialog and their way to the server. `checkupId` is set where they are added to
 * a checkup that is there already.
 */
export function useUpload(checkupId?: string) {
  const [selections, setSelections] = useState<readonly Selection[]>([]);
  const [progress, setProgress] = useState<UploadProgress>();
  const [refusal, setRefusal] = useState<Refusal>();
  const running = useRef<AbortController>(undefined);
  const uploading = progress !== undefined;

  useEffect(() => () => running.current?.abort(), []);
  useWarning(uploading);

  async function add(files: readonly File[]): Promise<void> {
    const refusals: string[] = [];
    const chosen: Selection[] = [];
    for (const file of files) {
      const refusal = refusalOf(file);
      const selection = refusal
        ? undefined
        : await selectFile(file, checkupId).catch(() => undefined);
      if (selection) chosen.push(selection);
      else refusals.push(`${file.name}: ${refusal ?? 'The file cannot be read'}`);
    }
    const all = [...new Map([...selections, ...chosen].map((one) => [one.key, one])).values()];
    if (all.length > MAX_FILES_PER_CALL)
      refusals.push(`You can choose at most ${MAX_FILES_PER_CALL} files at a time`);
    setSelections(all.slice(0, MAX_FILES_PER_CALL));
    if (refusals.length > 0) await showError(refusals.join('\n'));
  }

  /**
   * Uploads what was chosen and hands it to `take`, the call that makes or changes the checkup. What the
   * server will never take is given a fresh start, so that saving again may succeed.
   */
  async function send<T>(take: (files: UploadedFile[]) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    running.current = abort;
    setRefusal(undefined);
    let refused: File | undefined;
    try {
      const options = {
        checkupId,
        signal: abort.signal,
        onProgress: setProgress,
        onRefused: (file: File) => {
          refused = file;
        },
      };
      const files = await uploadFiles(selections, options);
      const answer = await take(files);
      await forgetFiles(selections);
      setSelections([]);
      return answer;
    } catch (error) {
      setRefusal(refusalIn(error, selections, refused));
      if (isRefusedUpload(error)) {
        await forgetFiles(selections);
        setSelections(await Promise.all(selections.map(({ file }) => selectFile(file, checkupId))));
      }
      throw error;
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  }

  /** Whether the dialog may close: while files are on their way only after a question. */
  async function mayClose(): Promise<boolean> {
    const abort = running.current;
    if (!abort) return true;
    const stop = await confirm(stopQuestion);
    if (stop) abort.abort();
    return stop;
  }

  return {
    selections,
    progress,
    /** Which of the files the server has refused, and why. */
    refusal,
    add,
    remove: (fileId: string) =>
      setSelections((now) => now.filter((selection) => selection.fileId !== fileId)),
    send,
    mayClose,
  };
}

type Refusal = { file: File; message: string };

/** A refused call names the place of the file in its list; a refused chunk was one of this file. */
function refusalIn(
  error: unknown,
  selections: readonly Selection[],
  sending: File | undefined,
): Refusal | undefined {
  const fields = error instanceof HttpError ? error.fields : [];
  for (const { path, message } of fields) {
    const place = /^(?:xrayFiles|files)\.(\d+)/.exec(path)?.[1];
    const named = place === undefined ? undefined : selections[Number(place)];
    if (named) return { file: named.file, message };
  }
  return sending && { file: sending, message: messageOf(error, 'The file was refused') };
}

const stopQuestion = {
  title: 'Stop the upload?',
  text: 'Files are still on their way. Choose the same files again, and the upload goes on where it stopped.',
  confirm: 'Stop',
  cancel: 'Go on uploading',
  danger: true,
};

/** Closing the tab warns while files are on their way. */
function useWarning(uploading: boolean): void {
  useEffect(() => {
    if (!uploading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [uploading]);
}
