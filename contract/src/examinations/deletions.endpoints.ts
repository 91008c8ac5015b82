import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { deletionList, deletionQuery } from './deletions.ts';

export const deletionsEndpoints = defineEndpoints({
  'GET /api/admin/checkups/deleted': { query: deletionQuery, answer: deletionList },
  'POST /api/admin/checkups/deleted/:id/restore': { params: byId, answer: done },
  'DELETE /api/partner/misc/checkups/:id': { params: byId, answer: done },
});
