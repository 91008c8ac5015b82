import { done } from '@deqiq/contract/auth.ts';
import { ownSessions } from '@deqiq/contract/sessions.ts';
import { byId } from '@deqiq/contract/shared/text.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { SessionsService } from './sessions.service.ts';

/** People list and end their own sessions. */
export function sessionsRoutes(app: App, auth: AuthService, sessions: SessionsService): void {
  const tags = ['auth'];
  for (const role of ['admin', 'partner'] as const) {
    const config = { access: role } as const;
    const path = `/api/${role}/auth/sessions`;

    app.get(
      path,
      { config, schema: { tags, response: { 200: ownSessions, ...errorResponses } } },
      async (request) => ({ sessions: await sessions.listOwn(requireActor(request)) }),
    );

    app.delete(
      path,
      { config, schema: { tags, response: { 200: done, ...errorResponses } } },
      (request) => auth.endOtherSessions(requireActor(request)),
    );

    app.delete(
      `${path}/:id`,
      { config, schema: { tags, params: byId, response: { 200: done, ...errorResponses } } },
      (request) => auth.endSession(requireActor(request), request.params.id),
    );
  }
}
