import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { call } from '../../http/call.ts';
import { HttpError, isTemporaryFailure, isUnanswered } from '../../http/http-error.ts';
import { beforeRetry } from '../../http/reconnect.ts';

export type SendOptions = {
  checkupId?: string | undefined;
  signal: AbortSignal;
  /** Bytes of this file that the server already has from an earlier attempt. Called once, first. */
  onResumed: (bytes: number) => void;
  /** Bytes of this file that the server has, those of earlier attempts included. */
  onBytes: (bytes: number) => void;
  /** The same with the bytes of the chunk that is being sent. Called often. */
  onSending: (bytes: number) => void;
  /** Consecutive attempts without a response; 0 after a response. */
  onOutage: (attempts: number) => void;
};

/** Milliseconds one chunk may take: two megabytes over a very slow line. */
const CHUNK_TIMEOUT = 180_000;

/** An upload fails when the server has answered 5xx this often, or for this many milliseconds. */
const SERVER_TRIES = 3;
const SERVER_PATIENCE = 10_000;

export function chunkCount(file: File): number {
  return Math.max(1, Math.ceil(file.size / CHUNK_SIZE));
}

/**
 * Sends the missing chunks of one file in order, then has the server check the complete file. Waits as long as the
 * server does not respond; throws its refusals, and its failures once they persist.
 */
export async function sendFile(file: File, fileId: string, options: SendOptions): Promise<void> {
  const present = await persist(() => presentChunks(file, fileId, options.signal), options);
  let bytes = 0;
  for (const number of present) bytes += chunkLength(file, number);
  options.onResumed(bytes);
  for (let number = 0; number < chunkCount(file); number += 1) {
    if (present.has(number)) continue;
    const chunk = await readChunk(file, number);
    const before = bytes;
    const onSent = (sent: number) => options.onSending(before + Math.min(sent, chunk.size));
    await persist(() => sendChunk(file, fileId, number, chunk, { ...options, onSent }), options);
    bytes += chunk.size;
    options.onBytes(bytes);
  }
  await persist(() => checkUpload(file, fileId, options.signal), options);
}

/** The chunks an earlier attempt has sent; none when they do not add up to this file. */
async function presentChunks(
  file: File,
  fileId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const state = await call('GET /api/admin/checkups/uploads/:fileId', {
    params: { fileId },
    signal,
  }).catch((error: unknown) => {
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

/** Reads the chunk first, to distinguish a moved or changed file from a broken connection. */
async function readChunk(file: File, number: number): Promise<File> {
  const start = number * CHUNK_SIZE;
  const bytes = await file.slice(start, start + CHUNK_SIZE).arrayBuffer();
  return new File([bytes], 'chunk');
}

async function sendChunk(
  file: File,
  fileId: string,
  number: number,
  chunk: File,
  { checkupId, signal, onSent }: SendOptions & { onSent: (bytes: number) => void },
): Promise<void> {
  await call('POST /api/admin/checkups/upload-chunk', {
    form: {
      chunk,
      chunkNumber: number,
      fileId,
      totalChunks: chunkCount(file),
      fileName: file.name,
      checkupId,
    },
    signal,
    onSent,
    timeoutMs: CHUNK_TIMEOUT,
  });
}

/** Finds out that a file will be refused before the others are sent. */
function checkUpload(file: File, fileId: string, signal: AbortSignal) {
  return call('POST /api/admin/checkups/uploads/:fileId/check', {
    params: { fileId },
    body: { fileName: file.name, totalChunks: chunkCount(file) },
    signal,
  });
}

/** Retries after a lost connection or a server error; throws a refusal immediately. */
async function persist<T>(attempt: () => Promise<T>, options: SendOptions): Promise<T> {
  let failures = 0;
  let failingSince = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await attempt();
      options.onOutage(0);
      return answer;
    } catch (error) {
      if (!isTemporaryFailure(error)) throw error;
      const hasAnswer = !isUnanswered(error);
      options.onOutage(hasAnswer ? 0 : tries);
      if (hasAnswer) {
        if (failures === 0) failingSince = Date.now();
        failures += 1;
        if (failures >= SERVER_TRIES || Date.now() - failingSince >= SERVER_PATIENCE) throw error;
      }
      await beforeRetry(tries, options.signal);
    }
  }
}
