import { provider } from '@deqiq/contract/shared/provider.ts';
import type { Config } from './config.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { accountService } from './features/account/account.service.ts';
import { annotationsRoutes } from './features/annotations/annotations.routes.ts';
import { annotationsService } from './features/annotations/annotations.service.ts';
import { applicationsRoutes } from './features/applications/applications.routes.ts';
import { applicationsService } from './features/applications/applications.service.ts';
import { formsRoutes } from './features/applications/forms.routes.ts';
import { auditReads, auditRefusals } from './features/audit/audit.hook.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { auditService } from './features/audit/audit.service.ts';
import { auditLogService } from './features/audit/audit-log.service.ts';
import { auditChain } from './features/audit/chain.service.ts';
import { passwordAttempts } from './features/auth/attempts.service.ts';
import { authHook } from './features/auth/auth.hook.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { authService } from './features/auth/auth.service.ts';
import { ownPassword } from './features/auth/own-password.service.ts';
import { accessTokens } from './features/auth/tokens.service.ts';
import { checkupsRoutes } from './features/checkups/checkups.routes.ts';
import { checkupsService } from './features/checkups/checkups.service.ts';
import { deletionsRoutes } from './features/checkups/deletions/deletions.routes.ts';
import { deletionsService } from './features/checkups/deletions/deletions.service.ts';
import { clinicsRoutes } from './features/clinics/clinics.routes.ts';
import { clinicsService } from './features/clinics/clinics.service.ts';
import { dataIdentityService } from './features/data-identity/data-identity.service.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { devicesService as machinesService } from './features/devices/devices.service.ts';
import { decodingService } from './features/dicomweb/decoding.service.ts';
import { dicomwebRoutes } from './features/dicomweb/dicomweb.routes.ts';
import { retrieveService } from './features/dicomweb/retrieve.service.ts';
import { searchService as dicomSearchService } from './features/dicomweb/search.service.ts';
import { doctorsRoutes } from './features/doctors/doctors.routes.ts';
import { doctorsService } from './features/doctors/doctors.service.ts';
import { exportsRoutes } from './features/exports/exports.routes.ts';
import { exportsService } from './features/exports/exports.service.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { filesService } from './features/files/files.service.ts';
import { giftsRoutes } from './features/gifts/gifts.routes.ts';
import { giftsService } from './features/gifts/gifts.service.ts';
import { diskService } from './features/health/disk.service.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { imagingRoutes } from './features/imaging/imaging.routes.ts';
import { imagingService } from './features/imaging/imaging.service.ts';
import { intakeRoutes } from './features/intake/intake.routes.ts';
import { intakeService } from './features/intake/intake.service.ts';
import { stowRoutes } from './features/intake/stow.routes.ts';
import { stowService } from './features/intake/stow.service.ts';
import { labsRoutes } from './features/labs/labs.routes.ts';
import { labsService } from './features/labs/labs.service.ts';
import { ledgerService } from './features/ledger/ledger.service.ts';
import { metricsRoutes } from './features/metrics/metrics.routes.ts';
import { metricsService } from './features/metrics/metrics.service.ts';
import { devicesService as pushDevicesService } from './features/notifications/devices.service.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { notificationsService } from './features/notifications/notifications.service.ts';
import { partnerStatsRoutes } from './features/partner-stats/partner-stats.routes.ts';
import { partnerStatsService } from './features/partner-stats/partner-stats.service.ts';
import { partnersRoutes } from './features/partners/partners.routes.ts';
import { partnersService } from './features/partners/partners.service.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { paymentsService } from './features/payments/payments.service.ts';
import { picturesRoutes } from './features/pictures/pictures.routes.ts';
import { picturesService } from './features/pictures/pictures.service.ts';
import { limitPartners } from './features/quotas/quotas.hook.ts';
import { quotasService } from './features/quotas/quotas.service.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { reportsService } from './features/reports/reports.service.ts';
import { resultsRoutes } from './features/results/results.routes.ts';
import { type ResultsService, resultsService } from './features/results/results.service.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { searchService } from './features/search/search.service.ts';
import { ownSecondFactorService } from './features/second-factor/own-second-factor.service.ts';
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts';
import { secondFactorService } from './features/second-factor/second-factor.service.ts';
import { devicesService } from './features/sessions/devices.service.ts';
import { refreshService } from './features/sessions/refresh.service.ts';
import { deriveEpoch, refreshTokens } from './features/sessions/refresh-tokens.ts';
import { sessionsRoutes } from './features/sessions/sessions.routes.ts';
import { sessionsService } from './features/sessions/sessions.service.ts';
import { sharePagesRoutes } from './features/shares/share-pages.routes.ts';
import { sharesRoutes } from './features/shares/shares.routes.ts';
import { sharesService } from './features/shares/shares.service.ts';
import { visitsService } from './features/shares/visits.service.ts';
import { shipmentsRoutes } from './features/shipments/shipments.routes.ts';
import { shipmentsService } from './features/shipments/shipments.service.ts';
import { staffRoutes } from './features/staff/staff.routes.ts';
import { staffService } from './features/staff/staff.service.ts';
import { uploadsRoutes } from './features/uploads/uploads.routes.ts';
import { uploadsService } from './features/uploads/uploads.service.ts';
import type { Pages } from './features/website/built-pages.ts';
import { websiteRoutes } from './features/website/website.routes.ts';
import { workQueuesRoutes } from './features/work-queues/work-queues.routes.ts';
import { workQueuesService } from './features/work-queues/work-queues.service.ts';
import { worklistRoutes } from './features/worklist/worklist.routes.ts';
import { worklistService } from './features/worklist/worklist.service.ts';
import type { PasswordHasher } from './platform/credentials.ts';
import { readLastBackup } from './platform/data-folder/last-backup.ts';
import type { Database } from './platform/db/database.ts';
import { databaseClock } from './platform/db/database-clock.ts';
import { formBodies } from './platform/http/bodies/form-body.ts';
import { slowClientTimeout } from './platform/http/bodies/slow-client-timeout.ts';
import { rejectCrossSite } from './platform/http/cross-site.ts';
import { handleErrors } from './platform/http/errors.ts';
import { gracefulShutdown } from './platform/http/graceful-shutdown.ts';
import { securityHeaders } from './platform/http/headers.ts';
import { createInstance } from './platform/http/instance.ts';
import { rejectUnknownAddresses } from './platform/http/not-found.ts';
import { openApi } from './platform/http/openapi.ts';

