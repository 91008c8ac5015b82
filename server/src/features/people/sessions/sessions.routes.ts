import { sessionsEndpoints } from '@deqiq/contract/people/sessions.endpoints.ts';
import { roles } from '@deqiq/contract/shared/roles.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { SessionsService } from './sessions.service.ts';

/** People list and end their own sessions. */
export function sessionsRoutes(app: App, auth: AuthService, sessions: SessionsService): void {
  const route = router(app, sessionsEndpoints, 'auth');

  for (const role of roles) {
    const config = { access: role } as const;

    route(`GET /api/${role}/auth/sessions`, { config }, async (request) => ({
      sessions: await sessions.listOwn(requireActor(request)),
    }));

    route(`DELETE /api/${role}/auth/sessions`, { config }, (request) =>
      auth.endOtherSessions(requireActor(request)),
    );

    route(`DELETE /api/${role}/auth/sessions/:id`, { config }, (request) =>
      auth.endSession(requireActor(request), request.params.id),
    );
  }
}
