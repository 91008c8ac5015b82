import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { complaintList, complaintQuery } from './complaint-lists.ts';
import { sendComplaint } from './complaints.ts';

export const complaintsEndpoints = defineEndpoints({
  'POST /api/partner/misc/report': { body: sendComplaint, answer: done },
  'GET /api/admin/reports': { query: complaintQuery, answer: complaintList },
  'DELETE /api/admin/reports/:id': { params: byId, answer: done },
});
