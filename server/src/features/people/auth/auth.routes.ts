import { authEndpoints } from '@deqiq/contract/people/auth.endpoints.ts';
import { roles } from '@deqiq/contract/shared/roles.ts';
import type { FastifyRequest } from 'fastify';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { describeBrowser } from '../../../platform/http/requests/browser-name.ts';
import { router } from '../../../platform/http/router.ts';
import type { RefreshService } from '../sessions/refresh/refresh.service.ts';
import type { Origin } from '../sessions/sessions.service.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(app: App, auth: AuthService, refreshes: RefreshService): void {
  const route = router(app, authEndpoints, 'auth');

  route('POST /api/admin/auth/login', { config: { access: 'public' } }, (request) =>
    auth.signInAdmin(request.body, requestOrigin(request)),
  );

  route('POST /api/partner/auth/login', { config: { access: 'public' } }, (request) =>
    auth.signInPartner(request.body, requestOrigin(request)),
  );

  for (const role of roles) {
    route(
      `POST /api/${role}/auth/refresh-token`,
      { config: { access: `${role}-refresh` } },
      (request) => refreshes.refresh(requireActor(request), request.body.rotate),
    );

    route(
      `POST /api/${role}/auth/logout`,
      { config: { access: role, beforeEnrolment: true } },
      // Also clears responses cached by earlier versions, and pages in the back/forward cache.
      (request, reply) =>
        auth.signOut(requireActor(request)).then((answer) => {
          void reply.header('clear-site-data', '"cache"');
          return answer;
        }),
    );
  }

  route('POST /api/admin/staff/:id/unlock', { config: { access: 'owner' } }, (request) =>
    auth.unlock(requireActor(request), 'admin', request.params.id),
  );

  route('POST /api/admin/partners/:id/unlock', { config: { access: 'owner' } }, (request) =>
    auth.unlock(requireActor(request), 'partner', request.params.id),
  );

  route('PUT /api/admin/auth/change-password', { config: { access: 'admin' } }, (request) =>
    auth.changeAdminPassword(
      requireActor(request),
      request.body.oldPassword,
      request.body.newPassword,
    ),
  );
}

const requestOrigin = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  device: describeBrowser(headers['user-agent']),
});
