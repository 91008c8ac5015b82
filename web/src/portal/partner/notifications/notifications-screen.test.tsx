import type { PushSubscriptions } from '@deqiq/contract/notifications/notifications.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, signedInAs } from '../../../testing/portal.tsx';
import { hashOf, removePushBrowser, SERVER_KEY, stubPushBrowser } from '../../../testing/push.ts';
import { type Reply, stubServer } from '../../../testing/server.ts';
import { NotificationsScreen } from './notifications-screen.tsx';
import { syncPushSubscription } from './push-subscription.ts';

const SETTINGS = '/api/partner/notifications';
const DEVICES = `${SETTINGS}/devices`;
const ENDPOINT = 'https://push.example.com/new';
const settings = { email: { isAvailable: true, isOn: true }, push: { isOn: true } };

type Device = PushSubscriptions['devices'][number];

const deviceOf = (fields: Partial<Device> = {}): Device => ({
  _id: 'd1',
  device: 'Chrome · Android',
  endpointHash: 'other',
  isCurrent: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...fields,
});

const answerOf = (devices: Device[]): Reply => ({ body: { publicKey: SERVER_KEY, devices } });

function open(devices: Device[], routes: Record<string, Reply> = {}) {
  const server = stubServer({
    [`GET ${SETTINGS}`]: { body: settings },
    [`GET ${DEVICES}`]: answerOf(devices),
    ...routes,
  });
  renderScreen('partner', NotificationsScreen);
  return server;
}

const section = async () =>
  within(await screen.findByRole('region', { name: 'Telefon və kompüter' }));
const switchOnButton = async () =>
  (await section()).findByRole('button', { name: 'Bu cihazda bildirişləri aç' });

afterEach(removePushBrowser);

test('the permission is requested on a press, not before; then the browser is added', async () => {
  const browser = stubPushBrowser();
  const added = deviceOf({ _id: 'd2', isCurrent: true, endpointHash: hashOf(ENDPOINT) });
  const server = open([], {
    [`POST ${DEVICES}`]: {
      body: { publicKey: SERVER_KEY, devices: [added], message: 'Bu cihazda bildirişlər açıldı' },
    },
  });
  const button = await switchOnButton();
  expect(browser.request).not.toHaveBeenCalled();
  expect(browser.subscribe).not.toHaveBeenCalled();
  await userEvent.click(button);
  expect(await (await section()).findByText('Bu cihazda bildirişlər açıqdır.')).toBeDefined();
  const [sent] = server.requests.filter(({ method }) => method === 'POST');
  expect(JSON.parse(String(sent?.body))).toEqual({
    endpoint: ENDPOINT,
    p256dh: 'point',
    auth: 'secret',
  });
  const [options] = browser.subscribe.mock.calls[0] as unknown as [PushSubscriptionOptionsInit];
  expect(options.userVisibleOnly).toBe(true);
  expect(new Uint8Array(options.applicationServerKey as ArrayBuffer)[0]).toBe(4);
});

test('a permission that the user refuses is explained, and nothing is sent', async () => {
  stubPushBrowser({ answer: 'denied' });
  const server = open([]);
  await userEvent.click(await switchOnButton());
  expect(await screen.findByText(/brauzerin tənzimləmələrində qadağan edilib/)).toBeDefined();
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('a failed subscription is said beside the button, which works again', async () => {
  const browser = stubPushBrowser();
  browser.subscribe.mockRejectedValueOnce(new Error('push service error'));
  open([]);
  await userEvent.click(await switchOnButton());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Bu cihazda bildirişləri açmaq mümkün olmadı',
  );
  expect(await switchOnButton()).toBeDefined();
});

test('switching off ends the subscription on the server and in the browser', async () => {
  const browser = stubPushBrowser({ permission: 'granted', subscribed: ENDPOINT });
  const own = deviceOf({ isCurrent: true, endpointHash: hashOf(ENDPOINT) });
  const server = open([own], {
    [`DELETE ${DEVICES}/d1`]: { body: { publicKey: SERVER_KEY, devices: [], message: 'ok' } },
  });
  const button = await (await section()).findByRole('button', { name: 'Bu cihazda söndür' });
  await userEvent.click(button);
  expect(await switchOnButton()).toBeDefined();
  expect(browser.subscription).toBeUndefined();
  expect(server.to(`${DEVICES}/d1`)).toHaveLength(1);
});

test('another device is listed and can be removed; push can be switched off for all', async () => {
  stubPushBrowser();
  const server = open([deviceOf()], {
    [`DELETE ${DEVICES}/d1`]: { body: { publicKey: SERVER_KEY, devices: [], message: 'ok' } },
    [`PUT ${SETTINGS}`]: { body: { ...settings, push: { isOn: false }, message: 'ok' } },
  });
  const box = await (await section()).findByRole('checkbox');
  await userEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  const change = server.requests.find(({ method }) => method === 'PUT');
  expect(JSON.parse(String(change?.body))).toEqual({ byPush: false });
  await userEvent.click(screen.getByRole('button', { name: 'Chrome · Android: söndür' }));
  await waitFor(() => expect(screen.queryByText('Digər cihazlar')).toBeNull());
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', /əvvəlcə kabineti ana ekrana/],
  ['Mozilla/5.0 (X11; Linux x86_64)', /Bu brauzerdə bildirişlər mümkün deyil/],
])('a browser without push messages says what to do', async (userAgent, text) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  open([]);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Bu cihazda bildirişləri aç' })).toBeNull();
});

