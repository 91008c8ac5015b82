/** The types of a service worker used here; TypeScript's `webworker` library conflicts with the DOM's. */

export interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface Installing extends Extended {
  addRoutes?(routes: { condition: object; source: 'network' }[]): Promise<void>;
}

export interface Fetching extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface Pushed extends Extended {
  readonly data: { json(): unknown } | null;
}

export interface Pressed extends Extended {
  readonly notification: Notification;
}

interface Window {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: WorkerMessage): void;
}

/** Messages from the worker to the pages of the area. */
export type WorkerMessage =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'pushed' | 'subscription-changed' };

export interface Scope {
  readonly registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly navigator: Partial<Pick<Navigator, 'setAppBadge'>>;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Installing) => void): void;
  addEventListener(
    type: 'activate' | 'pushsubscriptionchange',
    listener: (event: Extended) => void,
  ): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Pressed) => void): void;
}
