import {
  adminChangePassword,
  adminLogin,
  done,
  partnerLogin,
  refreshed,
  signedIn,
} from '@deqiq/contract/auth.ts';
import type { App } from '../http/app-types.ts';
import { actorOf } from '../http/app-types.ts';
import { refusals } from '../http/refusals.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(app: App, auth: AuthService): void {
  const tags = ['auth'];

  app.post(
    '/api/admin/auth/login',
    {
      config: { access: 'public' },
      schema: { tags, body: adminLogin, response: { 200: signedIn, ...refusals } },
    },
    (request) => auth.signInAdmin(request.body, request.ip),
  );

  app.post(
    '/api/partner/auth/login',
    {
      config: { access: 'public' },
      schema: { tags, body: partnerLogin, response: { 200: signedIn, ...refusals } },
    },
    (request) => auth.signInPartner(request.body, request.ip),
  );

  for (const role of ['admin', 'partner'] as const) {
    app.post(
      `/api/${role}/auth/refresh-token`,
      {
        config: { access: `${role}-refresh` },
        schema: { tags, response: { 200: refreshed, ...refusals } },
      },
      (request) => auth.refresh(actorOf(request)),
    );

    app.post(
      `/api/${role}/auth/logout`,
      {
        config: { access: role },
        schema: { tags, response: { 200: done, ...refusals } },
      },
      (request) => auth.signOut(actorOf(request)),
    );
  }

  app.put(
    '/api/admin/auth/change-password',
    {
      config: { access: 'admin' },
      schema: { tags, body: adminChangePassword, response: { 200: done, ...refusals } },
    },
    (request) =>
      auth.changeAdminPassword(
        actorOf(request),
        request.body.oldPassword,
        request.body.newPassword,
      ),
  );
}
