import { done } from '../people/auth.ts';
import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { programTokenCreated, programTokenFields, programTokens } from './program-tokens.ts';

export const programTokensEndpoints = defineEndpoints({
  'GET /api/admin/account/program-tokens': { answer: programTokens },
  'POST /api/admin/account/program-tokens': {
    body: programTokenFields,
    answer: programTokenCreated,
  },
  'DELETE /api/admin/account/program-tokens/:id': { params: byId, answer: done },
  'GET /api/partner/account/program-tokens': { answer: programTokens },
  'POST /api/partner/account/program-tokens': {
    body: programTokenFields,
    answer: programTokenCreated,
  },
  'DELETE /api/partner/account/program-tokens/:id': { params: byId, answer: done },
});
