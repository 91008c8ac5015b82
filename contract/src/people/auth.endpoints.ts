import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  adminChangePassword,
  adminLogin,
  done,
  partnerLogin,
  refresh,
  refreshed,
  signedIn,
} from './auth.ts';

export const authEndpoints = defineEndpoints({
  'POST /api/admin/auth/login': { body: adminLogin, answer: signedIn },
  'POST /api/partner/auth/login': { body: partnerLogin, answer: signedIn },
  'POST /api/admin/auth/refresh-token': { body: refresh, answer: refreshed },
  'POST /api/partner/auth/refresh-token': { body: refresh, answer: refreshed },
  'POST /api/admin/auth/logout': { answer: done },
  'POST /api/partner/auth/logout': { answer: done },
  'POST /api/admin/staff/:id/unlock': { params: byId, answer: done },
  'POST /api/admin/partners/:id/unlock': { params: byId, answer: done },
  'PUT /api/admin/auth/change-password': { body: adminChangePassword, answer: done },
});
