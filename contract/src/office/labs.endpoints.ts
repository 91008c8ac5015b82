import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  createLab,
  labAnswer,
  labList,
  labQuery,
  ownLabList,
  ownLabQuery,
  setLabStatus,
  updateLab,
} from './labs.ts';

export const labsEndpoints = defineEndpoints({
  'GET /api/admin/labs': { query: labQuery, answer: labList },
  'POST /api/admin/labs': { body: createLab, answer: labAnswer },
  'PUT /api/admin/labs/:id': { params: byId, body: updateLab, answer: labAnswer },
  'PATCH /api/admin/labs/:id/status': { params: byId, body: setLabStatus, answer: labAnswer },
  'DELETE /api/admin/labs/:id': { params: byId, answer: done },
  'GET /api/partner/misc/labs': { query: ownLabQuery, answer: ownLabList },
});
