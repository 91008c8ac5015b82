import { CHUNK_SIZE } from '@deqiq/contract/limits.ts';
import type { ChunkReceived, UploadState } from '@deqiq/contract/uploads.ts';
import { http } from '../http/http.ts';
import { HttpError } from '../http/http-error.ts';
import { beforeRetry } from '../http/reconnect.ts';

export type SendOptions = {
  checkupId?: string | undefined;
  signal: AbortSignal;
  /** Bytes of this file that have arrived, earlier attempts included. */
  onBytes: (bytes: number) => void;
  onWaiting: (waiting: boolean) => void;
};

const UPLOADS = '/api/admin/checkups/uploads';
const UPLOAD_CHUNK = '/api/admin/checkups/upload-chunk';

/** Milliseconds one chunk may take: two megabytes over a very slow line. */
const CHUNK_TIMEOUT = 180_000;

/** Repetitions of one chunk while the server answers that it cannot just now. */
const SERVER_TRIES = 6;

export function chunkCount(file: File): number {
  return Math.max(1, Math.ceil(file.size / CHUNK_SIZE));
}

/** Sends what is missing of one file, chunk by chunk in order. */
export async function sendFile(file: File, fileId: string, options: SendOptions): Promise<void> {
  const present = await persist(() => presentChunks(file, fileId, options.signal), options);
  let bytes = 0;
  for (const number of present) bytes += chunkLength(file, number);
  options.onBytes(bytes);
  for (let number = 0; number < chunkCount(file); number += 1) {
    if (present.has(number)) continue;
    const chunk = await readChunk(file, number);
    await persist(() => sendChunk(file, fileId, number, chunk, options), options);
    bytes += chunk.size;
    options.onBytes(bytes);
  }
}

/** The chunks an earlier attempt has brought; none when they do not add up to this file. */
async function presentChunks(
  file: File,
  fileId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const state = await http
    .get<UploadState>(`${UPLOADS}/${encodeURIComponent(fileId)}`, { signal })
    .catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 404) return undefined;
      throw error;
    });
  const chunks = new Set(state?.chunks);
  let size = 0;
  for (const number of chunks) size += chunkLength(file, number);
  return size === state?.size ? chunks : new Set();
}

/** Bytes of this chunk; 0 for one the file does not have. */
function chunkLength(file: File, number: number): number {
  return Math.max(0, Math.min(CHUNK_SIZE, file.size - number * CHUNK_SIZE));
}

/** Read before it is sent, so that a file that was moved or changed is told from a broken line. */
async function readChunk(file: File, number: number): Promise<Blob> {
  const start = number * CHUNK_SIZE;
  const bytes = await file.slice(start, start + CHUNK_SIZE).arrayBuffer();
  return new Blob([bytes]);
}

async function sendChunk(
  file: File,
  fileId: string,
  number: number,
  chunk: Blob,
  { checkupId, signal }: SendOptions,
): Promise<void> {
  const form = new FormData();
  form.append('chunk', chunk, 'chunk');
  form.append('chunkNumber', String(number));
  form.append('fileId', fileId);
  form.append('totalChunks', String(chunkCount(file)));
  form.append('fileName', file.name);
  if (checkupId !== undefined) form.append('checkupId', checkupId);
  await http.post<ChunkReceived>(UPLOAD_CHUNK, form, { signal, timeoutMs: CHUNK_TIMEOUT });
}

/** Repeats what a broken line or a busy server has prevented; a refusal is passed on at once. */
async function persist<T>(attempt: () => Promise<T>, options: SendOptions): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await attempt();
      options.onWaiting(false);
      return answer;
    } catch (error) {
      if (!passes(error, tries)) throw error;
      options.onWaiting(true);
      await beforeRetry(tries, options.signal);
    }
  }
}

function passes(error: unknown, tries: number): boolean {
  if (!(error instanceof HttpError)) return false;
  if (error.kind === 'fetch' || error.kind === 'timeout') return true;
  const temporary = error.kind === 'parsing' || isTemporary(error.status ?? 0);
  return temporary && tries < SERVER_TRIES;
}

/** 507 is not among them: waiting does not empty a disk. */
function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 507);
}
