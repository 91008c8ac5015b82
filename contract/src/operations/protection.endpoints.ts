import { defineEndpoints } from '../shared/endpoint.ts';
import { protection } from './protection.ts';

export const protectionEndpoints = defineEndpoints({
  'GET /api/admin/protection': { answer: protection },
});
