import { createHash, webcrypto } from 'node:crypto';
import { vi } from 'vitest';

/** Base64url of 65 bytes, as a server's key is. */
export const SERVER_KEY = `B${'A'.repeat(86)}`;

/** A browser with push messages, as far as the area uses it. */
export function stubPushBrowser({
  permission = 'default',
  answer = 'granted',
  subscribed,
}: {
  permission?: NotificationPermission;
  /** The user's answer to the permission prompt. */
  answer?: NotificationPermission;
  /** The endpoint of a subscription that exists. */
  subscribed?: string;
} = {}) {
  const subscriptionOf = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: vi.fn(async () => {
      browser.subscription = undefined;
      return true;
    }),
  });
  const listeners = new Set<(event: { data: unknown }) => void>();
  const browser = {
    subscription: subscribed === undefined ? undefined : subscriptionOf(subscribed),
    request: vi.fn(async () => {
      notifications.permission = answer;
      return answer;
    }),
    subscribe: vi.fn(async () => {
      browser.subscription = subscriptionOf('https://push.example.com/new');
      return browser.subscription;
    }),
    close: vi.fn(),
    /** Whether the page listens to the service worker. */
    isHeard: () => listeners.size > 0,
    /** A message of the service worker to the page. */
    tell: (data: object) => {
      for (const listen of listeners) listen({ data });
    },
  };
  const notifications = { permission, requestPermission: browser.request };
  const registration = {
    getNotifications: async () => [{ close: browser.close }],
    pushManager: {
      getSubscription: async () => browser.subscription ?? null,
      subscribe: browser.subscribe,
    },
  };
  vi.stubGlobal('Notification', notifications);
  // The document of tests has no such functions.
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
      addEventListener: (_: string, listen: (event: { data: unknown }) => void) =>
        listeners.add(listen),
      removeEventListener: (_: string, listen: (event: { data: unknown }) => void) =>
        listeners.delete(listen),
      startMessages() {},
    },
  });
  return browser;
}

/** Removes what `stubPushBrowser` has added to the navigator. */
export function removePushBrowser(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker');
}

/** The hash of an endpoint in responses of the server. */
export const hashOf = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url');
