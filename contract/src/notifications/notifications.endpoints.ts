import { defineEndpoints } from '../shared/endpoint.ts';
import { byId } from '../shared/text.ts';
import {
  notificationSettings,
  notificationSettingsAnswer,
  pushSubscription,
  pushSubscriptions,
  pushSubscriptionsAnswer,
  setNotifications,
} from './notifications.ts';

export const notificationsEndpoints = defineEndpoints({
  'GET /api/partner/notifications': { answer: notificationSettings },
  'PUT /api/partner/notifications': { body: setNotifications, answer: notificationSettingsAnswer },
  'GET /api/partner/notifications/devices': { answer: pushSubscriptions },
  'POST /api/partner/notifications/devices': {
    body: pushSubscription,
    answer: pushSubscriptionsAnswer,
  },
  'DELETE /api/partner/notifications/devices/:id': {
    params: byId,
    answer: pushSubscriptionsAnswer,
  },
});
