import type { Db } from '../db/tables.ts';
import { DAY, iso } from '../time.ts';
import * as attempts from './attempts.repo.ts';
import { DecoderFailure } from './decoder-errors.ts';
import {
  beginAttempt,
  createBusyError,
  type DecodingOptions,
  recordFailure,
} from './decoding-attempts.ts';
import type { JobInput, JobKind, JobResult, Jobs } from './jobs.ts';
import type { DecoderPool } from './pool/decoder-pool.ts';

interface Deps {
  db: Db;
  pool: DecoderPool;
  log?: { warn(about: object, message: string): void };
  now?: () => number;
}

export type MediaService = ReturnType<typeof mediaService>;

/** Milliseconds for which attempts of files without a row are stored: an upload may still get one. */
const UNOWNED_RETENTION = 30 * DAY;

/** Decodes in separate processes. Attempts are stored first: no file crashes server or decoder repeatedly. */
export function mediaService({ db, pool, log, now = Date.now }: Deps) {
  const deps = { db, log, now };
  const pending = new Set<Promise<unknown>>();
  /** Running jobs by subject: the same bytes are decoded one at a time, so that attempts are counted correctly. */
  const running = new Map<string, Promise<unknown>>();
  const closing = new AbortController();

  async function perform<Kind extends JobKind>(
    kind: Kind,
    params: Jobs[Kind]['params'],
    input: JobInput,
    options: DecodingOptions,
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
          await beginAttempt(deps, subject);
          hasBegun = true;
        },
      });
      await attempts.forget(db, [subject]);
      return result;
    } catch (error) {
      // A job that never got a process has not begun. The row may belong to another process, so it stays.
      if (!hasBegun && error instanceof DecoderFailure) throw createBusyError();
      throw await recordFailure(deps, error, kind, options);
    } finally {
      if (running.get(subject) === finished.promise) running.delete(subject);
      finished.resolve();
    }
  }

  return {
    stats: pool.stats,

    /** Runs a job. Throws UndecodableFile, AppError 503 (too many jobs, or no client), or 404 (no such file). */
    run<Kind extends JobKind>(
      kind: Kind,
      params: Jobs[Kind]['params'],
      input: JobInput,
      options: DecodingOptions,
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
    sweep: () => attempts.removeUnowned(db, iso(now() - UNOWNED_RETENTION)),

    /** Aborts this server's jobs without blaming their files. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(pending);
    },
  };
}
