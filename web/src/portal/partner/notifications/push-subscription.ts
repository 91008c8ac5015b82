import type { PushSubscriptions } from '@deqiq/contract/notifications/notifications.ts';
import { queryClient } from '../../../api/http/query.ts';
import {
  addPushSubscription,
  pushSubscriptionsQuery,
  removePushSubscription,
} from '../../../api/notifications/push-subscriptions.ts';
import { findSubscription, register } from '../install/registration.ts';

/**
 * Whether this browser gets push messages. `install`: an iPhone or iPad that needs the area on its home screen first;
 * `denied`: refused in the browser's settings.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** iPadOS calls itself a Mac, but has a touch screen. */
const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export async function readPushState(devices: PushSubscriptions['devices']): Promise<PushState> {
  if (!isSupported()) return isAppleMobile() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const device = await findOwnSubscription(devices);
  return device && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Requests the permission and subscribes. Call it on a press. Undefined: the user has not allowed it. */
export async function switchOn(publicKey: string): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  return addPushSubscription(toFields(await subscribe(publicKey)));
}

/** Ends the subscription on the server, then in the browser. */
export async function switchOff(
  devices: PushSubscriptions['devices'],
): Promise<string | undefined> {
  const device = await findOwnSubscription(devices);
  const message = device && (await removePushSubscription(device._id));
  await (await findSubscription())?.unsubscribe();
  return message;
}

/**
 * Makes browser and server agree after a page has loaded: tells the server of a new sign-in and of a subscription that
 * the browser has replaced, and ends one that the server does not have, perhaps of another partner.
 */
export async function syncPushSubscription(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const { publicKey, devices } = await queryClient.fetchQuery({
    ...pushSubscriptionsQuery,
    staleTime: 0,
  });
  const subscription = await findSubscription();
  const device = await findOwnSubscription(devices);
  const isOurs = device !== undefined || devices.some(({ isCurrent }) => isCurrent);
  if (device?.isCurrent) return;
  if (isOurs) await addPushSubscription(toFields(subscription ?? (await subscribe(publicKey))));
  else await subscription?.unsubscribe();
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  await register();
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription to a former key of the server would be in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  const applicationServerKey = Uint8Array.from(
    atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')),
    (letter) => letter.charCodeAt(0),
  );
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function toFields(subscription: PushSubscription) {
  const { endpoint = '', keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

async function findOwnSubscription(devices: PushSubscriptions['devices']) {
  const subscription = await findSubscription();
  if (!subscription) return undefined;
  const endpoint = new TextEncoder().encode(subscription.endpoint);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', endpoint));
  const hash = btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return devices.find(({ endpointHash }) => endpointHash === hash);
}
