import {
  notificationSettings,
  notificationSettingsAnswer,
  setNotifications,
} from './notifications.ts';
import { defineEndpoints } from './shared/endpoint.ts';

export const notificationsEndpoints = defineEndpoints({
  'GET /api/partner/notifications': { answer: notificationSettings },
  'PUT /api/partner/notifications': { body: setNotifications, answer: notificationSettingsAnswer },
});
