import { done } from './auth.ts';
import { reportList, reportQuery } from './report-lists.ts';
import { sendReport } from './reports.ts';
import { defineEndpoints } from './shared/endpoint.ts';
import { byId } from './shared/text.ts';

export const reportsEndpoints = defineEndpoints({
  'POST /api/partner/misc/report': { body: sendReport, answer: done },
  'GET /api/admin/reports': { query: reportQuery, answer: reportList },
  'DELETE /api/admin/reports/:id': { params: byId, answer: done },
});
