import { mediaMessages } from '@deqiq/contract/shared/errors.ts';
import type { Db } from '../db/tables.ts';
import { notFound, unavailable } from '../errors.ts';
import { QueueFullError } from '../fair-queue.ts';
import type { Identity } from '../http/identity.ts';
import { isoNow } from '../time.ts';
import * as attempts from './attempts.repo.ts';
import { type DecoderPool, MissingFile, RejectedFile } from './decoder-pool.ts';
import { DecoderFailure } from './decoder-process.ts';
import type { JobInput, JobKind, JobResult, Jobs } from './jobs.ts';

/** The file cannot be decoded: it is damaged, exceeds a limit, or ended a decoder before. */
export class UndecodableFile extends Error {}

/** The user who needs the result. */
export interface Requester {
  readonly actor: Pick<Identity, 'role' | 'personId'>;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

interface JobOptions extends Requester {
  /** Identifies the file in the database: its id, or the hash of its bytes. */
  readonly subject: string;
}

interface Deps {
  db: Db;
  pool: DecoderPool;
  log?: { warn(about: object, message: string): void };
  now?: () => number;
}

export type MediaService = ReturnType<typeof mediaService>;

/** Max attempts for a file if the decoder is killed or the server dies, so that no result exists. */
const MAX_ATTEMPTS = 2;

/** Milliseconds for which attempts of files without a row are stored: an upload may still get one. */
const UNOWNED_RETENTION = 30 * 24 * 60 * 60 * 1000;

/** Max milliseconds for which another process may be decoding the file. */
const MAX_ATTEMPT_DURATION = 30_000;

/**
 * Decodes pictures in separate processes. Every attempt is stored before it begins, so that no file can crash the server
 * or a decoder repeatedly.
 */
export function mediaService({ db, pool, log, now = Date.now }: Deps) {
  const pending = new Set<Promise<unknown>>();
  /** Running jobs by subject: the same bytes are decoded one at a time, so that attempts are counted correctly. */
  const running = new Map<string, Promise<unknown>>();
  const closing = new AbortController();

  /** Counts an attempt. Throws if the file has used its attempts. */
  async function begin(subject: string, { role }: Requester['actor']): Promise<void> {
    const at = isoNow(now);
    if (await attempts.start(db, { subject, at, maxAttempts: MAX_ATTEMPTS })) return;
    const row = await attempts.find(db, subject);
    const isRunning =
      !row || (!row.failure && now() - Date.parse(row.started_at) < MAX_ATTEMPT_DURATION);
    throw isRunning ? busy(role) : new UndecodableFile(row.failure ?? 'interrupted');
  }

  /** Stores the result of a failed attempt. Returns the error for the caller. */
  async function recordFailure(
    error: unknown,
    kind: JobKind,
    options: JobOptions,
  ): Promise<unknown> {
    const { subject, actor } = options;
    if (error instanceof QueueFullError) return busy(actor.role);
    if (error instanceof RejectedFile || error instanceof MissingFile) {
      await attempts.forget(db, [subject]);
      return error instanceof MissingFile
        ? notFound(mediaMessages[actor.role].missing)
        : new UndecodableFile(error.message);
    }
    if (!(error instanceof DecoderFailure)) return error;
    const { reason } = error;
    if (reason === 'aborted' || reason === 'closed' || reason === 'start') {
      await attempts.forget(db, [subject]);
      return busy(actor.role);
    }
    log?.warn({ err: error, kind, subject }, 'a decoder process failed');
    // A decoder killed from outside proves nothing about the file, which gets another attempt.
    if (reason !== 'crash') await attempts.fail(db, subject, reason);
    return new UndecodableFile(error.message);
  }

  async function perform<Kind extends JobKind>(
    kind: Kind,
    params: Jobs[Kind]['params'],
    input: JobInput,
    options: JobOptions,
  ): Promise<JobResult<Kind>> {
    const { subject, actor, signal } = options;
    const finished = Promise.withResolvers<void>();
    let hasBegun = false;
    try {
      const result = await pool.run(kind, params, input, {
        client: `${actor.role} ${actor.personId}`,
        signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
        beforeStart: async () => {
          for (let other = running.get(subject); other; other = running.get(subject)) await other;
          running.set(subject, finished.promise);
          await begin(subject, actor);
          hasBegun = true;
        },
      });
      await attempts.forget(db, [subject]);
      return result;
    } catch (error) {
      // A job that never got a process has not begun. The row may belong to another process, so it stays.
      if (!hasBegun && error instanceof DecoderFailure) throw busy(actor.role);
      throw await recordFailure(error, kind, options);
    } finally {
      if (running.get(subject) === finished.promise) running.delete(subject);
      finished.resolve();
    }
  }

  return {
    stats: pool.stats,

    /**
     * Runs a job of the pool. Throws UndecodableFile if the file is at fault, AppError 503 if too many jobs wait or the
     * client disconnected, and 404 if the file does not exist.
     */
    run<Kind extends JobKind>(
      kind: Kind,
      params: Jobs[Kind]['params'],
      input: JobInput,
      options: JobOptions,
    ): Promise<JobResult<Kind>> {
      const job = perform(kind, params, input, options);
      pending.add(job);
      const done = () => void pending.delete(job);
      job.then(done, done);
      return job;
    },

    /** Removes the attempts of deleted files. */
    forget: (subjects: readonly string[]) => attempts.forget(db, subjects),

    /** The number of files that are not decoded again. */
    countFailed: () => attempts.countFailed(db),

    /** Removes the attempts of files without a row. Returns their number. */
    sweep: () => attempts.removeUnowned(db, new Date(now() - UNOWNED_RETENTION).toISOString()),

    /** Aborts this server's jobs without blaming their files. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(pending);
    },
  };
}

const busy = (role: Identity['role']) => unavailable(mediaMessages[role].busy);
