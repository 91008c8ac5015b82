import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  doctorAnswer,
  doctorChanges,
  doctorFields,
  doctorList,
  doctorQuery,
  oneDoctor,
  publicDoctors,
} from './doctors.ts';

export const doctorsEndpoints = defineEndpoints({
  'GET /api/misc/partner-cards': { answer: publicDoctors },
  'GET /api/admin/partnercards': { query: doctorQuery, answer: doctorList },
  'GET /api/admin/partnercards/:id': { params: byId, answer: oneDoctor },
  'POST /api/admin/partnercards': {
    body: doctorFields,
    files: { image: 'required', images: 'list' },
    answer: doctorAnswer,
  },
  'PATCH /api/admin/partnercards/:id': {
    params: byId,
    body: doctorChanges,
    files: { image: 'optional', images: 'list' },
    answer: doctorAnswer,
  },
  'DELETE /api/admin/partnercards/:id': { params: byId, answer: done },
});
