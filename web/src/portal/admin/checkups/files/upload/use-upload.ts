import type { UploadedFile } from '@deqiq/contract/imaging/uploads.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import { useEffect, useRef, useState } from 'react';
import { describeError, isTemporaryFailure } from '../../../../../api/http/http-error.ts';
import type { DicomHeader } from '../../../../../api/imaging/uploads/dicom-header.ts';
import type { UploadProgress } from '../../../../../api/imaging/uploads/progress-meter.ts';
import {
  forgetFiles,
  isRefusedUpload,
  type Selection,
  selectFile,
  uploadFiles,
} from '../../../../../api/imaging/uploads/uploads.ts';
import { useUnloadWarning } from '../../../../../lib/history/unload-warning.ts';
import { confirm } from '../../../../../ui/overlay/confirm.tsx';
import { describeRefusal, findRefusedFiles, RefusedFiles } from './refused-files.ts';
import { useSelections } from './use-selections.ts';

export type Upload = ReturnType<typeof useUpload>;

/** The files of a dialog and their upload. `checkupId`: an existing checkup; `onHeader`: the first DICOM header. */
export function useUpload(checkupId?: string, onHeader?: (header: DicomHeader) => void) {
  const { replace, ...selected } = useSelections({ checkupId, onHeader });
  const { selections } = selected;
  const [progress, setProgress] = useState<UploadProgress>();
  const [isSaving, setIsSaving] = useState(false);
  const [refusals, setRefusals] = useState<ReadonlyMap<File, string>>(new Map());
  const running = useRef<AbortController>(undefined);
  const stopQuestion = useRef<Promise<boolean>>(undefined);
  const uploading = progress !== undefined;

  useEffect(() => () => running.current?.abort(), []);
  useUnloadWarning(uploading);

  /** Uploads the files and passes them to `take`. Throws the refusal; the selection stays; nothing is sent twice. */
  async function send<T>(take: (files: readonly UploadedFile[]) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    running.current = abort;
    setRefusals(new Map());
    try {
      const files = await uploadAll(abort.signal);
      // While the question "Stop the upload?" is open, nothing is created behind it.
      await stopQuestion.current;
      abort.signal.throwIfAborted();
      setIsSaving(true);
      const answer = await take(files);
      await forgetFiles(selections);
      replace([]);
      return answer;
    } catch (error) {
      const refused = findRefusedFiles(error, selections);
      setRefusals(new Map(refused.map((one) => [one.file, describeRefusal(one)])));
      if (isRefusedUpload(error)) await startAfresh(refused.map(({ file }) => file));
      throw error;
    } finally {
      running.current = undefined;
      setProgress(undefined);
      setIsSaving(false);
    }
  }

  /** Sends all files; offers to try again when the server keeps failing. */
  async function uploadAll(signal: AbortSignal): Promise<readonly UploadedFile[]> {
    const options = { checkupId, signal, onProgress: setProgress };
    for (;;) {
      try {
        const { uploaded, refused } = await uploadFiles(selections, options);
        if (refused.length > 0) throw new RefusedFiles(refused);
        return uploaded;
      } catch (error) {
        if (!isTemporaryFailure(error)) throw error;
        if (!(await confirm(failedQuestion(error)))) throw new DOMException('Later', 'AbortError');
      }
    }
  }

  /** Gives refused uploads a new id, or all where the server names none: saving again may then succeed. */
  async function startAfresh(refused: readonly File[]): Promise<void> {
    const isMeant = ({ file }: Selection) => refused.length === 0 || refused.includes(file);
    await forgetFiles(selections.filter(isMeant));
    const renewed = selections.map((one) => (isMeant(one) ? selectFile(one.file, checkupId) : one));
    replace(await Promise.all(renewed));
  }

  /** Whether the dialog may close: while files are being sent only after a question. */
  async function mayClose(): Promise<boolean> {
    const abort = running.current;
    if (!abort) return true;
    stopQuestion.current = confirm(askToStop());
    const stop = await stopQuestion.current;
    stopQuestion.current = undefined;
    if (stop) abort.abort();
    return stop;
  }

  return {
    ...selected,
    progress,
    /** Everything is sent, and the checkup takes it: too late to stop. */
    isSaving,
    /** Why the server has refused a file. */
    refusals,
    removeRefused: () => replace(selections.filter(({ file }) => !refusals.has(file))),
    send,
    mayClose,
  };
}

const failedQuestion = (error: unknown) => ({
  title: texts.error(),
  text: `${describeError(error, checkupMessages.createFailed())}\n${texts.sentIsKept()}`,
  confirm: texts.tryAgain(),
  cancel: texts.goOnLater(),
});

const askToStop = () => ({
  title: texts.stopQuestion(),
  text: texts.stopExplanation(),
  confirm: texts.stop(),
  cancel: texts.goOn(),
  danger: true,
});
