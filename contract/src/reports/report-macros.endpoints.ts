import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { reportMacroAnswer, reportMacroFields, reportMacroList } from './report-macros.ts';

export const reportMacrosEndpoints = defineEndpoints({
  'GET /api/admin/report-macros': { answer: reportMacroList },
  'POST /api/admin/report-macros': { body: reportMacroFields, answer: reportMacroAnswer },
  'PUT /api/admin/report-macros/:id': {
    params: byId,
    body: reportMacroFields,
    answer: reportMacroAnswer,
  },
  'DELETE /api/admin/report-macros/:id': { params: byId, answer: done },
});
