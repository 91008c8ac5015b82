import { defineEndpoints } from '../shared/endpoint.ts';
import { today } from './today.ts';

export const todayEndpoints = defineEndpoints({
  'GET /api/admin/today': { answer: today },
});
