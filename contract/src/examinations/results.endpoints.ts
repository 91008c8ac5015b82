import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { resultTrace, unopenedResults, unseenResults } from './results.ts';

/** `:id` is the id of a checkup. */
export const resultsEndpoints = defineEndpoints({
  'GET /api/partner/results/unseen': { answer: unseenResults },
  'POST /api/partner/checkups/:id/opened': { params: byId, answer: unseenResults },
  'GET /api/admin/results/unopened': { answer: unopenedResults },
  'GET /api/admin/checkups/:id/trace': { params: byId, answer: resultTrace },
});
