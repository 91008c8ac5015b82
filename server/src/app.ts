import { accountRoutes } from './account/account.routes.ts';
import { accountService } from './account/account.service.ts';
import { applicationsRoutes } from './applications/applications.routes.ts';
import { applicationsService } from './applications/applications.service.ts';
import { formsRoutes } from './applications/forms.routes.ts';
import { auditService } from './audit/audit.service.ts';
import { passwordAttempts } from './auth/attempts.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { authService } from './auth/auth.service.ts';
import { devicesService } from './auth/devices.service.ts';
import { ownPassword } from './auth/own-password.ts';
import { passwordHashing } from './auth/passwords.ts';
import { refreshService } from './auth/refresh.service.ts';
import { epochOf, refreshTokens } from './auth/refresh-tokens.ts';
import { sessionsRoutes } from './auth/sessions.routes.ts';
import { sessionsService } from './auth/sessions.service.ts';
import { accessTokens } from './auth/tokens.ts';
import { lastBackup } from './backup/last-backup.ts';
import { checkupsRoutes } from './checkups/checkups.routes.ts';
import { checkupsService } from './checkups/checkups.service.ts';
import { deletionsRoutes } from './checkups/deletions.routes.ts';
import { deletionsService } from './checkups/deletions.service.ts';
import { clinicsRoutes } from './clinics/clinics.routes.ts';
import { clinicsService } from './clinics/clinics.service.ts';
import type { Config } from './config.ts';
import { dataIdentityService } from './data-identity/data-identity.service.ts';
import type { Database } from './db/database.ts';
import { exportsRoutes } from './exports/exports.routes.ts';
import { exportsService } from './exports/exports.service.ts';
import { filesRoutes } from './files/files.routes.ts';
import { filesService } from './files/files.service.ts';
import { giftsRoutes } from './gifts/gifts.routes.ts';
import { giftsService } from './gifts/gifts.service.ts';
import { diskService } from './health/disk.service.ts';
import { healthRoutes } from './health/health.routes.ts';
import { auditReads, auditRefusals } from './http/audit-hooks.ts';
import { authHook } from './http/auth-hook.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { draining } from './http/draining.ts';
import { errorHandling } from './http/errors.ts';
import { formBodies } from './http/form-body.ts';
import { securityHeaders } from './http/headers.ts';
import { newInstance } from './http/instance.ts';
import { openApi } from './http/openapi.ts';
import { limitPartners } from './http/partner-limits.ts';
import { rateLimits } from './http/rate-limits.ts';
import { cutStalledBodies } from './http/stalled-bodies.ts';
import { refuseUnknownAddresses } from './http/unknown-addresses.ts';
import { labsRoutes } from './labs/labs.routes.ts';
import { labsService } from './labs/labs.service.ts';
import { ledgerService } from './ledger/ledger.service.ts';
import type { DecoderPool } from './media/decoder-pool.ts';
import { mediaService } from './media/media.service.ts';
import type { Pages } from './pages/built-pages.ts';
import { pagesRoutes } from './pages/pages.routes.ts';
import { partnerCardsRoutes } from './partner-cards/partner-cards.routes.ts';
import { partnerCardsService } from './partner-cards/partner-cards.service.ts';
import { partnerStatsRoutes } from './partner-stats/partner-stats.routes.ts';
import { partnerStatsService } from './partner-stats/partner-stats.service.ts';
import { partnersRoutes } from './partners/partners.routes.ts';
import { partnersService } from './partners/partners.service.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { paymentsService } from './payments/payments.service.ts';
import { picturesRoutes } from './pictures/pictures.routes.ts';
import { picturesService } from './pictures/pictures.service.ts';
import { quotasService } from './quotas/quotas.service.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { reportsService } from './reports/reports.service.ts';
import { ownSecondFactorService } from './second-factor/own-second-factor.service.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { secondFactorService } from './second-factor/second-factor.service.ts';
import { shipmentsRoutes } from './shipments/shipments.routes.ts';
import { shipmentsService } from './shipments/shipments.service.ts';
import { staffRoutes } from './staff/staff.routes.ts';
import { staffService } from './staff/staff.service.ts';
import type { Storage } from './storage/storage.ts';
import { sweepRegularly } from './uploads/sweeper.ts';
import { uploadsRoutes } from './uploads/uploads.routes.ts';
import { uploadsService } from './uploads/uploads.service.ts';
import { watchRoutes } from './watch/watch.routes.ts';
import { watchService } from './watch/watch.service.ts';

