import { expect, test, vi } from 'vitest';
import { handlePushes } from './push-events.ts';
import type { Scope } from './worker-types.ts';

const RESULT = '/partner/dashboard/rentgen/01a1';

interface Page {
  url: string;
  focused: boolean;
  focus: () => Promise<void>;
  postMessage: (message: object) => void;
}

const pageAt = (path: string, focused = false): Page => ({
  url: `https://clinic.example${path}`,
  focused,
  focus: vi.fn(async () => {}),
  postMessage: vi.fn(),
});

/** The worker with these pages open; `send` delivers an event and waits for its work. */
function startWorker(pages: Page[] = []) {
  const listeners = new Map<string, (event: never) => void>();
  const showNotification = vi.fn(async (_title: string, _options: NotificationOptions) => {});
  const openWindow = vi.fn(async () => {});
  const setAppBadge = vi.fn(async () => {});
  const scope = {
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
    navigator: { setAppBadge },
    addEventListener: (type: string, listener: (event: never) => void) =>
      listeners.set(type, listener),
  };
  handlePushes(scope as unknown as Scope);
  async function send(type: string, fields: object = {}): Promise<void> {
    const work: Promise<unknown>[] = [];
    const event = { ...fields, waitUntil: (promise: Promise<unknown>) => work.push(promise) };
    listeners.get(type)?.(event as never);
    await Promise.all(work);
  }
  return { send, showNotification, openWindow, setAppBadge };
}

const pushed = (payload: unknown) => ({ data: { json: () => payload } });
const press = (data: unknown) => ({ notification: { data, close: vi.fn() } });

test('a message is shown with its title, and counted on the icon; open pages learn of it', async () => {
  const page = pageAt('/partner/dashboard');
  const worker = startWorker([page]);
  const message = { title: 'Yeni nəticəniz hazırdır', path: RESULT, tag: 'm1', unseen: '3' };
  await worker.send('push', pushed(message));
  const [title, options] = worker.showNotification.mock.calls[0] ?? [];
  expect(title).toBe('Yeni nəticəniz hazırdır');
  expect(options).toMatchObject({ tag: 'm1', lang: 'az', data: RESULT });
  expect(worker.setAppBadge).toHaveBeenCalledWith(3);
  expect(page.postMessage).toHaveBeenCalledWith({ kind: 'pushed' });
});

test.each([
  [undefined, { data: null }],
  ['no JSON', { data: { json: () => JSON.parse('{') } }],
  ['null', pushed(null)],
  ['another site', pushed({ title: '', path: 'https://evil.example/partner/dashboard' })],
  ['another area', pushed({ path: '/partner/dashboard/../../admin' })],
])('a message that cannot be read leads to the first page (%s)', async (_, event) => {
  const worker = startWorker();
  await worker.send('push', event);
  const [title, options] = worker.showNotification.mock.calls[0] ?? [];
  expect(title).toBe('Yeni bildiriş');
  const path = String(options?.data);
  expect(new URL(path, 'https://clinic.example').pathname).toMatch(/^\/partner\/dashboard/);
  expect(worker.setAppBadge).not.toHaveBeenCalled();
});

test('a press focuses the page in front, which opens the address itself', async () => {
  const back = pageAt('/partner/dashboard');
  const front = pageAt('/partner/dashboard/labs', true);
  const worker = startWorker([pageAt('/admin/dashboard'), back, front]);
  const event = press(RESULT);
  await worker.send('notificationclick', event);
  expect(event.notification.close).toHaveBeenCalled();
  expect(front.focus).toHaveBeenCalled();
  expect(front.postMessage).toHaveBeenCalledWith({ kind: 'open', path: RESULT });
  expect(back.focus).not.toHaveBeenCalled();
  expect(worker.openWindow).not.toHaveBeenCalled();
});

test('a press without an open page of the area opens the address', async () => {
  const worker = startWorker([pageAt('/login/partnyor'), pageAt('/')]);
  await worker.send('notificationclick', press(RESULT));
  expect(worker.openWindow).toHaveBeenCalledWith(RESULT);
});

test('a replaced subscription is a matter for the open pages', async () => {
  const page = pageAt('/partner/dashboard');
  await startWorker([page]).send('pushsubscriptionchange');
  expect(page.postMessage).toHaveBeenCalledWith({ kind: 'subscription-changed' });
});
