import * as texts from '@deqiq/messages/partner/worker.js';
import type { Pressed, Pushed, Scope, WorkerMessage } from './worker-types.ts';

/** Where notices may lead; another address, or none, opens the first page of the area. */
const AREA = '/partner/dashboard';

interface Notice {
  readonly title: string;
  readonly path: string;
  /** A second notice of the same tag replaces the first one without a sound. */
  readonly tag: string;
  /** Results that were not opened, for the icon. */
  readonly unseen: number;
}

/** Shows push messages, and opens their address. The worker has no token: it calls no API and stores nothing. */
export function handlePushes(scope: Scope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event)));
  scope.addEventListener('notificationclick', (event) => event.waitUntil(open(scope, event)));
  // Only a page can tell the server. An open one does it now, another one when it opens.
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(tellPages(scope, { kind: 'subscription-changed' })),
  );
}

async function show(scope: Scope, { data }: Pushed): Promise<void> {
  const { title, path, tag, unseen } = readNotice(data);
  await scope.registration.showNotification(title, {
    tag,
    lang: texts.tag(),
    icon: '/icon-192.png',
    data: path,
  });
  if (unseen > 0) await scope.navigator.setAppBadge?.(unseen).catch(() => undefined);
  await tellPages(scope, { kind: 'pushed' });
}

/** Focuses an open page, which goes to the address by itself: an upload in it continues. */
async function open({ clients }: Scope, { notification }: Pressed): Promise<void> {
  notification.close();
  const path = toPath(notification.data);
  const pages = await listPages(clients);
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) return void (await clients.openWindow(path));
  page.postMessage({ kind: 'open', path });
  // Without a press of the user, browsers refuse the focus.
  await page.focus().catch(() => undefined);
}

async function tellPages({ clients }: Scope, message: WorkerMessage): Promise<void> {
  for (const page of await listPages(clients)) page.postMessage(message);
}

async function listPages(clients: Scope['clients']) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => new URL(url).pathname.startsWith(AREA));
}

function readNotice(data: Pushed['data']): Notice {
  let sent: Partial<Record<keyof Notice, unknown>> = {};
  try {
    sent = Object(data?.json()) as typeof sent;
  } catch {
    // Browsers end the subscription of a worker that shows nothing.
  }
  const { title, path, tag, unseen } = sent;
  return {
    title: typeof title === 'string' && title !== '' ? title : texts.newNotification(),
    path: toPath(path),
    tag: typeof tag === 'string' ? tag : '',
    unseen: Number(unseen) || 0,
  };
}

function toPath(sent: unknown): string {
  const { pathname } = new URL(typeof sent === 'string' ? sent : '', 'https://area.invalid');
  const isOfArea = sent === pathname && `${pathname}/`.startsWith(`${AREA}/`);
  return isOfArea ? pathname : AREA;
}
