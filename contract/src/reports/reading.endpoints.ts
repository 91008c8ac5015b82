import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { readingAnswer, readingConflict, readingList, readingQuery } from './reading.ts';

/** `:id` is the id of a checkup. */
export const readingEndpoints = defineEndpoints({
  'GET /api/admin/reading': { query: readingQuery, answer: readingList },
  'POST /api/admin/checkups/:id/reading': {
    params: byId,
    answer: readingAnswer,
    conflict: readingConflict,
  },
  'DELETE /api/admin/checkups/:id/reading': {
    params: byId,
    answer: done,
    conflict: readingConflict,
  },
});
