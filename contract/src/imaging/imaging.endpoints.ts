import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { imagingRetried } from './imaging.ts';

export const imagingEndpoints = defineEndpoints({
  'POST /api/admin/files/:id/derive': { params: byId, answer: imagingRetried },
});
