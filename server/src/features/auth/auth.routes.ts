import {
  adminChangePassword,
  adminLogin,
  done,
  partnerLogin,
  refresh,
  refreshed,
  signedIn,
} from '@deqiq/contract/auth.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { describeDevice } from '../../platform/http/device-name.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { RefreshService } from '../sessions/refresh.service.ts';
import type { Origin } from '../sessions/sessions.service.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(app: App, auth: AuthService, refreshes: RefreshService): void {
  const tags = ['auth'];

  app.post(
    '/api/admin/auth/login',
    {
      config: { access: 'public' },
      schema: { tags, body: adminLogin, response: { 200: signedIn, ...errorResponses } },
    },
    (request) => auth.signInAdmin(request.body, requestOrigin(request)),
  );

  app.post(
    '/api/partner/auth/login',
    {
      config: { access: 'public' },
      schema: { tags, body: partnerLogin, response: { 200: signedIn, ...errorResponses } },
    },
    (request) => auth.signInPartner(request.body, requestOrigin(request)),
  );

  for (const role of ['admin', 'partner'] as const) {
    app.post(
      `/api/${role}/auth/refresh-token`,
      {
        config: { access: `${role}-refresh` },
        schema: { tags, body: refresh, response: { 200: refreshed, ...errorResponses } },
      },
      (request) => refreshes.refresh(requireActor(request), request.body.rotate),
    );

    app.post(
      `/api/${role}/auth/logout`,
      {
        config: { access: role, beforeEnrolment: true },
        schema: { tags, response: { 200: done, ...errorResponses } },
      },
      // Also clears responses cached by earlier versions, and pages in the back/forward cache.
      (request, reply) =>
        auth.signOut(requireActor(request)).then((answer) => {
          void reply.header('clear-site-data', '"cache"');
          return answer;
        }),
    );
  }

  app.put(
    '/api/admin/auth/change-password',
    {
      config: { access: 'admin' },
      schema: { tags, body: adminChangePassword, response: { 200: done, ...errorResponses } },
    },
    (request) =>
      auth.changeAdminPassword(
        requireActor(request),
        request.body.oldPassword,
        request.body.newPassword,
      ),
  );
}

const requestOrigin = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  device: describeDevice(headers['user-agent']),
});
