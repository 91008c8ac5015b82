import { existsSync } from 'node:fs';
import { launchOptions } from '@deqiq/testkit/browser.ts';
import { PushService } from '@deqiq/testkit/push/push-service.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import {
  test as base,
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storePartnerSession,
} from '../../fixtures.ts';
import { createBars } from '../../sample-files.ts';

const NAME = { firstName: 'Nigar', lastName: 'Hüseynova' };

/** The headless shell denies every notification; the full browser beside it does not. */
const fullBrowser = launchOptions.executablePath?.replace('-headless-shell', '') ?? '';

const test = base.extend<object, { pushService: PushService }>({
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const pushService = await new PushService().start();
      await use(pushService);
      await pushService.stop();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ pushService }, use) => {
      const env = { PUSH_TEST_ORIGIN: pushService.origin, NODE_ENV: 'test' };
      const server = await startServer({ logLevel: 'error', env });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
});

test.use({ launchOptions: { ...launchOptions, executablePath: fullBrowser } });
test.skip(
  /shell/.test(fullBrowser) || !existsSync(fullBrowser),
  'notifications need a full Chromium: name one in CHROMIUM',
);

/**
 * Chromium's own `pushManager.subscribe` needs a push service on the internet: only this function, and what reads its
 * result, are replaced. Permission, worker, notifications and their press are the browser's.
 */
async function replaceSubscribe(page: Page, pushService: PushService) {
  const browser: { fields: ReturnType<PushService['subscribe']> | undefined } = {
    fields: undefined,
  };
  await page.exposeFunction('subscribeForTest', (key: string) => {
    browser.fields = pushService.subscribe(key);
    return browser.fields;
  });
  await page.exposeFunction('unsubscribeForTest', () => {
    browser.fields = undefined;
  });
  await page.exposeFunction('subscribedForTest', () => browser.fields ?? null);
  await page.addInitScript(() => {
    type Fields = { endpoint: string; p256dh: string; auth: string };
    const node = globalThis as unknown as {
      subscribeForTest(key: string): Promise<Fields>;
      unsubscribeForTest(): Promise<void>;
      subscribedForTest(): Promise<Fields | null>;
    };
    const toSubscription = ({ endpoint, ...keys }: Fields) => ({
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => node.unsubscribeForTest().then(() => true),
    });
    const replaced = {
      async subscribe({ applicationServerKey: key }: { applicationServerKey: Uint8Array }) {
        const text = btoa(String.fromCharCode(...key));
        const base64url = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
        return toSubscription(await node.subscribeForTest(base64url));
      },
      async getSubscription() {
        const fields = await node.subscribedForTest();
        return fields && toSubscription(fields);
      },
    };
    Object.assign(PushManager.prototype, replaced);
  });
  return browser;
}

/** Hands a decrypted message to the service worker of the area, as a browser does. */
async function deliver(context: BrowserContext, page: Page, payload: object): Promise<Worker> {
  const client = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const area = registrations.find(({ scopeURL }) => scopeURL.endsWith('/partner/'));
      if (area) resolve(area.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  const data = JSON.stringify(payload);
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('the area has no service worker');
  return worker;
}

/** Reads the notifications that the device shows. */
const readNotices = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const notices = await registration.getNotifications();
    return notices.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });

/** Headless browsers have no notice to press; the event is the one of a press. */
const pressNotice = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
      dispatchEvent(event: Event): void;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });

for (const { name, viewport } of [
  { name: 'a phone', viewport: PHONE },
  { name: 'a desk computer', viewport: DESK },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('a partner switches push messages on, gets one without names, and signs out', async ({
      page,
      context,
      staff,
      server,
      pushService,
    }) => {
      const { partner, password } = await staff.addPartner();
      const login = { email: partner.email, password };
      await context.grantPermissions(['notifications'], { origin: server.url });
      const browser = await replaceSubscribe(page, pushService);
      await storePartnerSession(page, login);
      await page.goto('/partner/dashboard/profile/notifications');
      const section = page.getByRole('region', { name: 'Telefon və kompüter' });
      await expect(section.getByRole('button')).toHaveText('Bu cihazda bildirişləri aç');
      await expectAccessible(page);
      expect(browser.fields).toBeUndefined();
      await section.getByRole('button').click();
      await expect(section.getByText('Bu cihazda bildirişlər açıqdır.')).toBeVisible();
      await expectAccessible(page);

      // A lab order is sent immediately; a result waits two minutes for others.
      await staff.addLab(partner._id, 'Tac: Nigar Hüseynova', 'completed');
      await expect
        .poll(() => pushService.received.map(({ payload }) => payload.title))
        .toEqual(['Laboratoriya sifarişiniz hazırdır']);
      const [{ payload } = { payload: {} }] = pushService.received.splice(0);
      expect(JSON.stringify(payload)).not.toMatch(/Nigar|Hüseynova|Tac|Aytən/);

      const { _id } = await staff.addCheckup(partner._id, { 'opg.dcm': createBars(NAME) });
      const path = `/partner/dashboard/rentgen/${_id}`;
      const message = { title: 'Yeni nəticəniz hazırdır', path, tag: 'm1', unseen: '1' };
      const worker = await deliver(context, page, message);
      await expect
        .poll(() => readNotices(worker))
        .toEqual([{ title: 'Yeni nəticəniz hazırdır', body: '', tag: 'm1', data: path }]);
      // A message with the same tag replaces the notice.
      const title = 'Yeni nəticəniz var';
      await deliver(context, page, { ...message, title });
      await expect
        .poll(() => readNotices(worker))
        .toEqual([{ title, body: '', tag: 'm1', data: path }]);
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
      await pressNotice(worker);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { name: 'Nigar Hüseynova' })).toBeVisible();
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
      await expect.poll(() => readNotices(worker)).toEqual([]);

      // Under load Chromium once did not pass a message on to the worker. A second one replaces the first.
      await expect(async () => {
        const latest = await deliver(context, page, { ...message, tag: 'm2' });
        await expect.poll(() => readNotices(latest), { timeout: 5_000 }).toHaveLength(1);
      }).toPass();
      // A request under way when the session ends is refused, which the browser prints.
      await page.goto('/partner/dashboard', { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Çıxış' }).filter({ visible: true }).click();
      await page.waitForURL('**/login/partnyor');
      await expect.poll(() => browser.fields).toBeUndefined();
      expect(await readNotices(worker)).toEqual([]);
      await storePartnerSession(page, login);
      await page.goto('/partner/dashboard/profile/notifications');
      await expect(section.getByRole('button')).toHaveText('Bu cihazda bildirişləri aç');
      await expect(section.getByText('Digər cihazlar')).toHaveCount(0);
    });
  });
