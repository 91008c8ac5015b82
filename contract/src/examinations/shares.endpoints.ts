import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  createShare,
  ownShareQuery,
  revokedShare,
  shareAnswer,
  shareList,
  shareQuery,
} from './shares.ts';

const create = { params: byId, body: createShare, answer: shareAnswer } as const;
const endAll = { params: byId, answer: done } as const;
const revoke = { params: byId, answer: revokedShare } as const;

/** The pages of shares are no operations of the API: share-pages.routes.ts. */
export const sharesEndpoints = defineEndpoints({
  'POST /api/admin/checkups/:id/shares': create,
  'GET /api/admin/shares': { query: shareQuery, answer: shareList },
  'DELETE /api/admin/shares/:id': revoke,
  'POST /api/admin/partners/:id/end-shares': endAll,
  'POST /api/admin/staff/:id/end-shares': endAll,
  'POST /api/partner/checkups/:id/shares': create,
  'GET /api/partner/shares': { query: ownShareQuery, answer: shareList },
  'DELETE /api/partner/shares/:id': revoke,
});