export interface Deps {
  config: Config;
  database: Database;
  storage: Storage;
  secret: Buffer;
  pages: Pages;
  /** Decodes pictures; the caller closes it after the application. */
  decoders: DecoderPool;
  /** Milliseconds since 1970; tests move it. */
  now?: () => number;
  /** Waits so many milliseconds before a slowed sign-in; tests do not. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

const MINUTE = 60_000;

/** The public forms of one address: mobile operators put thousands of patients behind one. */
const FORM_LIMITS = [
  { most: 20, within: MINUTE },
  { most: 500, within: 60 * MINUTE },
];

/** The whole application on one Fastify instance: plugins, hooks, and the explicit list of features. */
export async function buildApp(deps: Deps) {
  const { config, database, storage, secret, pages, decoders, now = Date.now, pause } = deps;
  const { db, versions } = database;
  const app = newInstance(config);

  const audit = auditService({ db, now, log: app.log });
  const { requireStaffSecondFactor } = config;
  const idle = config.sessionIdleMinutes && config.sessionIdleMinutes * MINUTE;
  const sessions = sessionsService({
    db,
    versions,
    epoch: epochOf(secret),
    idle,
    requireStaffSecondFactor,
    now,
  });
  await sessions.endOtherEpochs();
  const tokens = accessTokens(secret, now);
  const passwords = passwordHashing();
  const attempts = passwordAttempts({ enabled: config.rateLimits, now, ...(pause && { pause }) });
  const devices = devicesService({ db, now });
  const factors = secondFactorService({
    db,
    dataDir: config.dataDir,
    passwords,
    limited: config.rateLimits,
    now,
  });
  const partners = partnersService({ db, versions, passwords, sessions, factors, audit });
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
  const payments = paymentsService({ db, versions, ledger, audit, now });
  const gifts = giftsService({ db, ledger, payments, audit });
  const reports = reportsService({ db, versions, audit, now });
  const media = mediaService({ db, pool: decoders, log: app.log, now });
  const uploads = uploadsService({ db, storage, media, now });
  const files = filesService({ db, storage, media, sessions, audit, secret, now });
  const disk = diskService({ space: () => storage.space(), now });
  const checkups = checkupsService({ db, versions, partners, uploads, files, disk, audit });
  const deletions = deletionsService({
    ...{ db, versions, files, audit, now, isLimited: config.rateLimits },
  });
  const pictures = picturesService({ db, storage, media, now });
  const clinics = clinicsService({ db, versions, pictures, audit });
  const partnerCards = partnerCardsService({ db, versions, pictures, audit });
  const shipments = shipmentsService({ checkups, pictures, files });
  const labs = labsService({ db, versions, partners, audit, now });
  const limits = rateLimits({ enabled: config.rateLimits, now, limits: FORM_LIMITS });
  const applications = applicationsService({ db, versions, limits, audit, now });
  const quotas = quotasService({ db, enabled: config.rateLimits, now });
  const staffLists = { partners, checkups, applications, payments, stats, partnerCards, clinics };
  const exports = exportsService({ ...staffLists, labs, reports, audit });

  errorHandling(app);
  auditRefusals(app, audit);
  auditReads(app, audit);
  securityHeaders(app);
  refuseUnknownAddresses(app, (url) => pages.answer(url, {}).status < 400);
  cutStalledBodies(app);
  const drain = draining(app);
  await openApi(app, config.mode !== 'production');
  refuseCrossSite(app, config.publicUrl);
  authHook(app, { sessions, refreshes, tokens });
  limitPartners(app, { quotas, storage });
  const { buffersInUse } = formBodies(app);
  const identity = dataIdentityService({
    ...{ db, storage, dataDir: config.dataDir, knownFiles: uploads.knownFiles },
  });
  const newest = () => lastBackup(config.dataDir);
  const watch = watchService({
    ...{ storage, sessions, lastBackup: newest, buffersInUse, now },
    mismatch: identity.mismatch,
    deletions: deletions.totals,
    undecodable: media.countFailed,
  });

  healthRoutes(app, {
    ping: () => Promise.all([database.ping(), storage.space()]),
    isDraining: drain.isDraining,
  });
  watchRoutes(app, watch, config.metricsToken);
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
  picturesRoutes(app, pictures, { xAccelPrefix: config.xAccelPrefix });
  clinicsRoutes(app, clinics);
  partnerCardsRoutes(app, partnerCards);
  shipmentsRoutes(app, shipments);
  labsRoutes(app, labs);
  formsRoutes(app, applications);
  applicationsRoutes(app, applications);
  exportsRoutes(app, exports, { now });
  pagesRoutes(app, pages);

  const sweeps = [
    watch.swept('deletions', identity.guarded(deletions.purge)),
    watch.swept('files', identity.guarded(uploads.sweep)),
    watch.swept('pictures', identity.guarded(pictures.sweep)),
    watch.swept('claims', uploads.sweepClaims),
    watch.swept('decoder attempts', media.sweep),
  ];
  const mismatch = await identity.mismatch();
  if (mismatch) app.log.error({ reason: mismatch }, 'nothing will be swept');
  const stopSweeping = sweeps.map((sweep) => sweepRegularly(sweep, app.log));
  app.addHook('onClose', async () => {
    for (const stop of stopSweeping) await stop();
    await sessions.flush();
    await media.close();
    await audit.flush();
  });
  await app.ready();
  return { app, draining: drain };
}
