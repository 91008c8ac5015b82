import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { viewerLink, viewerLinkFields, viewerProgramList } from './viewer-links.ts';

const create = { params: byId, body: viewerLinkFields, answer: viewerLink };

export const viewerLinksEndpoints = defineEndpoints({
  'GET /api/admin/viewer-programs': { answer: viewerProgramList },
  'POST /api/admin/checkups/:id/viewer-link': create,
  'GET /api/partner/viewer-programs': { answer: viewerProgramList },
  'POST /api/partner/checkups/:id/viewer-link': create,
});
