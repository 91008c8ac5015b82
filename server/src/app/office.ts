import { applicationsService } from '../features/applications/applications.service.ts';
import { auditLogService } from '../features/audit/audit-log.service.ts';
import { clinicsService } from '../features/clinics/clinics.service.ts';
import { doctorsService } from '../features/doctors/doctors.service.ts';
import { exportsService } from '../features/exports/exports.service.ts';
import { giftsService } from '../features/gifts/gifts.service.ts';
import { labsService } from '../features/labs/labs.service.ts';
import { ledgerService } from '../features/ledger/ledger.service.ts';
import { partnerStatsService } from '../features/partner-stats/partner-stats.service.ts';
import { paymentsService } from '../features/payments/payments.service.ts';
import { picturesService } from '../features/pictures/pictures.service.ts';
import { quotasService } from '../features/quotas/quotas.service.ts';
import { reportsService } from '../features/reports/reports.service.ts';
import { searchService } from '../features/search/search.service.ts';
import { shipmentsService } from '../features/shipments/shipments.service.ts';
import { workQueuesService } from '../features/work-queues/work-queues.service.ts';
import { rateLimiter } from '../platform/limits/rate-limiter.ts';
import type { Core } from './core.ts';
import type { Examinations } from './examinations.ts';
import type { Messages } from './messages.ts';
import type { People } from './people.ts';

const MINUTE = 60_000;

/** The public forms of one address: mobile operators put thousands of patients behind one. */
const FORM_LIMITS = [
  { name: 'forms a minute', max: 20, window: MINUTE },
  { name: 'forms an hour', max: 500, window: 60 * MINUTE },
];

/** The lists of staff beside examinations: points and gifts, orders, applications, the public site, exports. */
export function createOffice(
  core: Core,
  people: People,
  messages: Messages,
  examinations: Examinations,
) {
  const { config, db, versions, storage, audit, now, isLimited } = core;
  const { partners } = people;
  const { notifications } = messages;
  const { checkups, files, media } = examinations;
  const ledger = ledgerService({ db, now });
  const stats = partnerStatsService({ db, versions, ledger, audit, now });
  const payments = paymentsService({ db, versions, ledger, notifications, audit, now });
  const reports = reportsService({ db, versions, notifications, audit, now });
  const pictures = picturesService({ db, storage, media, now });
  const clinics = clinicsService({ db, versions, pictures, audit, now });
  const doctors = doctorsService({ db, versions, pictures, audit, now });
  const labs = labsService({ db, versions, partners, notifications, audit, now });
  const limits = rateLimiter({ ...isLimited, per: FORM_LIMITS });
  const applications = applicationsService({ db, versions, limits, notifications, audit, now });
  const auditLog = auditLogService({ db });
  const staffLists = { partners, checkups, applications, payments, stats, doctors, clinics };
  return {
    ...{ stats, payments, reports, pictures, clinics, doctors, labs, applications, auditLog },
    gifts: giftsService({ db, ledger, payments, audit }),
    shipments: shipmentsService({ checkups, pictures, files }),
    workQueues: workQueuesService({ db, versions, audit, now }),
    quotas: quotasService({ db, enabled: config.rateLimits, now }),
    search: searchService({ db }),
    exports: exportsService({ ...staffLists, labs, reports, auditLog, audit }),
  };
}
