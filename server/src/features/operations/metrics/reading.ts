import type { Gauge } from 'prom-client';
import type { JobCount } from '../../../platform/jobs/job-queue.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { SessionsService } from '../../people/sessions/sessions.service.ts';

export interface ReadingDeps {
  storage: Pick<Storage, 'space' | 'list'>;
  sessions: Pick<SessionsService, 'count'>;
  /** Start time and size of the last successful backup; undefined if there is none. */
  lastBackup: () => Promise<{ at: string; bytes: number } | undefined>;
  /** Why sweeps are disabled; undefined if data folder and database belong together. */
  findMismatch: () => Promise<string | undefined>;
  /** The number of restorable deletions, and of those in the last hour. */
  countDeletions: () => Promise<{ all: number; recent: number }>;
  /** Files that failed in a decoder and are not retried. */
  countUndecodable: () => Promise<number>;
  /** Jobs by kind, and for how many seconds the oldest unfinished one has been due. */
  countJobs: () => Promise<readonly JobCount[]>;
  /** The newest seal of the audit; undefined before the first. */
  findAuditHead: () => Promise<string | undefined>;
  /** Chunk buffers in use. */
  countBuffersInUse: () => number;
  now: () => number;
}

export type CreateGauge = <T extends string>(
  name: string,
  help: string,
  labelNames?: T[],
) => Gauge<T>;

/** Gauges that are read when the metrics are rendered. */
export interface Reading {
  /** Removes the values of the last reading, so that a failed one leaves none. */
  readonly clear?: () => void;
  readonly take: () => Promise<void>;
}

export const removeValues = (gauges: readonly Gauge[]) => () => {
  for (const each of gauges) each.remove();
};
