import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { counters, progressAnswer, progressConflict, updateProgress } from './work-queues.ts';

const update = {
  params: byId,
  body: updateProgress,
  answer: progressAnswer,
  conflict: progressConflict,
} as const;

export const workQueuesEndpoints = defineEndpoints({
  'GET /api/admin/misc/counters': { answer: counters },
  'PATCH /api/admin/applications/reservations/:id/status': update,
  'PATCH /api/admin/applications/partners/:id/status': update,
  'PATCH /api/admin/applications/contacts/:id/status': update,
  'PATCH /api/admin/reports/:id/status': update,
});
