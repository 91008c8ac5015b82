import { mediaMessages } from '@deqiq/contract/shared/errors.ts';
import type { Db } from '../db/tables.ts';
import { notFound, unavailable } from '../errors.ts';
import type { Identity } from '../http/identity.ts';
import * as attempts from './attempts.repo.ts';
import { type DecoderPool, MissingFile, RejectedFile } from './decoder-pool.ts';
import { DecoderFailure } from './decoder-process.ts';
import { QueueFullError } from './fair-queue.ts';
import type { JobInput, JobKind, JobResult, Jobs } from './jobs.ts';

/** The file cannot be decoded: it is damaged, breaks a limit, or has ended a decoder before. */
export class UndecodableFile extends Error {}

/** For whom something is decoded. */
export interface Requester {
  readonly actor: Pick<Identity, 'role' | 'personId'>;
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

interface JobOptions extends Requester {
  /** Names the file in the database: its id, or the hash of its bytes. */
  readonly subject: string;
}

interface Deps {
  db: Db;
  pool: DecoderPool;
  log?: { warn(about: object, message: string): void };
  now?: () => number;
}

export type MediaService = ReturnType<typeof mediaService>;

/** Attempts of a file whose decoder was killed, or whose server died meanwhile, without a verdict. */
const MAX_ATTEMPTS = 2;

/** Milliseconds for which the attempt of a file without a row is remembered: an upload may still get one. */
const UNOWNED_RETENTION = 30 * 24 * 60 * 60 * 1000;

/** Milliseconds within which another process may still be decoding the file. */
const MAX_ATTEMPT_DURATION = 30_000;

/**
 * Decodes pictures in processes of their own. Every attempt is written down before it begins, so that no
 * file can end the server, or a decoder, again and again.
 */
export function mediaService({ db, pool, log, now = Date.now }: Deps) {
  const pending = new Set<Promise<unknown>>();
  /** Files at work, by subject: the same bytes are decoded once at a time, so that attempts are counted in turn. */
  const running = new Map<string, Promise<unknown>>();
  const closing = new AbortController();

  /** Throws where the file has had its attempts. */
  async function begin(subject: string, { role }: Requester['actor']): Promise<void> {
    const at = new Date(now()).toISOString();
    if (await attempts.start(db, { subject, at, maxAttempts: MAX_ATTEMPTS })) return;
    const row = await attempts.find(db, subject);
    const isRunning =
      !row || (!row.failure && now() - Date.parse(row.started_at) < MAX_ATTEMPT_DURATION);
    throw isRunning ? busy(role) : new UndecodableFile(row.failure ?? 'interrupted');
  }

  /** What the file's row says after an attempt, and what the caller is told. */
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
    if (reason === 'aborted' || reason === 'closed') {
      await attempts.forget(db, [subject]);
      return busy(actor.role);
    }
    log?.warn({ err: error, kind, subject }, 'a decoder process failed');
    // Killed from outside says nothing of the file yet: it is tried once more.
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
      // Who never got a process has not begun, and another process's row is not ours to remove.
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
     * Runs a job of the pool. Throws UndecodableFile where the file is at fault, AppError 503 where too many
     * wait or the client has gone, and 404 where the file is gone.
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

    /** Files that are no longer there. */
    forget: (subjects: readonly string[]) => attempts.forget(db, subjects),

    /** Files that ended a decoder and are not tried again. */
    countFailed: () => attempts.countFailed(db),

    /** Removes what is remembered of files that are stored nowhere any more. Returns how many. */
    sweep: () => attempts.removeUnowned(db, new Date(now() - UNOWNED_RETENTION).toISOString()),

    /** Ends this server's jobs, whose files are not to blame. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(pending);
    },
  };
}

const busy = (role: Identity['role']) => unavailable(mediaMessages[role].busy);
