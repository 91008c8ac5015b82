import { dataIdentityService } from '../features/operations/data-identity/data-identity.service.ts';
import { metricsService } from '../features/operations/metrics/metrics.service.ts';
import { readLastBackup } from '../platform/data-folder/last-backup.ts';
import { databaseClock } from '../platform/db/database-clock.ts';
import { scheduler } from '../platform/jobs/schedule.ts';
import type { Log } from '../platform/storage/garbage-collector.ts';
import { SWEEP_INTERVAL, sweepRegularly } from '../platform/storage/regular-sweeps.ts';
import { DAY } from '../platform/time.ts';
import type { Core } from './core.ts';
import type { Services } from './services.ts';

export type Operations = ReturnType<typeof createOperations>;

/** Services for operators: metrics, and a check that files and database belong together. */
export function createOperations(
  { db, storage, config, jobs, chain, now }: Core,
  { sessions, uploads, deletions, media }: Services,
  countBuffersInUse: () => number,
) {
  const { dataDir } = config;
  const identity = dataIdentityService({
    db,
    storage,
    dataDir,
    findExistingFiles: uploads.findExistingFiles,
    now,
  });
  const metrics = metricsService({
    storage,
    sessions,
    countBuffersInUse,
    now,
    lastBackup: () => readLastBackup(dataDir),
    findMismatch: identity.findMismatch,
    countDeletions: deletions.countAll,
    countUndecodable: media.countFailed,
    countJobs: jobs.count,
    findAuditHead: chain.findHead,
  });
  return { identity, metrics };
}

/** Removes what nothing needs any more, at intervals, on one node at a time. Returns functions that stop it. */
export async function startSweeps(
  { db, storage, jobs, limits, chain, log, ...core }: Core,
  {
    deletions,
    uploads,
    pictures,
    media,
    shares,
    intake,
    imaging,
    notifications,
    moves,
    performedSteps,
    bookingLinks,
    times,
    protection,
  }: Services,
  { identity, metrics }: Operations,
) {
  const { maintenance } = storage;
  maintenance?.attach(jobs);
  const schedule = scheduler(db, databaseClock(db, core.testNow));
  // Less than the interval of the timers, so that none of their sweeps comes a moment too early.
  const every = (interval: number, what: string, sweep: (log: Log) => Promise<number>) =>
    schedule(what, interval - SWEEP_INTERVAL / 10, metrics.instrument(what, sweep));
  const hourly = (what: string, sweep: (log: Log) => Promise<number>) =>
    every(SWEEP_INTERVAL, what, sweep);
  const sweeps = [
    hourly('deletions', identity.guardSweep(deletions.purge)),
    hourly('files', identity.guardSweep(uploads.sweep)),
    hourly('pictures', identity.guardSweep(pictures.sweep)),
    hourly('claims', uploads.sweepClaims),
    hourly('decoder attempts', media.sweep),
    hourly('jobs', jobs.sweep),
    hourly('limits', limits.sweep),
    hourly('shares', shares.sweep),
    hourly('studies', intake.sweep),
    hourly('referrals', moves.expire),
    hourly('performed steps', performedSteps.sweep),
    hourly('booking links', bookingLinks.sweep),
    hourly('appointments', times.keepLocalTimes),
    hourly('derived', identity.guardSweep(imaging.sweep)),
    every(DAY, 'disk usage', protection.recordUsage),
    every(7 * DAY, 'audit head', async () => notifications.mailAuditHead(await chain.findHead())),
    ...(maintenance
      ? [
          hourly('blobs', maintenance.sweep),
          every(DAY, 'orphaned blobs', identity.guardSweep(maintenance.sweepOrphans)),
        ]
      : []),
  ];
  const mismatch = await identity.findMismatch();
  if (mismatch) log.error({ reason: mismatch }, 'nothing will be swept');
  return sweeps.map((sweep) => sweepRegularly(sweep, log));
}
