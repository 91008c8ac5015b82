import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  createQuestion,
  partnerCounters,
  questionAnswer,
  questionList,
  questionsQuery,
} from './questions.ts';

const list = { params: byId, query: questionsQuery, answer: questionList } as const;
const create = {
  params: byId,
  body: createQuestion,
  files: { photo: 'optional' },
  answer: questionAnswer,
} as const;

/** `:id` is the id of a checkup. */
export const questionsEndpoints = defineEndpoints({
  'GET /api/admin/checkups/:id/questions': list,
  'POST /api/admin/checkups/:id/questions': create,
  'GET /api/partner/checkups/:id/questions': list,
  'POST /api/partner/checkups/:id/questions': create,
  'GET /api/partner/misc/counters': { answer: partnerCounters },
});
