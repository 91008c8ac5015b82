import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import { done } from './auth.ts';
import { ownSessions } from './sessions.ts';

export const sessionsEndpoints = defineEndpoints({
  'GET /api/admin/auth/sessions': { answer: ownSessions },
  'DELETE /api/admin/auth/sessions': { answer: done },
  'DELETE /api/admin/auth/sessions/:id': { params: byId, answer: done },
  'GET /api/partner/auth/sessions': { answer: ownSessions },
  'DELETE /api/partner/auth/sessions': { answer: done },
  'DELETE /api/partner/auth/sessions/:id': { params: byId, answer: done },
});
