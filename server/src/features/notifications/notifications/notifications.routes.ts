import { notificationsEndpoints } from '@deqiq/contract/notifications/notifications.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { NotificationsService } from './notifications.service.ts';
import type { PushSubscriptionsService } from './push-subscriptions/push-subscriptions.service.ts';

export function notificationsRoutes(
  app: App,
  notifications: NotificationsService,
  subscriptions: PushSubscriptionsService,
): void {
  const route = router(app, notificationsEndpoints, 'notifications');

  route('GET /api/partner/notifications', { config: { access: 'partner' } }, (request) =>
    notifications.getSettings(requireActor(request)),
  );

  route(
    'PUT /api/partner/notifications',
    { config: { access: 'partner', quota: 'account' } },
    (request) => notifications.setSettings(requireActor(request), request.body),
  );

  route('GET /api/partner/notifications/devices', { config: { access: 'partner' } }, (request) =>
    subscriptions.list(requireActor(request)),
  );

  route(
    'POST /api/partner/notifications/devices',
    { config: { access: 'partner', quota: 'account' } },
    (request) => subscriptions.add(requireActor(request), request.body),
  );

  route(
    'DELETE /api/partner/notifications/devices/:id',
    { config: { access: 'partner' } },
    (request) => subscriptions.remove(requireActor(request), request.params.id),
  );
}
