import { sessionsEndpoints } from '@deqiq/contract/people/sessions.endpoints.ts';
import { roles } from '@deqiq/contract/shared/roles.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { OwnSessionsService } from './own-sessions.service.ts';

export function sessionsRoutes(app: App, ownSessions: OwnSessionsService): void {
  const route = router(app, sessionsEndpoints, 'auth');

  for (const role of roles) {
    const config = { access: role } as const;

    route(`GET /api/${role}/auth/sessions`, { config }, (request) =>
      ownSessions.list(requireActor(request)),
    );

    route(`DELETE /api/${role}/auth/sessions`, { config }, (request) =>
      ownSessions.endOthers(requireActor(request)),
    );

    route(`DELETE /api/${role}/auth/sessions/:id`, { config }, (request) =>
      ownSessions.end(requireActor(request), request.params.id),
    );
  }
}
