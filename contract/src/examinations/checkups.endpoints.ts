import { byFileName, deletedFileQuery } from '../imaging/files.ts';
import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { checkupQuery, ownCheckupQuery } from './checkup-queries.ts';
import {
  checkupAnswer,
  checkupList,
  createCheckup,
  earlierCheckups,
  foundCheckup,
  mergeChunks,
  ownCheckupList,
} from './checkups.ts';
import { deletionList, deletionQuery } from './deletions.ts';

export const checkupsEndpoints = defineEndpoints({
  'GET /api/admin/checkups': { query: checkupQuery, answer: checkupList },
  'POST /api/admin/checkups': { body: createCheckup, answer: checkupAnswer },
  'POST /api/admin/checkups/merge-chunks': { body: mergeChunks, answer: checkupAnswer },
  'GET /api/admin/checkups/:id': { params: byId, answer: foundCheckup },
  'GET /api/admin/checkups/:id/earlier': { params: byId, answer: earlierCheckups },
  'POST /api/admin/checkups/:id/confirm-patient': { params: byId, answer: checkupAnswer },
  'DELETE /api/admin/checkups/:id': { params: byId, answer: done },
  'DELETE /api/admin/checkups/:id/files/:fileName': {
    params: byFileName,
    query: deletedFileQuery,
    answer: done,
  },
  'GET /api/partner/misc/checkups': { query: ownCheckupQuery, answer: ownCheckupList },
  'GET /api/partner/checkups/:id': { params: byId, answer: foundCheckup },
  'GET /api/partner/checkups/:id/earlier': { params: byId, answer: earlierCheckups },
});

/** Deleted checkups, and shipments that a partner withdraws. */
export const deletionsEndpoints = defineEndpoints({
  'GET /api/admin/checkups/deleted': { query: deletionQuery, answer: deletionList },
  'POST /api/admin/checkups/deleted/:id/restore': { params: byId, answer: done },
  'DELETE /api/partner/misc/checkups/:id': { params: byId, answer: done },
});
