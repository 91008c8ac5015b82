import { accountEndpoints } from './account.endpoints.ts';
import { annotationsEndpoints } from './annotations.endpoints.ts';
import { applicationsEndpoints } from './applications.endpoints.ts';
import { auditEndpoints } from './audit.endpoints.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { checkupsEndpoints } from './checkups.endpoints.ts';
import { clinicsEndpoints } from './clinics.endpoints.ts';
import { deletionsEndpoints } from './deletions.endpoints.ts';
import { devicesEndpoints } from './devices.endpoints.ts';
import { doctorsEndpoints } from './doctors.endpoints.ts';
import { exportsEndpoints } from './exports.endpoints.ts';
import { filesEndpoints } from './files.endpoints.ts';
import { giftsEndpoints } from './gifts.endpoints.ts';
import { imagingEndpoints } from './imaging.endpoints.ts';
import { intakeEndpoints } from './intake.endpoints.ts';
import { labsEndpoints } from './labs.endpoints.ts';
import { notificationsEndpoints } from './notifications.endpoints.ts';
import { partnerStatsEndpoints } from './partner-stats.endpoints.ts';
import { partnersEndpoints } from './partners.endpoints.ts';
import { paymentsEndpoints } from './payments.endpoints.ts';
import { programTokensEndpoints } from './program-tokens.endpoints.ts';
import { reportsEndpoints } from './reports.endpoints.ts';
import { resultsEndpoints } from './results.endpoints.ts';
import { searchEndpoints } from './search.endpoints.ts';
import { secondFactorEndpoints } from './second-factor.endpoints.ts';
import { sessionsEndpoints } from './sessions.endpoints.ts';
import { sharesEndpoints } from './shares.endpoints.ts';
import { shipmentsEndpoints } from './shipments.endpoints.ts';
import { staffEndpoints } from './staff.endpoints.ts';
import { uploadsEndpoints } from './uploads.endpoints.ts';
import { viewerLinksEndpoints } from './viewer-links.endpoints.ts';
import { workQueuesEndpoints } from './work-queues.endpoints.ts';

/**
 * Every operation of the API, by method and path. The web client imports only the type, so that no schema is
 * added to its pages.
 */
export const endpoints = {
  ...accountEndpoints,
  ...annotationsEndpoints,
  ...applicationsEndpoints,
  ...auditEndpoints,
  ...authEndpoints,
  ...checkupsEndpoints,
  ...clinicsEndpoints,
  ...deletionsEndpoints,
  ...devicesEndpoints,
  ...doctorsEndpoints,
  ...exportsEndpoints,
  ...filesEndpoints,
  ...giftsEndpoints,
  ...imagingEndpoints,
  ...intakeEndpoints,
  ...labsEndpoints,
  ...notificationsEndpoints,
  ...partnerStatsEndpoints,
  ...partnersEndpoints,
  ...paymentsEndpoints,
  ...programTokensEndpoints,
  ...reportsEndpoints,
  ...resultsEndpoints,
  ...searchEndpoints,
  ...secondFactorEndpoints,
  ...sessionsEndpoints,
  ...sharesEndpoints,
  ...shipmentsEndpoints,
  ...staffEndpoints,
  ...uploadsEndpoints,
  ...viewerLinksEndpoints,
  ...workQueuesEndpoints,
};

export type Endpoints = typeof endpoints;
