import { exportsEndpoints } from './desk/exports.endpoints.ts';
import { firstDayEndpoints } from './desk/first-day.endpoints.ts';
import { monthEndpoints } from './desk/month.endpoints.ts';
import { searchEndpoints } from './desk/search.endpoints.ts';
import { todayEndpoints } from './desk/today.endpoints.ts';
import { workQueuesEndpoints } from './desk/work-queues.endpoints.ts';
import { checkupsEndpoints, deletionsEndpoints } from './examinations/checkups.endpoints.ts';
import { resultsEndpoints } from './examinations/results.endpoints.ts';
import { sharesEndpoints } from './examinations/shares.endpoints.ts';
import { shipmentsEndpoints } from './examinations/shipments.endpoints.ts';
import { annotationsEndpoints } from './imaging/annotations.endpoints.ts';
import { filesEndpoints } from './imaging/files.endpoints.ts';
import { imagingEndpoints } from './imaging/imaging.endpoints.ts';
import { uploadsEndpoints } from './imaging/uploads.endpoints.ts';
import { devicesEndpoints } from './machines/devices.endpoints.ts';
import { intakeEndpoints } from './machines/intake.endpoints.ts';
import { programTokensEndpoints } from './machines/program-tokens.endpoints.ts';
import { viewerLinksEndpoints } from './machines/viewer-links.endpoints.ts';
import { notificationsEndpoints } from './notifications/notifications.endpoints.ts';
import { complaintsEndpoints } from './office/complaints.endpoints.ts';
import { giftsEndpoints } from './office/gifts.endpoints.ts';
import { labsEndpoints } from './office/labs.endpoints.ts';
import { partnerStatsEndpoints } from './office/partner-stats.endpoints.ts';
import { paymentsEndpoints } from './office/payments.endpoints.ts';
import { auditEndpoints } from './operations/audit.endpoints.ts';
import { protectionEndpoints } from './operations/protection.endpoints.ts';
import { accountEndpoints } from './people/account.endpoints.ts';
import { authEndpoints } from './people/auth.endpoints.ts';
import { partnersEndpoints } from './people/partners.endpoints.ts';
import { passwordResetsEndpoints } from './people/password-resets/password-resets.endpoints.ts';
import { secondFactorEndpoints } from './people/second-factor.endpoints.ts';
import { sessionsEndpoints } from './people/sessions.endpoints.ts';
import { staffEndpoints } from './people/staff.endpoints.ts';
import { appointmentsEndpoints } from './referrals/booking/appointments.endpoints.ts';
import { bookingEndpoints } from './referrals/booking/booking.endpoints.ts';
import { kindsEndpoints } from './referrals/booking/kinds.endpoints.ts';
import { openingHoursEndpoints } from './referrals/booking/opening-hours.endpoints.ts';
import { patientsEndpoints } from './referrals/patients/patients.endpoints.ts';
import { referralsEndpoints } from './referrals/referrals.endpoints.ts';
import { diagnosticReportsEndpoints } from './reports/diagnostic-reports.endpoints.ts';
import { questionsEndpoints } from './reports/questions.endpoints.ts';
import { readingEndpoints } from './reports/reading.endpoints.ts';
import { reportMacrosEndpoints } from './reports/report-macros.endpoints.ts';
import { applicationsEndpoints } from './site/applications.endpoints.ts';
import { clinicSettingsEndpoints } from './site/clinic-settings.endpoints.ts';
import { clinicsEndpoints } from './site/clinics.endpoints.ts';
import { doctorsEndpoints } from './site/doctors.endpoints.ts';

/** Every operation of the API. The web client imports only the type, so that its pages contain no schema. */
export const endpoints = {
  ...accountEndpoints,
  ...annotationsEndpoints,
  ...applicationsEndpoints,
  ...appointmentsEndpoints,
  ...auditEndpoints,
  ...authEndpoints,
  ...passwordResetsEndpoints,
  ...bookingEndpoints,
  ...checkupsEndpoints,
  ...clinicsEndpoints,
  ...deletionsEndpoints,
  ...devicesEndpoints,
  ...diagnosticReportsEndpoints,
  ...clinicSettingsEndpoints,
  ...doctorsEndpoints,
  ...exportsEndpoints,
  ...filesEndpoints,
  ...giftsEndpoints,
  ...imagingEndpoints,
  ...intakeEndpoints,
  ...kindsEndpoints,
  ...labsEndpoints,
  ...monthEndpoints,
  ...notificationsEndpoints,
  ...openingHoursEndpoints,
  ...partnerStatsEndpoints,
  ...partnersEndpoints,
  ...patientsEndpoints,
  ...paymentsEndpoints,
  ...programTokensEndpoints,
  ...protectionEndpoints,
  ...complaintsEndpoints,
  ...questionsEndpoints,
  ...readingEndpoints,
  ...reportMacrosEndpoints,
  ...referralsEndpoints,
  ...resultsEndpoints,
  ...searchEndpoints,
  ...secondFactorEndpoints,
  ...sessionsEndpoints,
  ...sharesEndpoints,
  ...shipmentsEndpoints,
  ...staffEndpoints,
  ...uploadsEndpoints,
  ...viewerLinksEndpoints,
  ...firstDayEndpoints,
  ...todayEndpoints,
  ...workQueuesEndpoints,
};

export type Endpoints = typeof endpoints;
