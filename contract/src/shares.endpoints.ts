import { defineEndpoints } from './shared/endpoint.ts';
import { byId } from './shared/text.ts';
import {
  createShare,
  ownShareQuery,
  revokedShare,
  shareAnswer,
  shareList,
  shareQuery,
} from './shares.ts';

const create = { params: byId, body: createShare, answer: shareAnswer } as const;
const revoke = { params: byId, answer: revokedShare } as const;

/** The pages of shares are no operations of the API: share-pages.routes.ts. */
export const sharesEndpoints = defineEndpoints({
  'POST /api/admin/checkups/:id/shares': create,
  'GET /api/admin/shares': { query: shareQuery, answer: shareList },
  'DELETE /api/admin/shares/:id': revoke,
  'POST /api/partner/checkups/:id/shares': create,
  'GET /api/partner/shares': { query: ownShareQuery, answer: shareList },
  'DELETE /api/partner/shares/:id': revoke,
});
