import { done } from '../../people/auth.ts';
import { defineEndpoints } from '../../shared/endpoint.ts';
import { byId } from '../../shared/text.ts';
import { kindAnswer, kindFields, kindList } from './kinds.ts';

export const kindsEndpoints = defineEndpoints({
  'GET /api/admin/kinds': { answer: kindList },
  'POST /api/admin/kinds': { body: kindFields, answer: kindAnswer },
  'PUT /api/admin/kinds/:id': { params: byId, body: kindFields, answer: kindAnswer },
  'DELETE /api/admin/kinds/:id': { params: byId, answer: done },
});
