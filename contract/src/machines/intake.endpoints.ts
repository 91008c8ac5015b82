import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  assignStudy,
  byConflict,
  createFromStudy,
  foundStudy,
  intakeList,
  intakeQuery,
  studyAnswer,
  undoStudy,
} from './intake.ts';

const change = { params: byId, answer: studyAnswer } as const;

/** STOW-RS is no operation of the API: stow.routes.ts. */
export const intakeEndpoints = defineEndpoints({
  'GET /api/admin/intake': { query: intakeQuery, answer: intakeList },
  'GET /api/admin/intake/:id': { params: byId, answer: foundStudy },
  'POST /api/admin/intake/:id/assign': { ...change, body: assignStudy },
  'POST /api/admin/intake/:id/create': { ...change, body: createFromStudy },
  'POST /api/admin/intake/:id/aside': change,
  'POST /api/admin/intake/:id/undo': { ...change, body: undoStudy },
  'DELETE /api/admin/intake/:id/conflicts/:conflict': { params: byConflict, answer: studyAnswer },
});
