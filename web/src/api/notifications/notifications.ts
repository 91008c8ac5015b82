import type { SetNotifications } from '@deqiq/contract/notifications/notifications.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { queryClient } from '../http/query.ts';

/** How the signed-in partner is notified. */
export const notificationsQuery = queryOptions({
  queryKey: ['partner', 'notifications'],
  queryFn: ({ signal }) => call('GET /api/partner/notifications', { signal }),
});

/** Returns the sentence of the server. */
export async function setNotifications(body: SetNotifications): Promise<string> {
  const { message, ...settings } = await call('PUT /api/partner/notifications', { body });
  await queryClient.cancelQueries({ queryKey: notificationsQuery.queryKey });
  queryClient.setQueryData(notificationsQuery.queryKey, settings);
  return message;
}
