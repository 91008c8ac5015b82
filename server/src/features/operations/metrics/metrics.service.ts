import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { JobCount } from '../../../platform/jobs/job-queue.ts';
import type { Log } from '../../../platform/storage/garbage-collector.ts';
import { type Storage, setAsideAreas } from '../../../platform/storage/storage.ts';
import { HOUR } from '../../../platform/time.ts';
import type { SessionsService } from '../../people/sessions/sessions.service.ts';
import { requestDurations } from './request-durations.ts';
import { cachedTotal, unfinishedUploads } from './storage-totals.ts';

interface Deps {
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

type Sweep = (log: Log) => Promise<number>;

/** Milliseconds between two samples of the event loop. */
const EVENT_LOOP_PRECISION = 20;

export type MetricsService = ReturnType<typeof metricsService>;

/** Prometheus metrics of the process: counts, sizes and times, no personal data. */
export function metricsService({
  storage,
  sessions,
  lastBackup,
  findMismatch: mismatch,
  countDeletions: deletions,
  countUndecodable: undecodable,
  countJobs,
  findAuditHead,
  countBuffersInUse: buffersInUse,
  now,
}: Deps) {
  const register = new Registry();
  const registers = [register];
  const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Gauge({ name: `deqiq_${name}`, help, labelNames, registers });
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name: `deqiq_${name}`, help, labelNames, registers });

  const observe = requestDurations(register);
  const unfinished = unfinishedUploads(storage, now);
  const lost = {
    files: cachedTotal(() => storage.list('lost/files'), now),
    pictures: cachedTotal(() => storage.list('lost/pictures'), now),
  };
  const readingFailures = counter('watch_failures_total', 'Readings that failed', ['reading']);
  const sweepEndedAt = gauge('sweep_timestamp_seconds', 'When a sweep last succeeded', ['what']);
  const sweepRemoved = counter('sweep_removed_total', 'Objects removed or set aside by sweeps', [
    'what',
  ]);
  const sweepFailures = counter('sweep_failures_total', 'Sweeps that failed', ['what']);
  const diskSize = gauge('disk_size_bytes', 'Size of the volume of the uploads');
  const diskAvailable = gauge('disk_available_bytes', 'Free bytes on the volume of the uploads');
  const live = gauge('sessions', 'Sessions that have not expired', ['role']);
  const uploads = gauge('unfinished_uploads', 'Unfinished uploads');
  const uploadBytes = gauge('unfinished_upload_bytes', 'Bytes of unfinished uploads');
  const buffers = gauge('upload_buffers', 'Chunk buffers in use');
  const backupAt = gauge('backup_timestamp_seconds', 'When the last successful backup started');
  const backupBytes = gauge('backup_bytes', 'Bytes of the last successful backup');

  const lostFiles = gauge('lost_files', 'Files without a row that were set aside', ['area']);
  const lostBytes = gauge('lost_bytes', 'Bytes of files that were set aside', ['area']);
  const blocked = gauge('sweep_blocked', '1 while the data folder belongs to another database');

  const deleted = gauge('deletions', 'Deleted checkups and files that can be restored');
  const deletedLastHour = gauge(
    'deletions_last_hour',
    'Checkups and files deleted in the last hour',
  );

  const auditHead = gauge('audit_head', 'A recent seal of the audit, renewed once an hour', [
    'head',
  ]);

  const undecodableFiles = gauge(
    'undecodable_files',
    'Files that failed in a decoder and are not retried',
  );

  const jobs = gauge('jobs', 'Jobs that wait, run, or failed for good', ['kind', 'state']);
  const oldestJob = gauge('job_oldest_seconds', 'How long the oldest unfinished job has been due', [
    'kind',
  ]);

  const hourlyAuditHead = hourlyResult(findAuditHead, now);

  const readings: Record<string, () => Promise<void>> = {
    async disk() {
      const { size, available } = await storage.space();
      diskSize.set(size);
      diskAvailable.set(available);
    },
    async sessions() {
      for (const [role, count] of Object.entries(await sessions.count())) live.set({ role }, count);
    },
    async uploads() {
      buffers.set(buffersInUse());
      const { count, bytes } = await unfinished();
      uploads.set(count);
      uploadBytes.set(bytes);
    },
    async lost() {
      for (const area of setAsideAreas) {
        const { count, bytes } = await lost[area]();
        lostFiles.set({ area }, count);
        lostBytes.set({ area }, bytes);
      }
    },
    async identity() {
      blocked.set((await mismatch()) === undefined ? 0 : 1);
    },
    async deletions() {
      const { all, recent } = await deletions();
      deleted.set(all);
      deletedLastHour.set(recent);
    },
    async decoders() {
      undecodableFiles.set(await undecodable());
    },
    async jobs() {
      for (const { kind, oldest, ...states } of await countJobs()) {
        for (const [state, count] of Object.entries(states)) jobs.set({ kind, state }, count);
        oldestJob.set({ kind }, oldest);
      }
    },
    async audit() {
      const head = await hourlyAuditHead();
      auditHead.reset();
      if (head) auditHead.set({ head }, 1);
    },
    async backup() {
      const last = await lastBackup();
      if (!last) return;
      backupAt.set(Date.parse(last.at) / 1000);
      backupBytes.set(last.bytes);
    },
  };
  const read = [
    diskSize,
    diskAvailable,
    uploads,
    uploadBytes,
    buffers,
    backupAt,
    backupBytes,
    blocked,
  ];

  async function renderAll(): Promise<string> {
    for (const each of read) each.remove();
    for (const each of [live, lostFiles, lostBytes, jobs, oldestJob]) each.reset();
    const all = Object.entries(readings).map(([reading, take]) =>
      take().catch(() => readingFailures.inc({ reading })),
    );
    await Promise.all(all);
    return register.metrics();
  }

  let rendering: Promise<string> | undefined;

  return {
    observe,

    /** Adds the default metrics of Node: CPU, memory, open files, event loop lag. */
    collectProcessMetrics: () =>
      collectDefaultMetrics({ register, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION }),

    /** Wraps a sweep to record its results under a name. */
    instrument:
      (what: string, sweep: Sweep): Sweep =>
      async (log) => {
        try {
          const removed = await sweep(log);
          sweepEndedAt.set({ what }, now() / 1000);
          sweepRemoved.inc({ what }, removed);
          return removed;
        } catch (error) {
          sweepFailures.inc({ what });
          throw error;
        }
      },

    contentType: register.contentType,

    /**
     * All metrics in the Prometheus text format. Failed readings are left out and counted. Requests at the same time
     * share one result: each would clear the values of the other.
     */
    render(): Promise<string> {
      rendering ??= renderAll().finally(() => {
        rendering = undefined;
      });
      return rendering;
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
