import { isAcceptedFileName } from '@deqiq/contract/imaging/files.ts';
import type { UploadedFile } from '@deqiq/contract/imaging/uploads.ts';
import { MAX_FILE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import * as texts from '@deqiq/messages/portal/uploads.js';
import { compareNaturally } from '../../../lib/files/natural-order.ts';
import { HttpError } from '../../http/http-error.ts';
import { matchesItsName } from './content-check.ts';
import { forgetUploads, uploadId, uploadKey } from './memory.ts';
import { progressMeter, type UploadProgress } from './progress-meter.ts';
import { chunkCount, sendFile } from './send-file.ts';

export type Selection = {
  readonly key: string;
  readonly fileId: string;
  readonly file: File;
};

/** A file the server will never accept, and its error. */
export type RefusedFile = { readonly file: File; readonly error: HttpError };

export type UploadOptions = {
  /** Set in the edit flow: the checkup the files will be added to. */
  checkupId?: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
};

export type UploadResult = {
  readonly uploaded: readonly UploadedFile[];
  readonly refused: readonly RefusedFile[];
};

/** Why this file cannot be uploaded, in a sentence; undefined when it can. Reads the first bytes of the file. */
export async function findRefusal(file: File): Promise<string | undefined> {
  if (!isAcceptedFileName(file.name)) return uploadMessages.typeNotAccepted();
  if (file.size === 0) return texts.empty();
  if (file.size > MAX_FILE_SIZE) return uploadMessages.fileTooLarge();
  try {
    return (await matchesItsName(file)) ? undefined : uploadMessages.bytesDisagree();
  } catch {
    return texts.unreadable();
  }
}

/** Finds the unfinished upload of the same file for this checkup, or creates one. Rejects if it cannot be read. */
export async function selectFile(file: File, checkupId?: string): Promise<Selection> {
  const key = await uploadKey(file, checkupId);
  return { key, fileId: await uploadId(key), file };
}

/** Slices in the order of their numbers: I1, I2, I10. */
export function inNaturalOrder(selections: readonly Selection[]): Selection[] {
  return selections.toSorted((one, other) => compareNaturally(one.file, other.file));
}

/**
 * Sends the files chunk by chunk, one after the other, leaving out what an earlier attempt has sent. A file
 * the server refuses does not stop the others. Waits while there is no connection; rejects with the signal's
 * reason when aborted, and with any other failure of the server.
 */
export async function uploadFiles(
  selections: readonly Selection[],
  { checkupId, signal, onProgress }: UploadOptions,
): Promise<UploadResult> {
  const meter = progressMeter(selections, onProgress);
  const uploaded: UploadedFile[] = [];
  const refused: RefusedFile[] = [];
  for (const selection of selections) {
    const { file, fileId } = selection;
    meter.begin(fileId);
    try {
      await sendFile(file, fileId, {
        checkupId,
        signal,
        onResumed: (bytes) => meter.resume(fileId, bytes),
        onBytes: (bytes) => meter.add(fileId, bytes),
        onSending: (bytes) => meter.estimate(fileId, bytes),
        onOutage: meter.outage,
      });
      uploaded.push({ fileId, fileName: file.name, totalChunks: chunkCount(file) });
    } catch (error) {
      if (!isRefusedUpload(error)) throw error;
      await forgetFiles([selection]);
      refused.push({ file, error });
    }
  }
  return { uploaded, refused };
}

/** After a checkup has taken the files over, or refused them: choosing one again starts afresh. */
export function forgetFiles(selections: readonly Selection[]): Promise<void> {
  return forgetUploads(selections.map(({ key }) => key));
}

/** Whether the server will never take this upload: going on with its id would only fail again. */
export function isRefusedUpload(error: unknown): error is HttpError {
  if (!(error instanceof HttpError) || error.status === undefined) return false;
  if (error.status === 400)
    return error.fields.some(({ path }) => /^(xrayFiles|files|file|chunk|totalChunks)/.test(path));
  return [404, 409, 410, 413, 415].includes(error.status);
}
