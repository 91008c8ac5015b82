import type {
  PushSubscriptionFields,
  PushSubscriptions,
} from '@deqiq/contract/notifications/notifications.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { queryClient } from '../http/query.ts';
import { notificationsQuery } from './notifications.ts';

/** The browsers of the partner that get push messages, and the key that browsers subscribe to. */
export const pushSubscriptionsQuery = queryOptions({
  queryKey: ['partner', 'push-devices'],
  queryFn: ({ signal }) => call('GET /api/partner/notifications/devices', { signal }),
});

/** Adds this browser, which switches push messages on. Returns the sentence of the server. */
export async function addPushSubscription(body: PushSubscriptionFields): Promise<string> {
  const answer = await call('POST /api/partner/notifications/devices', { body });
  void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  return store(answer);
}

/** Returns the sentence of the server. */
export async function removePushSubscription(id: string): Promise<string> {
  return store(await call('DELETE /api/partner/notifications/devices/:id', { params: { id } }));
}

async function store({
  message,
  ...devices
}: PushSubscriptions & { message: string }): Promise<string> {
  await queryClient.cancelQueries({ queryKey: pushSubscriptionsQuery.queryKey });
  queryClient.setQueryData(pushSubscriptionsQuery.queryKey, devices);
  return message;
}
