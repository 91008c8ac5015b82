import { notificationsEndpoints } from '@deqiq/contract/notifications.endpoints.ts';
import { type App, requireActor } from '../../platform/http/app-types.ts';
import { router } from '../../platform/http/router.ts';
import type { NotificationsService } from './notifications.service.ts';

export function notificationsRoutes(app: App, notifications: NotificationsService): void {
  const route = router(app, notificationsEndpoints, 'notifications');

  route('GET /api/partner/notifications', { config: { access: 'partner' } }, (request) =>
    notifications.getSettings(requireActor(request)),
  );

  route(
    'PUT /api/partner/notifications',
    { config: { access: 'partner', quota: 'account' } },
    (request) => notifications.setSettings(requireActor(request), request.body),
  );
}
