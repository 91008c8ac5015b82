import { defineEndpoints } from '../shared/endpoint.ts';
import { monthAnswer, monthQuery, ownMonth, periodQuery } from './month.ts';

export const monthEndpoints = defineEndpoints({
  'GET /api/admin/month': { query: monthQuery, answer: monthAnswer },
  'GET /api/admin/exports/month': { query: periodQuery, answer: 'bytes' },
  'GET /api/partner/month': { query: monthQuery, answer: ownMonth },
});
