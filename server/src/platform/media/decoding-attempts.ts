import * as mediaMessages from '@deqiq/messages/shared/media.js';
import type { Db } from '../db/tables.ts';
import { notFound, unavailable } from '../errors.ts';
import type { Identity } from '../http/identity.ts';
import { QueueFullError } from '../queues/fair-queue.ts';
import { isoNow, SECOND } from '../time.ts';
import * as attempts from './attempts.repo.ts';
import { DecoderFailure, MissingFile, RejectedFile, UndecodableFile } from './decoder-errors.ts';
import type { JobKind } from './jobs.ts';

export interface Requester {
  readonly actor: Pick<Identity, 'role' | 'personId'>;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

export interface DecodingOptions extends Requester {
  /** Identifies the file in the database: its id, or the hash of its bytes. */
  readonly subject: string;
}

interface Deps {
  readonly db: Db;
  readonly log: { warn(about: object, message: string): void } | undefined;
  readonly now: () => number;
}

/** Max attempts for a file if the decoder is killed or the server dies, so that no result exists. */
const MAX_ATTEMPTS = 2;

/** Max milliseconds for which another process may be decoding the file. */
const MAX_ATTEMPT_DURATION = 30 * SECOND;

/** Counts an attempt. Throws if the file has used its attempts. */
export async function beginAttempt({ db, now }: Deps, subject: string): Promise<void> {
  const at = isoNow(now);
  if (await attempts.start(db, { subject, at, maxAttempts: MAX_ATTEMPTS })) return;
  const row = await attempts.find(db, subject);
  const isRunning =
    !row || (!row.failure && now() - Date.parse(row.started_at) < MAX_ATTEMPT_DURATION);
  throw isRunning ? createBusyError() : new UndecodableFile(row.failure ?? 'interrupted');
}

/** Stores the result of a failed attempt. Returns the error for the caller. */
export async function recordFailure(
  { db, log }: Deps,
  error: unknown,
  kind: JobKind,
  { subject }: DecodingOptions,
): Promise<unknown> {
  if (error instanceof QueueFullError) return createBusyError();
  if (error instanceof RejectedFile || error instanceof MissingFile) {
    await attempts.forget(db, [subject]);
    return error instanceof MissingFile
      ? notFound(mediaMessages.missing())
      : new UndecodableFile(error.message);
  }
  if (!(error instanceof DecoderFailure)) return error;
  const { reason } = error;
  if (reason === 'aborted' || reason === 'closed' || reason === 'start') {
    await attempts.forget(db, [subject]);
    return createBusyError();
  }
  log?.warn({ err: error, kind, subject }, 'a decoder process failed');
  // A decoder killed from outside proves nothing about the file, which gets another attempt.
  if (reason !== 'crash') await attempts.fail(db, subject, reason);
  return new UndecodableFile(error.message);
}

export const createBusyError = () => unavailable(mediaMessages.busy());
