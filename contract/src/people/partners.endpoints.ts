import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { done } from './auth.ts';
import {
  createPartner,
  partnerAnswer,
  partnerList,
  partnerPicker,
  partnerQuery,
  pickerQuery,
  resetPartnerPassword,
  updatePartner,
} from './partners.ts';

export const partnersEndpoints = defineEndpoints({
  'GET /api/admin/partners': { query: partnerQuery, answer: partnerList },
  'GET /api/admin/lite/partners': { query: pickerQuery, answer: partnerPicker },
  'POST /api/admin/partners': { body: createPartner, answer: partnerAnswer },
  'PUT /api/admin/partners/:id': { params: byId, body: updatePartner, answer: partnerAnswer },
  'PATCH /api/admin/partners/:id/reset-password': {
    params: byId,
    body: resetPartnerPassword,
    answer: done,
  },
  'PATCH /api/admin/partners/:id/reset-second-factor': { params: byId, answer: done },
  'DELETE /api/admin/partners/:id': { params: byId, answer: done },
});