import { jobQueue } from './platform/jobs/job-queue.ts';
import { scheduler } from './platform/jobs/schedule.ts';
import { openLimits } from './platform/limits/limits.ts';
import { rateLimiter } from './platform/limits/rate-limiter.ts';
import type { DecoderPool } from './platform/media/decoder-pool.ts';
import { mediaService } from './platform/media/media.service.ts';
import { deriveVapidKeys } from './platform/push/vapid-keys.ts';
import { webPusher } from './platform/push/web-push.ts';
import { type Log, SWEEP_INTERVAL, sweepRegularly } from './platform/storage/garbage-collector.ts';
import type { Storage } from './platform/storage/storage.ts';

export interface Deps {
  config: Config;
  database: Database;
  storage: Storage;
  secret: Buffer;
  pages: Pages;
  /** Decodes pictures; the caller closes it after the application. */
  decoders: DecoderPool;
  /** Derives previews and packs in the background. */
  derivers: DecoderPool;
  passwords: PasswordHasher;
  /** Whether jobs run and the audit is sealed in this process. Default: yes. */
  runsJobs?: boolean;
  /** Milliseconds since 1970, the same on all nodes. Default: the clock of the machine. */
  clock?: () => number;
  /** Replaces this clock and that of the database in tests. */
  now?: () => number;
  /** Waits so many milliseconds before a slowed sign-in; tests do not. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The public forms of one address: mobile operators put thousands of patients behind one. */
const FORM_LIMITS = [
  { name: 'forms a minute', max: 20, window: MINUTE },
  { name: 'forms an hour', max: 500, window: 60 * MINUTE },
];

/** Openings of shares from one address; wrong PINs are counted per share, too. */
const OPENING_LIMITS = [{ name: 'openings of shares', max: 60, window: MINUTE }];

/** The whole application on one Fastify instance: plugins, hooks, and the explicit list of features. */
export async function buildApp(deps: Deps) {
  const { config, database, storage, secret, pages, decoders, derivers, passwords } = deps;
  const { clock = Date.now, now = clock, pause, runsJobs = true } = deps;
  const { db, versions } = database;
  const app = createInstance(config);

  const drain = gracefulShutdown(app, config.shutdown);
  const jobs = jobQueue({
    ...{ db, versions, log: app.log, now: deps.now, isPaused: drain.isDraining },
  });
  const chain = auditChain({ db, now, log: app.log });
  const audit = auditService({ db, now, log: app.log, onWritten: chain.schedule });
  const { requireStaffSecondFactor } = config;
  const idle = config.sessionIdleMinutes && config.sessionIdleMinutes * MINUTE;
  const sessions = sessionsService({
    db,
    versions,
    epoch: deriveEpoch(secret),
    idle,
    requireStaffSecondFactor,
    now,
  });
  await sessions.endOtherEpochs();
  const tokens = accessTokens(secret, now);
  const limits = openLimits(db, deps.now);
  const isLimited = { enabled: config.rateLimits, limits };
  const attempts = passwordAttempts({ ...isLimited, ...(pause && { pause }) });
  const devices = devicesService({ db, now });
  const factors = secondFactorService({
    db,
    dataDir: config.dataDir,
    passwords,
    limited: config.rateLimits,
    now,
  });
  const partners = partnersService({ db, versions, passwords, sessions, factors, audit, now });
  const signingIn = { sessions, tokens, passwords, attempts, devices, factors, audit };
  const auth = authService({ db, partners, ...signingIn });
  const ownFactor = ownSecondFactorService({
    db,
    factors,
    ownPassword: ownPassword({ db, partners, passwords, attempts }),
    sessions,
    audit,
    requireStaffSecondFactor,
  });
  const rotation = { refreshTokens: refreshTokens(secret), now };
  const refreshes = refreshService({ db, sessions, tokens, audit, ...rotation });
  const account = accountService({ db, partners, passwords, attempts, sessions, audit });
  const staff = staffService({ db, passwords, sessions, factors, audit, now });
  const ledger = ledgerService({ db, now });
  const stats = partnerStatsService({ db, versions, ledger, audit, now });
  const siteUrl = config.publicUrl?.replace(/\/$/, '') ?? `http://localhost:${config.port}`;
  const pusher = webPusher({
    keys: deriveVapidKeys(secret),
    contact: provider.email.href,
    testOrigin: config.pushTestOrigin,
  });
  const pushDevices = pushDevicesService({ db, pusher, audit, now });
  await pushDevices.removeOfOtherKeys();
  const notifications = notificationsService({
    ...{ db, jobs, mail: config.mail, pusher, siteUrl, audit, now },
    countUnseen: (partnerId) => results.countUnseen(partnerId),
  });
  const results: ResultsService = resultsService({ db, versions, notifications, audit, now });
  const payments = paymentsService({ db, versions, ledger, notifications, audit, now });
  const gifts = giftsService({ db, ledger, payments, audit });
  const reports = reportsService({ db, versions, notifications, audit, now });
  const media = mediaService({ db, pool: decoders, log: app.log, now });
  const imaging = imagingService({ db, storage, jobs, pool: derivers, audit, now });
  const uploads = uploadsService({ db, storage, media, imaging, now });
  const openings = rateLimiter({ ...isLimited, per: OPENING_LIMITS });
  const visits = visitsService({ db, audit, limits: openings, now });
  const files = filesService({ db, storage, media, imaging, sessions, visits, audit, secret, now });
  const disk = diskService({ space: () => storage.space(), now });
  const checkups = checkupsService({
    ...{
      db,
      versions,
      partners,
      uploads,
      imaging,
      results,
      notifications,
      files,
      disk,
      audit,
      now,
    },
  });
  const shares = sharesService({ db, versions, checkups, audit, now });
  const annotations = annotationsService({ db, versions, audit, now });
  const deletions = deletionsService({
    ...{ db, versions, results, audit, now, isLimited: config.rateLimits },
  });
  const { intakeKey } = config;
  const machines = machinesService({ db, versions, audit, secret, intakeKey, now });
  const { autoAssign } = config;
  const intake = intakeService({
    ...{ db, versions, storage, jobs, imaging, files, checkups, deletions, audit, now, autoAssign },
  });
  const stow = stowService({ db, storage, jobs, devices: machines, audit, now });
  const pictures = picturesService({ db, storage, media, now });
  const clinics = clinicsService({ db, versions, pictures, audit, now });
  const doctors = doctorsService({ db, versions, pictures, audit, now });
  const shipments = shipmentsService({ checkups, pictures, files });
  const labs = labsService({ db, versions, partners, notifications, audit, now });
  const submissions = rateLimiter({ ...isLimited, per: FORM_LIMITS });
  const applications = applicationsService({
    ...{ db, versions, limits: submissions, notifications, audit, now },
  });
  const workQueues = workQueuesService({ db, versions, audit, now });
  const quotas = quotasService({ db, enabled: config.rateLimits, now });
  const auditLog = auditLogService({ db });
  const staffLists = { partners, checkups, applications, payments, stats, doctors, clinics };
  const exports = exportsService({ ...staffLists, labs, reports, auditLog, audit });

  handleErrors(app);
  auditRefusals(app, audit);
  auditReads(app, audit);
  securityHeaders(app);
  rejectUnknownAddresses(app, (url) => pages.respond(url, {}).status < 400);
  slowClientTimeout(app);
  if (config.mode !== 'production') await openApi(app);
  rejectCrossSite(app, config.publicUrl);
  authHook(app, { sessions, refreshes, tokens, devices: machines });
  limitPartners(app, { quotas, storage });
  const { buffersInUse } = formBodies(app);
  const identity = dataIdentityService({
    ...{ db, storage, dataDir: config.dataDir, findExistingFiles: uploads.findExistingFiles, now },
  });
  const newest = () => readLastBackup(config.dataDir);
  const metrics = metricsService({
    ...{ storage, sessions, lastBackup: newest, countBuffersInUse: buffersInUse, now },
    findMismatch: identity.findMismatch,
    countDeletions: deletions.countAll,
    countUndecodable: media.countFailed,
    countJobs: jobs.count,
  });

  healthRoutes(app, {
    ping: () => Promise.all([database.ping(), storage.space()]),
    isDraining: drain.isDraining,
  });
  metricsRoutes(app, metrics, config.metricsToken);
  authRoutes(app, auth, refreshes);
  sessionsRoutes(app, auth, sessions);
  accountRoutes(app, account);
  staffRoutes(app, staff);
  secondFactorRoutes(app, ownFactor);
  partnersRoutes(app, partners);
  partnerStatsRoutes(app, stats);
  paymentsRoutes(app, payments);
  giftsRoutes(app, gifts);
  reportsRoutes(app, reports);
  deletionsRoutes(app, deletions);
  checkupsRoutes(app, checkups, deletions);
  uploadsRoutes(app, uploads);
  filesRoutes(app, files, { xAccelPrefix: config.xAccelPrefix });
  imagingRoutes(app, imaging);
  dicomwebRoutes(app, {
    search: dicomSearchService({ db }),
    retrieve: retrieveService({
      ...{ db, storage, files, results },
      decoding: decodingService({ storage, pool: decoders }),
    }),
    publicUrl: config.publicUrl,
    origins: config.dicomwebOrigins,
  });
  annotationsRoutes(app, annotations);
  devicesRoutes(app, machines);
  intakeRoutes(app, intake);
  stowRoutes(app, stow, { publicUrl: config.publicUrl });
  worklistRoutes(app, { worklist: worklistService({ db, now }), devices: machines });
  sharesRoutes(app, shares, { publicUrl: config.publicUrl });
  sharePagesRoutes(app, { visits, shares, files, pages });
  resultsRoutes(app, results);
  notificationsRoutes(app, notifications, pushDevices);
  searchRoutes(app, searchService({ db }));
  picturesRoutes(app, pictures, { xAccelPrefix: config.xAccelPrefix });
  clinicsRoutes(app, clinics);
  doctorsRoutes(app, doctors);
  shipmentsRoutes(app, shipments);
  labsRoutes(app, labs);
  formsRoutes(app, applications);
  applicationsRoutes(app, applications);
  workQueuesRoutes(app, workQueues);
  auditRoutes(app, auditLog);
  exportsRoutes(app, exports, { now });
  websiteRoutes(app, pages);

  storage.maintenance?.attach(jobs);
  const schedule = scheduler(db, databaseClock(db, deps.now));
  // Less than the interval of the timers, so that none of their sweeps comes a moment too early.
  const every = (interval: number, what: string, sweep: (log: Log) => Promise<number>) =>
    schedule(what, interval - SWEEP_INTERVAL / 10, metrics.instrument(what, sweep));
  const hourly = (what: string, sweep: (log: Log) => Promise<number>) =>
    every(SWEEP_INTERVAL, what, sweep);
  const { maintenance } = storage;
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
    hourly('derived', identity.guardSweep(imaging.sweep)),
    ...(maintenance
      ? [
          hourly('blobs', maintenance.sweep),
          every(DAY, 'orphaned blobs', identity.guardSweep(maintenance.sweepOrphans)),
        ]
      : []),
  ];
  const mismatch = await identity.findMismatch();
  if (mismatch) app.log.error({ reason: mismatch }, 'nothing will be swept');
  const stopSweeping = sweeps.map((sweep) => sweepRegularly(sweep, app.log));
  app.addHook('onClose', async () => {
    // First: what jobs use is closed next.
    await jobs.stop();
    for (const stop of stopSweeping) await stop();
    await sessions.flush();
    await media.close();
    await audit.flush();
    await chain.stop();
  });
  await app.ready();
  if (runsJobs) {
    jobs.start();
    chain.start();
  }
  return { app, draining: drain };
}
