import { exportsRoutes } from '../features/desk/exports/exports.routes.ts';
import { firstDayRoutes } from '../features/desk/first-day/first-day.routes.ts';
import { monthRoutes } from '../features/desk/month/month.routes.ts';
import { searchRoutes } from '../features/desk/search/search.routes.ts';
import { todayRoutes } from '../features/desk/today/today.routes.ts';
import { workQueuesRoutes } from '../features/desk/work-queues/work-queues.routes.ts';
import { checkupsRoutes } from '../features/examinations/checkups/checkups.routes.ts';
import { deletionsRoutes } from '../features/examinations/checkups/deletions/deletions.routes.ts';
import { resultsRoutes } from '../features/examinations/results/results.routes.ts';
import { sharePagesRoutes } from '../features/examinations/shares/share-pages.routes.ts';
import { sharesRoutes } from '../features/examinations/shares/shares.routes.ts';
import { shipmentsRoutes } from '../features/examinations/shipments/shipments.routes.ts';
import { annotationsRoutes } from '../features/imaging/annotations/annotations.routes.ts';
import { filesRoutes } from '../features/imaging/files/files.routes.ts';
import { imagingRoutes } from '../features/imaging/imaging/imaging.routes.ts';
import { picturesRoutes } from '../features/imaging/pictures/pictures.routes.ts';
import { uploadsRoutes } from '../features/imaging/uploads/uploads.routes.ts';
import { devicesRoutes } from '../features/machines/devices/devices.routes.ts';
import { dicomwebRoutes } from '../features/machines/dicomweb/dicomweb.routes.ts';
import { viewerLinksRoutes } from '../features/machines/dicomweb/viewer-links/viewer-links.routes.ts';
import { intakeRoutes } from '../features/machines/intake/intake.routes.ts';
import { stowRoutes } from '../features/machines/intake/stow/stow.routes.ts';
import { programTokensRoutes } from '../features/machines/program-tokens/program-tokens.routes.ts';
import { worklistRoutes } from '../features/machines/worklist/worklist.routes.ts';
import { notificationsRoutes } from '../features/notifications/notifications/notifications.routes.ts';
import { whatsAppWebhookRoutes } from '../features/notifications/whatsapp-webhook/whatsapp-webhook.routes.ts';
import { complaintsRoutes } from '../features/office/complaints/complaints.routes.ts';
import { giftsRoutes } from '../features/office/gifts/gifts.routes.ts';
import { labsRoutes } from '../features/office/labs/labs.routes.ts';
import { partnerStatsRoutes } from '../features/office/partner-stats/partner-stats.routes.ts';
import { paymentsRoutes } from '../features/office/payments/payments.routes.ts';
import { auditRoutes } from '../features/operations/audit/audit.routes.ts';
import { healthRoutes } from '../features/operations/health/health.routes.ts';
import { metricsRoutes } from '../features/operations/metrics/metrics.routes.ts';
import type { MetricsService } from '../features/operations/metrics/metrics.service.ts';
import { protectionRoutes } from '../features/operations/protection/protection.routes.ts';
import { accountRoutes } from '../features/people/account/account.routes.ts';
import { authRoutes } from '../features/people/auth/auth.routes.ts';
import { partnersRoutes } from '../features/people/partners/partners.routes.ts';
import { passwordResetsRoutes } from '../features/people/password-resets/password-resets.routes.ts';
import { secondFactorRoutes } from '../features/people/second-factor/second-factor.routes.ts';
import { sessionsRoutes } from '../features/people/sessions/sessions.routes.ts';
import { staffRoutes } from '../features/people/staff/staff.routes.ts';
import { appointmentsRoutes } from '../features/referrals/appointments/appointments.routes.ts';
import { bookingRoutes } from '../features/referrals/booking/booking.routes.ts';
import { bookingPagesRoutes } from '../features/referrals/booking/pages/booking-pages.routes.ts';
import { depositPaymentsRoutes } from '../features/referrals/deposit-payments/deposit-payments.routes.ts';
import { kindsRoutes } from '../features/referrals/kinds/kinds.routes.ts';
import { openingHoursRoutes } from '../features/referrals/opening-hours/opening-hours.routes.ts';
import { patientPagesRoutes } from '../features/referrals/patient-pages/patient-pages.routes.ts';
import { patientsRoutes } from '../features/referrals/patients/patients.routes.ts';
import { referralsRoutes } from '../features/referrals/referrals/referrals.routes.ts';
import { diagnosticReportsRoutes } from '../features/reports/diagnostic-reports/diagnostic-reports.routes.ts';
import { reportCheckRoutes } from '../features/reports/documents/report-check.routes.ts';
import { reportDocumentsRoutes } from '../features/reports/documents/report-documents.routes.ts';
import { questionsRoutes } from '../features/reports/questions/questions.routes.ts';
import { readingRoutes } from '../features/reports/reading/reading.routes.ts';
import { reportMacrosRoutes } from '../features/reports/report-macros/report-macros.routes.ts';
import { applicationsRoutes } from '../features/site/applications/applications.routes.ts';
import { formsRoutes } from '../features/site/applications/forms.routes.ts';
import { clinicSettingsRoutes } from '../features/site/clinic-settings/clinic-settings.routes.ts';
import { clinicsRoutes } from '../features/site/clinics/clinics.routes.ts';
import { doctorsRoutes } from '../features/site/doctors/doctors.routes.ts';
import { websiteRoutes } from '../features/site/website/website.routes.ts';
import type { App } from '../platform/http/app-types.ts';
import type { Core } from './core.ts';
import type { Services } from './services.ts';

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
  passwordResetsRoutes(app, services.passwordResets);
  sessionsRoutes(app, services.ownSessions);
  accountRoutes(app, services.account);
  staffRoutes(app, services.staff);
  secondFactorRoutes(app, services.ownFactor);
  programTokensRoutes(app, services.programTokens, { publicUrl });
  partnersRoutes(app, services.partners);
  partnerStatsRoutes(app, services.stats);
  paymentsRoutes(app, services.payments);
  giftsRoutes(app, services.gifts);
  complaintsRoutes(app, services.complaints);
  deletionsRoutes(app, deletions);
  checkupsRoutes(app, checkups, deletions);
  uploadsRoutes(app, services.uploads);
  filesRoutes(app, files, { xAccelPrefix });
  imagingRoutes(app, services.imaging);
  dicomwebRoutes(app, { ...services.dicomweb, publicUrl, origins: config.dicomwebOrigins });
  viewerLinksRoutes(app, services.viewerLinks, { publicUrl });
  annotationsRoutes(app, services.annotations);
  diagnosticReportsRoutes(app, services.reports, services.reportKeys);
  reportDocumentsRoutes(app, services.reportDocuments);
  reportCheckRoutes(app, services.reportDocuments);
  questionsRoutes(app, services.questions);
  readingRoutes(app, services.reading);
  reportMacrosRoutes(app, services.reportMacros);
  devicesRoutes(app, machines);
  intakeRoutes(app, services.intake);
  stowRoutes(app, services.stow, { publicUrl });
  worklistRoutes(app, {
    worklist: services.worklist,
    devices: machines,
    intake: services.intake,
    performedSteps: services.performedSteps,
  });
  sharesRoutes(app, shares, { publicUrl });
  sharePagesRoutes(app, {
    visits: services.visits,
    shares,
    files,
    documents: services.reportDocuments,
    pages,
  });
  resultsRoutes(app, services.results);
  notificationsRoutes(app, services.notifications, services.pushSubscriptions);
  whatsAppWebhookRoutes(app, services.whatsAppWebhook);
  searchRoutes(app, services.search);
  picturesRoutes(app, services.pictures, { xAccelPrefix });
  clinicSettingsRoutes(app, services.settings);
  clinicsRoutes(app, services.clinics);
  doctorsRoutes(app, services.doctors);
  shipmentsRoutes(app, services.shipments);
  patientsRoutes(app, services.patients);
  patientPagesRoutes(app, services.patientPages);
  referralsRoutes(app, services.referrals);
  kindsRoutes(app, services.kinds);
  appointmentsRoutes(app, services.appointments);
  bookingRoutes(app, services.booking);
  bookingPagesRoutes(app, services.booking, { now });
  depositPaymentsRoutes(app, services.depositPayments);
  openingHoursRoutes(app, services.hours);
  labsRoutes(app, services.labs);
  formsRoutes(app, applications, services.booking);
  applicationsRoutes(app, applications);
  workQueuesRoutes(app, services.workQueues);
  monthRoutes(app, services.month);
  todayRoutes(app, services.today);
  firstDayRoutes(app, services.firstDay);
  protectionRoutes(app, services.protection);
  auditRoutes(app, services.auditLog);
  exportsRoutes(app, services.exports, { now });
  websiteRoutes(app, pages);
}
