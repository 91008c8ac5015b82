import { defineEndpoints } from '../shared/endpoint.ts';
import { auditExportQuery, auditList, auditQuery } from './audit.ts';

export const auditEndpoints = defineEndpoints({
  'GET /api/admin/audit': { query: auditQuery, answer: auditList },
  'GET /api/admin/exports/audit': { query: auditExportQuery, answer: 'bytes' },
});
