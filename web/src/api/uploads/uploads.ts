import { isAcceptedFileName } from '@deqiq/contract/files.ts';
import { MAX_FILE_SIZE } from '@deqiq/contract/limits.ts';
import { type UploadedFile, uploadMessages } from '@deqiq/contract/uploads.ts';
import { HttpError } from '../http/http-error.ts';
import { forgetUploads, uploadId, uploadKey } from './memory.ts';
import { chunkCount, type SendOptions, sendFile } from './send-file.ts';

/** One chosen file and the upload it belongs to. */
export type Selection = {
  readonly key: string;
  readonly fileId: string;
  readonly file: File;
};

export type UploadProgress = {
  /** 0 to 100 over the bytes of all files; 100 only when everything has arrived. */
  percent: number;
  /** The same for each file, by its id. */
  files: ReadonlyMap<string, number>;
  /** The line is broken; the upload goes on by itself. */
  waiting: boolean;
};

export type UploadOptions = {
  /** Set in the edit flow: the checkup that will take the files over. */
  checkupId?: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** The server will never take this file; what it said is thrown right after. */
  onRefused?: (file: File) => void;
};

/** Why this file cannot be uploaded, in a sentence; undefined when it can. */
export function refusalOf(file: File): string | undefined {
  if (!isAcceptedFileName(file.name)) return uploadMessages.typeNotAccepted;
  if (file.size === 0) return 'The file is empty';
  if (file.size > MAX_FILE_SIZE) return uploadMessages.fileTooLarge;
  return undefined;
}

/**
 * Ties a chosen file to its upload: the one begun earlier with this very file for this checkup, or a
 * new one. Rejects when the file cannot be read.
 */
export async function selectFile(file: File, checkupId?: string): Promise<Selection> {
  const key = await uploadKey(file, checkupId);
  return { key, fileId: await uploadId(key), file };
}

/**
 * Sends the files chunk by chunk, one after the other, leaving out what an earlier attempt has brought.
 * Waits out a broken line; rejects with the signal's reason when aborted, and with what the server refused.
 */
export async function uploadFiles(
  selections: readonly Selection[],
  options: UploadOptions,
): Promise<UploadedFile[]> {
  const meter = progressMeter(selections, options.onProgress);
  for (const selection of selections) {
    const send: SendOptions = {
      checkupId: options.checkupId,
      signal: options.signal,
      onBytes: (bytes) => meter.bytes(selection.fileId, bytes),
      onWaiting: meter.waiting,
    };
    try {
      await sendFile(selection.file, selection.fileId, send);
    } catch (error) {
      if (isRefusedUpload(error)) {
        await forgetFiles([selection]);
        options.onRefused?.(selection.file);
      }
      throw error;
    }
  }
  return selections.map(({ fileId, file }) => ({
    fileId,
    fileName: file.name,
    totalChunks: chunkCount(file),
  }));
}

/** After a checkup has taken the files over, or refused them: choosing one again starts afresh. */
export function forgetFiles(selections: readonly Selection[]): Promise<void> {
  return forgetUploads(selections.map(({ key }) => key));
}

/** Whether the server will never take this upload: going on with its id would only fail again. */
export function isRefusedUpload(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status === undefined) return false;
  if (error.status === 400)
    return error.fields.some(({ path }) => /^(xrayFiles|files|file|chunk)/.test(path));
  return [404, 409, 410, 413, 415].includes(error.status);
}

function progressMeter(
  selections: readonly Selection[],
  onProgress: (progress: UploadProgress) => void,
) {
  const sent = new Map(selections.map(({ fileId }) => [fileId, 0]));
  const total = selections.reduce((sum, { file }) => sum + file.size, 0);
  let waiting = false;
  const report = () => {
    const bytes = Array.from(sent.values()).reduce((sum, part) => sum + part, 0);
    const files = new Map(
      selections.map(({ fileId, file }) => [fileId, percentOf(sent.get(fileId) ?? 0, file.size)]),
    );
    onProgress({ percent: percentOf(bytes, total), files, waiting });
  };
  report();
  return {
    bytes: (fileId: string, bytes: number) => {
      sent.set(fileId, bytes);
      report();
    },
    waiting: (now: boolean) => {
      if (now === waiting) return;
      waiting = now;
      report();
    },
  };
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 100);
}
