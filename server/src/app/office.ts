import { exportsService } from '../features/desk/exports/exports.service.ts';
import { firstDayService } from '../features/desk/first-day/first-day.service.ts';
import { monthService } from '../features/desk/month/month.service.ts';
import { searchService } from '../features/desk/search/search.service.ts';
import { todayService } from '../features/desk/today/today.service.ts';
import { workQueuesService } from '../features/desk/work-queues/work-queues.service.ts';
import { shipmentsService } from '../features/examinations/shipments/shipments.service.ts';
import { whatsAppWebhookService } from '../features/notifications/whatsapp-webhook/whatsapp-webhook.service.ts';
import { complaintsService } from '../features/office/complaints/complaints.service.ts';
import { giftsService } from '../features/office/gifts/gifts.service.ts';
import { labsService } from '../features/office/labs/labs.service.ts';
import { ledgerService } from '../features/office/ledger/ledger.service.ts';
import { partnerStatsService } from '../features/office/partner-stats/partner-stats.service.ts';
import { paymentsService } from '../features/office/payments/payments.service.ts';
import { auditLogService } from '../features/operations/audit/audit-log.service.ts';
import {
  type ProtectionService,
  protectionService,
} from '../features/operations/protection/protection.service.ts';
import { quotasService } from '../features/operations/quotas/quotas.service.ts';
import { patientEvents } from '../features/referrals/booking/patient-events.ts';
import { patientPagesService } from '../features/referrals/patient-pages/patient-pages.service.ts';
import { applicationsService } from '../features/site/applications/applications.service.ts';
import { clinicSettingsService } from '../features/site/clinic-settings/clinic-settings.service.ts';
import { clinicsService } from '../features/site/clinics/clinics.service.ts';
import { doctorsService } from '../features/site/doctors/doctors.service.ts';
import { readLastBackup } from '../platform/data-folder/last-backup.ts';
import { rateLimiter } from '../platform/limits/rate-limiter.ts';
import { MINUTE } from '../platform/time.ts';
import type { Core } from './core.ts';
import type { Examinations } from './examinations.ts';
import type { Imaging } from './imaging.ts';
import type { Notifications } from './notifications.ts';
import type { People } from './people.ts';
import type { Appointments, Referrals } from './referrals.ts';

/** The public forms of one address: mobile operators put thousands of patients behind one. */
const FORM_LIMITS = [
  { name: 'forms a minute', max: 20, window: MINUTE },
  { name: 'forms an hour', max: 500, window: 60 * MINUTE },
];

/** The lists of staff beside examinations and referrals: points and gifts, orders, applications, the public site, exports. */
export function createOffice(
  core: Core,
  people: People,
  messages: Notifications,
  { pictures, files }: Imaging,
  { times, kinds }: Appointments,
  { checkups }: Examinations,
  { patients, referrals }: Referrals,
) {
  const { config, db, versions, audit, now, isLimited } = core;
  const { partners } = people;
  const { notifications, patientMessages, bookingLinks: links } = messages;
  const ledger = ledgerService({ db, now });
  const stats = partnerStatsService({ db, versions, ledger, audit, now });
  const payments = paymentsService({ db, versions, ledger, notifications, audit, now });
  const complaints = complaintsService({ db, versions, notifications, audit, now });
  const clinics = clinicsService({ db, versions, pictures, audit, now });
  const doctors = doctorsService({ db, versions, pictures, audit, now });
  const labs = labsService({ db, versions, partners, notifications, audit, now });
  const limits = rateLimiter({ ...isLimited, per: FORM_LIMITS });
  const applications = applicationsService({
    db,
    versions,
    limits,
    links,
    notifications,
    audit,
    now,
  });
  const auditLog = auditLogService({ db });
  const month = monthService({ db, now });
  return {
    stats,
    payments,
    complaints,
    clinics,
    doctors,
    labs,
    applications,
    auditLog,
    gifts: giftsService({ db, ledger, payments, audit }),
    whatsAppWebhook:
      config.channels.whatsApp &&
      whatsAppWebhookService({
        settings: config.channels.whatsApp,
        events:
          core.messageEvents ?? patientEvents({ db, times, messages: patientMessages, audit }),
        isLimited,
      }),
    patientPages: patientPagesService({ db, patients, checkups, referrals, audit, auditLog }),
    shipments: shipmentsService({ checkups, pictures, files }),
    month,
    settings: clinicSettingsService({
      db,
      versions,
      kinds,
      pictures,
      audit,
      log: core.log,
      now,
      onChange: core.pages.show,
    }),
    workQueues: workQueuesService({ db, versions, audit, now }),
    quotas: quotasService({ db, enabled: config.rateLimits, now }),
    search: searchService({ db, patients, referrals }),
    exports: exportsService({
      patients,
      referrals,
      partners,
      checkups,
      applications,
      payments,
      stats,
      doctors,
      clinics,
      labs,
      complaints,
      auditLog,
      audit,
      months: month,
    }),
  };
}

/** How the data of the clinic are protected. */
export const createProtection = ({ db, config, storage, chain, now }: Core) =>
  protectionService({
    db,
    dataDir: config.dataDir,
    storage,
    hasMail: config.mail !== undefined,
    certificateFile: config.certificateFile,
    lastBackup: () => readLastBackup(config.dataDir),
    checkAudit: chain.check,
    now,
  });

export const createFirstDay = ({ db, config }: Core) =>
  firstDayService({
    db,
    hasMail: config.mail !== undefined,
    lastBackup: () => readLastBackup(config.dataDir),
  });

/** The work of the desk today. */
export const createToday = (
  { db, now }: Core,
  { results }: Notifications,
  { appointments }: Referrals,
  { workQueues: queues, applications }: ReturnType<typeof createOffice>,
  protection: ProtectionService,
) =>
  todayService({
    db,
    queues,
    appointments,
    applications,
    results,
    protection,
    now,
  });
