import { accountRoutes } from '../features/account/account.routes.ts';
import { annotationsRoutes } from '../features/annotations/annotations.routes.ts';
import { applicationsRoutes } from '../features/applications/applications.routes.ts';
import { formsRoutes } from '../features/applications/forms.routes.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { checkupsRoutes } from '../features/checkups/checkups.routes.ts';
import { deletionsRoutes } from '../features/checkups/deletions/deletions.routes.ts';
import { clinicsRoutes } from '../features/clinics/clinics.routes.ts';
import { devicesRoutes } from '../features/devices/devices.routes.ts';
import { dicomwebRoutes } from '../features/dicomweb/dicomweb.routes.ts';
import { viewerLinksRoutes } from '../features/dicomweb/viewer-links.routes.ts';
import { doctorsRoutes } from '../features/doctors/doctors.routes.ts';
import { exportsRoutes } from '../features/exports/exports.routes.ts';
import { filesRoutes } from '../features/files/files.routes.ts';
import { giftsRoutes } from '../features/gifts/gifts.routes.ts';
import { healthRoutes } from '../features/health/health.routes.ts';
import { imagingRoutes } from '../features/imaging/imaging.routes.ts';
import { intakeRoutes } from '../features/intake/intake.routes.ts';
import { stowRoutes } from '../features/intake/stow.routes.ts';
import { labsRoutes } from '../features/labs/labs.routes.ts';
import { metricsRoutes } from '../features/metrics/metrics.routes.ts';
import type { MetricsService } from '../features/metrics/metrics.service.ts';
import { notificationsRoutes } from '../features/notifications/notifications.routes.ts';
import { partnerStatsRoutes } from '../features/partner-stats/partner-stats.routes.ts';
import { partnersRoutes } from '../features/partners/partners.routes.ts';
import { paymentsRoutes } from '../features/payments/payments.routes.ts';
import { picturesRoutes } from '../features/pictures/pictures.routes.ts';
import { programTokensRoutes } from '../features/program-tokens/program-tokens.routes.ts';
import { reportsRoutes } from '../features/reports/reports.routes.ts';
import { resultsRoutes } from '../features/results/results.routes.ts';
import { searchRoutes } from '../features/search/search.routes.ts';
import { secondFactorRoutes } from '../features/second-factor/second-factor.routes.ts';
import { sessionsRoutes } from '../features/sessions/sessions.routes.ts';
import { sharePagesRoutes } from '../features/shares/share-pages.routes.ts';
import { sharesRoutes } from '../features/shares/shares.routes.ts';
import { shipmentsRoutes } from '../features/shipments/shipments.routes.ts';
import { staffRoutes } from '../features/staff/staff.routes.ts';
import { uploadsRoutes } from '../features/uploads/uploads.routes.ts';
import { websiteRoutes } from '../features/website/website.routes.ts';
import { workQueuesRoutes } from '../features/work-queues/work-queues.routes.ts';
import { worklistRoutes } from '../features/worklist/worklist.routes.ts';
import type { App } from '../platform/http/app-types.ts';
import type { Core } from './core.ts';
import type { Services } from './services.ts';

/** The routes of all features. */
export function addRoutes(app: App, core: Core, services: Services, metrics: MetricsService): void {
  const { config, database, storage, draining, pages, now } = core;
  const { publicUrl, xAccelPrefix } = config;
  const { auth, refreshes, checkups, deletions, files, shares, machines, applications } = services;
  healthRoutes(app, {
    ping: () => Promise.all([database.ping(), storage.space()]),
    isDraining: draining.isDraining,
  });
  metricsRoutes(app, metrics, config.metricsToken);
  authRoutes(app, auth, refreshes);
  sessionsRoutes(app, auth, services.sessions);
  accountRoutes(app, services.account);
  staffRoutes(app, services.staff);
  secondFactorRoutes(app, services.ownFactor);
  programTokensRoutes(app, services.programTokens, { publicUrl });
  partnersRoutes(app, services.partners);
  partnerStatsRoutes(app, services.stats);
  paymentsRoutes(app, services.payments);
  giftsRoutes(app, services.gifts);
  reportsRoutes(app, services.reports);
  deletionsRoutes(app, deletions);
  checkupsRoutes(app, checkups, deletions);
  uploadsRoutes(app, services.uploads);
  filesRoutes(app, files, { xAccelPrefix });
  imagingRoutes(app, services.imaging);
  dicomwebRoutes(app, { ...services.dicomweb, publicUrl, origins: config.dicomwebOrigins });
  viewerLinksRoutes(app, services.viewerLinks, { publicUrl });
  annotationsRoutes(app, services.annotations);
  devicesRoutes(app, machines);
  intakeRoutes(app, services.intake);
  stowRoutes(app, services.stow, { publicUrl });
  worklistRoutes(app, {
    worklist: services.worklist,
    devices: machines,
    intake: services.intake,
  });
  sharesRoutes(app, shares, { publicUrl });
  sharePagesRoutes(app, { visits: services.visits, shares, files, pages });
  resultsRoutes(app, services.results);
  notificationsRoutes(app, services.notifications, services.pushDevices);
  searchRoutes(app, services.search);
  picturesRoutes(app, services.pictures, { xAccelPrefix });
  clinicsRoutes(app, services.clinics);
  doctorsRoutes(app, services.doctors);
  shipmentsRoutes(app, services.shipments);
  labsRoutes(app, services.labs);
  formsRoutes(app, applications);
  applicationsRoutes(app, applications);
  workQueuesRoutes(app, services.workQueues);
  auditRoutes(app, services.auditLog);
  exportsRoutes(app, services.exports, { now });
  websiteRoutes(app, pages);
}
