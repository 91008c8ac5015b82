import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  createReport,
  deleteReportQuery,
  foundReport,
  partnerReport,
  reportAnswer,
  reportConflict,
  reportKeys,
  reportList,
  saveReport,
} from './diagnostic-reports.ts';
import { addAddendum, signReport, withdrawReport } from './report-actions.ts';

const change = { params: byId, answer: reportAnswer, conflict: reportConflict } as const;

export const diagnosticReportsEndpoints = defineEndpoints({
  'GET /api/admin/checkups/:id/diagnostic-reports': { params: byId, answer: reportList },
  'POST /api/admin/checkups/:id/diagnostic-reports': {
    params: byId,
    body: createReport,
    answer: foundReport,
  },
  'PUT /api/admin/diagnostic-reports/:id': {
    params: byId,
    body: saveReport,
    answer: foundReport,
    conflict: reportConflict,
  },
  'DELETE /api/admin/diagnostic-reports/:id': {
    params: byId,
    query: deleteReportQuery,
    answer: done,
    conflict: reportConflict,
  },
  'POST /api/admin/diagnostic-reports/:id/sign': { ...change, body: signReport },
  'POST /api/admin/diagnostic-reports/:id/countersign': { ...change, body: signReport },
  'POST /api/admin/diagnostic-reports/:id/withdraw': { ...change, body: withdrawReport },
  'POST /api/admin/diagnostic-reports/:id/addenda': { ...change, body: addAddendum },
  'GET /api/admin/diagnostic-reports/:id/pdf': { params: byId, answer: 'bytes' },
  'GET /api/admin/diagnostic-reports/:id/sr': { params: byId, answer: 'bytes' },
  'GET /api/partner/diagnostic-reports/:id/pdf': { params: byId, answer: 'bytes' },
  'GET /api/partner/checkups/:id/diagnostic-report': { params: byId, answer: partnerReport },
  'GET /api/misc/report-keys': { answer: reportKeys },
});
