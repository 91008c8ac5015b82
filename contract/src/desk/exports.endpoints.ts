import { defineEndpoints } from '../shared/endpoint.ts';
import { exportQuery } from './exports.ts';

const sheet = { query: exportQuery, answer: 'bytes' } as const;

export const exportsEndpoints = defineEndpoints({
  'GET /api/admin/exports/referrals': sheet,
  'GET /api/admin/exports/patients': sheet,
  'GET /api/admin/exports/partners': sheet,
  'GET /api/admin/exports/checkups': sheet,
  'GET /api/admin/exports/applications/partner': sheet,
  'GET /api/admin/exports/applications/reservation': sheet,
  'GET /api/admin/exports/applications/contact': sheet,
  'GET /api/admin/exports/payments': sheet,
  'GET /api/admin/exports/partner-stats': sheet,
  'GET /api/admin/exports/partnercards': sheet,
  'GET /api/admin/exports/clinics': sheet,
  'GET /api/admin/exports/labs': sheet,
  'GET /api/admin/exports/reports': sheet,
});
