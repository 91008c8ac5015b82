import { HOUR } from '../../../platform/time.ts';
import { type CreateGauge, type Reading, type ReadingDeps, removeValues } from './reading.ts';
import { backupReading, diskReading, lostReading, uploadsReading } from './storage-readings.ts';

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

function sessionsReading(gauge: CreateGauge, { sessions }: ReadingDeps): Reading {
  const live = gauge('sessions', 'Sessions that have not expired', ['role']);
  return {
    clear: () => live.reset(),
    async take() {
      for (const [role, count] of Object.entries(await sessions.count())) live.set({ role }, count);
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