test('a list of devices that does not load can be tried again, and e-mail is there', async () => {
  stubPushBrowser();
  open([], { [`GET ${DEVICES}`]: { status: 500, text: '' } });
  expect(await screen.findByText('Bildiriş seçimini yükləmək mümkün olmadı')).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'E-poçtla bildiriş göndərilsin' })).toBeDefined();
});

test('the box of e-mail can be ticked only where the clinic sends e-mail', async () => {
  stubPushBrowser();
  const email = { isAvailable: false, isOn: true };
  const server = open([], { [`GET ${SETTINGS}`]: { body: { ...settings, email } } });
  const box = await screen.findByRole('checkbox', { name: 'E-poçtla bildiriş göndərilsin' });
  await userEvent.click(box);
  expect(box).toHaveProperty('disabled', true);
  expect(box.getAttribute('aria-describedby')).toBe(screen.getByRole('note').id);
  expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
});

/** Lets browser and server agree, as after the load of a page. Returns the number of registrations. */
async function sync(devices: Device[]): Promise<number> {
  signedInAs('partner');
  const server = stubServer({
    [`GET ${DEVICES}`]: answerOf(devices),
    [`POST ${DEVICES}`]: { body: { publicKey: SERVER_KEY, devices, message: 'ok' } },
  });
  await syncPushSubscription();
  return server.requests.filter(({ method }) => method === 'POST').length;
}

test('a subscription that the server does not have, perhaps of another partner, is ended', async () => {
  const browser = stubPushBrowser({ permission: 'granted', subscribed: ENDPOINT });
  expect(await sync([deviceOf()])).toBe(0);
  expect(browser.subscription).toBeUndefined();
});

test('after a new sign-in the device belongs to the new session', async () => {
  const browser = stubPushBrowser({ permission: 'granted', subscribed: ENDPOINT });
  expect(await sync([deviceOf({ endpointHash: hashOf(ENDPOINT) })])).toBe(1);
  expect(browser.subscribe).not.toHaveBeenCalled();
});

test('a subscription that the browser has dropped or replaced is registered anew', async () => {
  const dropped = stubPushBrowser({ permission: 'granted' });
  expect(await sync([deviceOf({ isCurrent: true })])).toBe(1);
  expect(dropped.subscribe).toHaveBeenCalledOnce();
  const replaced = stubPushBrowser({ permission: 'granted', subscribed: ENDPOINT });
  expect(await sync([deviceOf({ isCurrent: true })])).toBe(1);
  expect(replaced.subscribe).not.toHaveBeenCalled();
});

test('a browser whose device is known, or that was never asked, does nothing', async () => {
  stubPushBrowser({ permission: 'granted', subscribed: ENDPOINT });
  const own = deviceOf({ isCurrent: true, endpointHash: hashOf(ENDPOINT) });
  expect(await sync([own])).toBe(0);
  stubPushBrowser({ permission: 'default' });
  expect(await sync([deviceOf({ isCurrent: true })])).toBe(0);
});
