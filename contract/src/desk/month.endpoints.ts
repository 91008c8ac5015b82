import { defineEndpoints } from '../shared/endpoint.ts';
import { monthAnswer, monthQuery } from './month.ts';

export const monthEndpoints = defineEndpoints({
  'GET /api/admin/month': { query: monthQuery, answer: monthAnswer },
});
