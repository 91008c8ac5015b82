import { defineEndpoints } from '../shared/endpoint.ts';
import { firstDay } from './first-day.ts';

export const firstDayEndpoints = defineEndpoints({
  'GET /api/admin/first-day': { answer: firstDay },
});
