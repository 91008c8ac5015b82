import type { Gauge } from 'prom-client';
import type { JobCount } from '../../../platform/jobs/job-queue.ts';
import { type Storage, setAsideAreas } from '../../../platform/storage/storage.ts';
import { HOUR } from '../../../platform/time.ts';
import type { SessionsService } from '../../people/sessions/sessions.service.ts';
import { cachedTotal, unfinishedUploads } from './storage-totals.ts';

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
interface Reading {
  /** Removes the values of the last reading, so that a failed one leaves none. */
  readonly clear?: () => void;
  readonly take: () => Promise<void>;
}

export const createReadings = (
  gauge: CreateGauge,
  deps: ReadingDeps,
): Readonly<Record<string, Reading>> => ({
  disk: diskReading(gauge, deps),
  sessions: sessionsReading(gauge, deps),
  uploads: uploadsReading(gauge, deps),
  backup: backupReading(gauge, deps),
  lost: lostReading(gauge, deps),
  identity: identityReading(gauge, deps),
  deletions: deletionsReading(gauge, deps),
  audit: auditReading(gauge, deps),
  decoders: decodersReading(gauge, deps),
  jobs: jobsReading(gauge, deps),
});

const removeValues = (gauges: readonly Gauge[]) => () => {
  for (const each of gauges) each.remove();
};

function diskReading(gauge: CreateGauge, { storage }: ReadingDeps): Reading {
  const diskSize = gauge('disk_size_bytes', 'Size of the volume of the uploads');
  const diskAvailable = gauge('disk_available_bytes', 'Free bytes on the volume of the uploads');
  return {
    clear: removeValues([diskSize, diskAvailable]),
    async take() {
      const { size, available } = await storage.space();
      diskSize.set(size);
      diskAvailable.set(available);
    },
  };
}

function sessionsReading(gauge: CreateGauge, { sessions }: ReadingDeps): Reading {
  const live = gauge('sessions', 'Sessions that have not expired', ['role']);
  return {
    clear: () => live.reset(),
    async take() {
      for (const [role, count] of Object.entries(await sessions.count())) live.set({ role }, count);
    },
  };
}

function uploadsReading(gauge: CreateGauge, deps: ReadingDeps): Reading {
  const uploads = gauge('unfinished_uploads', 'Unfinished uploads');
  const uploadBytes = gauge('unfinished_upload_bytes', 'Bytes of unfinished uploads');
  const buffers = gauge('upload_buffers', 'Chunk buffers in use');
  const countUnfinished = unfinishedUploads(deps.storage, deps.now);
  return {
    clear: removeValues([uploads, uploadBytes, buffers]),
    async take() {
      buffers.set(deps.countBuffersInUse());
      const { count, bytes } = await countUnfinished();
      uploads.set(count);
      uploadBytes.set(bytes);
    },
  };
}

function backupReading(gauge: CreateGauge, { lastBackup }: ReadingDeps): Reading {
  const backupAt = gauge('backup_timestamp_seconds', 'When the last successful backup started');
  const backupBytes = gauge('backup_bytes', 'Bytes of the last successful backup');
  return {
    clear: removeValues([backupAt, backupBytes]),
    async take() {
      const last = await lastBackup();
      if (!last) return;
      backupAt.set(Date.parse(last.at) / 1000);
      backupBytes.set(last.bytes);
    },
  };
}

function lostReading(gauge: CreateGauge, { storage, now }: ReadingDeps): Reading {
  const lostFiles = gauge('lost_files', 'Files without a row that were set aside', ['area']);
  const lostBytes = gauge('lost_bytes', 'Bytes of files that were set aside', ['area']);
  const totals = {
    files: cachedTotal(() => storage.list('lost/files'), now),
    pictures: cachedTotal(() => storage.list('lost/pictures'), now),
  };
  return {
    clear() {
      lostFiles.reset();
      lostBytes.reset();
    },
    async take() {
      for (const area of setAsideAreas) {
        const { count, bytes } = await totals[area]();
        lostFiles.set({ area }, count);
        lostBytes.set({ area }, bytes);
      }
    },
  };
}

function identityReading(gauge: CreateGauge, { findMismatch }: ReadingDeps): Reading {
  const blocked = gauge('sweep_blocked', '1 while the data folder belongs to another database');
  return {
    clear: removeValues([blocked]),
    async take() {
      blocked.set((await findMismatch()) === undefined ? 0 : 1);
    },
  };
}

function deletionsReading(gauge: CreateGauge, { countDeletions }: ReadingDeps): Reading {
  const deletions = gauge('deletions', 'Deleted checkups and files that can be restored');
  const lastHour = gauge('deletions_last_hour', 'Checkups and files deleted in the last hour');
  return {
    async take() {
      const { all, recent } = await countDeletions();
      deletions.set(all);
      lastHour.set(recent);
    },
  };
}

function auditReading(gauge: CreateGauge, { findAuditHead, now }: ReadingDeps): Reading {
  const auditHead = gauge('audit_head', 'A recent seal of the audit, renewed once an hour', [
    'head',
  ]);
  const findHourlyHead = hourlyResult(findAuditHead, now);
  return {
    async take() {
      const head = await findHourlyHead();
      auditHead.reset();
      if (head) auditHead.set({ head }, 1);
    },
  };
}

function decodersReading(gauge: CreateGauge, { countUndecodable }: ReadingDeps): Reading {
  const undecodable = gauge(
    'undecodable_files',
    'Files that failed in a decoder and are not retried',
  );
  return {
    async take() {
      undecodable.set(await countUndecodable());
    },
  };
}

function jobsReading(gauge: CreateGauge, { countJobs }: ReadingDeps): Reading {
  const jobs = gauge('jobs', 'Jobs that wait, run, or failed for good', ['kind', 'state']);
  const oldestJob = gauge('job_oldest_seconds', 'How long the oldest unfinished job has been due', [
    'kind',
  ]);
  return {
    clear() {
      jobs.reset();
      oldestJob.reset();
    },
    async take() {
      for (const { kind, oldest, ...states } of await countJobs()) {
        for (const [state, count] of Object.entries(states)) jobs.set({ kind, state }, count);
        oldestJob.set({ kind }, oldest);
      }
    },
  };
}

/** The same result for an hour: a label that changes at each reading makes a series of each. */
function hourlyResult<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let cached: { readonly hour: number; readonly result: T } | undefined;
  return async () => {
    const hour = Math.floor(now() / HOUR);
    if (cached?.hour !== hour) cached = { hour, result: await read() };
    return cached.result;
  };
}
