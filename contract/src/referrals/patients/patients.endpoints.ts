import { checkupAnswer } from '../../examinations/checkups.ts';
import { defineEndpoints } from '../../shared/endpoint.ts';
import { byId } from '../../shared/text.ts';
import {
  foundPatient,
  linkedPatient,
  openings,
  otherPatient,
  patientAnswer,
  patientFields,
  patientList,
  patientQuery,
  similarPatients,
  similarQuery,
  unmergeAnswer,
} from './patients.ts';
import { proposedLinks, proposedLinksQuery } from './proposed-links.ts';

export const patientsEndpoints = defineEndpoints({
  'GET /api/admin/patients': { query: patientQuery, answer: patientList },
  'POST /api/admin/patients': { body: patientFields, answer: patientAnswer },
  'GET /api/admin/patients/similar': { query: similarQuery, answer: similarPatients },
  'GET /api/admin/patients/proposals': { query: proposedLinksQuery, answer: proposedLinks },
  'GET /api/admin/patients/:id': { params: byId, answer: foundPatient },
  'GET /api/admin/patients/:id/openings': { params: byId, answer: openings },
  'PUT /api/admin/patients/:id': { params: byId, body: patientFields, answer: patientAnswer },
  'POST /api/admin/patients/:id/merge': {
    params: byId,
    body: otherPatient,
    answer: patientAnswer,
  },
  'POST /api/admin/patients/:id/unmerge': {
    params: byId,
    body: otherPatient,
    answer: unmergeAnswer,
  },
  'PUT /api/admin/checkups/:id/patient': {
    params: byId,
    body: linkedPatient,
    answer: checkupAnswer,
  },
});
