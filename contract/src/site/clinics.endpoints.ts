import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  clinicAnswer,
  clinicChanges,
  clinicFields,
  clinicList,
  clinicQuery,
  oneClinic,
  publicClinics,
} from './clinics.ts';

export const clinicsEndpoints = defineEndpoints({
  'GET /api/misc/clinics': { answer: publicClinics },
  'GET /api/admin/clinics': { query: clinicQuery, answer: clinicList },
  'GET /api/admin/clinics/:id': { params: byId, answer: oneClinic },
  'POST /api/admin/clinics': {
    body: clinicFields,
    files: { image: 'required' },
    answer: clinicAnswer,
  },
  'PATCH /api/admin/clinics/:id': {
    params: byId,
    body: clinicChanges,
    files: { image: 'optional' },
    answer: clinicAnswer,
  },
  'DELETE /api/admin/clinics/:id': { params: byId, answer: done },
});
