import { type Device, type DeviceList, echoMessages } from '@deqiq/contract/machines/devices.ts';
import * as deviceMessages from '@deqiq/messages/machines/devices.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  answer,
  dialog,
  firstRow,
  openSection,
  press,
  readError,
} from '../../../testing/admin/admin.tsx';
import { later, type Reply } from '../../../testing/server.ts';

afterEach(() => vi.useRealTimers());

const PATH = '/api/admin/devices';

const deviceOf = (part: Partial<Device> = {}): Device => ({
  _id: 'd1',
  name: 'Planmeca ProMax',
  kind: 'panoramic',
  aeTitle: 'PROMAX',
  addresses: ['192.168.1.0/24'],
  host: '192.168.1.20',
  port: 104,
  tokenEnd: 'x9Kq',
  createdAt: '2026-11-20T06:00:00.000Z',
  revokedAt: null,
  lastSeenAt: '2026-11-23T06:00:00.000Z',
  instances: 1204,
  refused: 2,
  lastError: 'no SOP Instance UID',
  lastErrorAt: '2026-11-22T06:00:00.000Z',
  ...part,
});

const intake: NonNullable<DeviceList['intake']> = {
  startedAt: '2026-11-23T05:00:00.000Z',
  aeTitle: 'DEQIQ',
  port: 11_112,
  associations: 2,
  waiting: 12,
  waitingBytes: 3_000_000,
  waitingSince: '2026-11-23T06:00:00.000Z',
  rejected: 1,
  lastError: 'The server does not answer',
  callers: ['PROMAX', 'VATECH'].map((aeTitle) => ({
    aeTitle,
    lastSeenAt: '2026-11-23T06:00:00.000Z',
    instances: 3,
    refused: 0,
    lastError: '',
  })),
  studies: [],
  reportedAt: new Date().toISOString(),
};

const TOKEN = 'deqiq-device-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAx9Kq';

type Options = {
  device?: Partial<Device>;
  intake?: DeviceList['intake'];
  echo?: () => Promise<Reply>;
};

function open({ device, intake = null, echo }: Options = {}) {
  const body = { device: deviceOf(device), message: '' };
  return openSection('devices', {
    [`GET ${PATH}`]: { body: { devices: [deviceOf(device)], intake } },
    [`POST ${PATH}`]: { body: { ...body, token: TOKEN } },
    [`POST ${PATH}/d1/token`]: { body: { ...body, token: TOKEN } },
    [`POST ${PATH}/d1/test`]: echo ?? { body },
    [`PUT ${PATH}/d1`]: { body },
    [`DELETE ${PATH}/d1`]: { body },
  });
}

test('a device shows its token’s end, its networks, what it sent and its last error', async () => {
  open();
  const { cells, buttons } = await firstRow();
  expect(cells.slice(1, 6)).toEqual([
    'Planmeca ProMaxPanoramic · PROMAX',
    'Active',
    '… x9Kqfrom 192.168.1.0/24',
    '23.11.2026 10:00',
    '1.204 accepted2 refused: no SOP Instance UID, 22.11.2026 10:00',
  ]);
  expect(buttons).toEqual(['Edit', 'Test the connection', 'New token', 'Revoke']);
});

test('a device is added, and its token is shown once with a button that copies it', async () => {
  const { user, sent } = open();
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await user.click(await screen.findByRole('button', { name: 'Add Device' }));
  await user.type(dialog().getByLabelText(/^Name/), 'Vatech PaX');
  await user.type(dialog().getByLabelText(/^Allowed addresses/), '192.168.1.0/24, 10.0.0.1');
  await press(user, 'Add Device');
  expect(await screen.findByDisplayValue(TOKEN)).toBeTruthy();
  expect(JSON.parse(String(sent('POST')[0]?.body))).toEqual({
    name: 'Vatech PaX',
    kind: 'panoramic',
    aeTitle: '',
    host: '',
    port: null,
    addresses: '192.168.1.0/24 10.0.0.1',
  });
  await user.click(screen.getByRole('button', { name: 'Copy: Token' }));
  expect(writeText).toHaveBeenCalledWith(TOKEN);
  await press(user, 'Done');
  await waitFor(() => expect(screen.queryByDisplayValue(TOKEN)).toBeNull());
}, 20_000);

test('a wrong field is shown at the field and nothing is sent', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.clear(dialog().getByLabelText(/^Port/));
  await user.type(dialog().getByLabelText(/^Port/), '70000');
  await press(user, 'Save Device');
  await readError(user, deviceMessages.badPort());
  expect(dialog().getByLabelText(/^Port/).getAttribute('aria-invalid')).toBe('true');
  expect(sent('PUT')).toEqual([]);
});

test('a new token asks first, because the former one ends', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  expect(await answer(user, 'Create')).toContain('Planmeca ProMax: the former token ends');
  expect(await screen.findByDisplayValue(TOKEN)).toBeTruthy();
});

test('revoking asks first and names the device', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  expect(await answer(user, 'Revoke')).toContain('Planmeca ProMax');
  expect(await screen.findByText(deviceMessages.revoked())).toBeTruthy();
  expect(sent('DELETE')[0]?.path).toBe(`${PATH}/d1`);
});

test('a revoked device has no actions', async () => {
  open({ device: { revokedAt: '2026-11-23T06:00:00.000Z', tokenEnd: null } });
  const { row, buttons } = await firstRow();
  expect(row.getByText('Revoked')).toBeTruthy();
  expect(buttons).toEqual([]);
});

test('the connection test shows that it runs, what it found, and runs again', async () => {
  const first = later<Reply>();
  const second = later<Reply>();
  const replies = [first, second];
  const { user } = open({ echo: () => replies.shift()?.promise ?? Promise.resolve({}) });
  const found = (result: 'ok' | 'unreachable') => ({
    body: { device: deviceOf(), result, milliseconds: 12, message: echoMessages[result]() },
  });
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }));
  expect(await screen.findByText('Connecting...')).toBeTruthy();
  first.resolve(found('unreachable'));
  expect(await screen.findByText(echoMessages.unreachable())).toBeTruthy();
  await press(user, 'Test again');
  second.resolve(found('ok'));
  expect(await screen.findByText(echoMessages.ok())).toBeTruthy();
  expect(screen.getByText('· 12 ms')).toBeTruthy();
});

test('the intake process shows what waits, and its callers become devices', async () => {
  const { user } = open({ intake });
  const process = within(await screen.findByRole('region', { name: 'DICOM intake process' }));
  expect(process.getByText('Running')).toBeTruthy();
  expect(process.getByText('12 images, 2,9 MB, since 23.11.2026 10:00')).toBeTruthy();
  expect(process.getByText('Last error: The server does not answer')).toBeTruthy();
  await user.click(process.getByText('2 AE titles have called'));
  expect(process.queryByRole('button', { name: 'Add PROMAX as a device' })).toBeNull();
  await user.click(process.getByRole('button', { name: 'Add VATECH as a device' }));
  expect(dialog().getByLabelText(/^AE title/)).toHaveProperty('value', 'VATECH');
});

test('an intake process that has fallen silent is pointed out', async () => {
  open({ intake: { ...intake, reportedAt: '2026-11-23T00:00:00.000Z' } });
  expect(await screen.findByText('No report since 23.11.2026 04:00')).toBeTruthy();
});

test('an intake process that falls silent while the screen is open is pointed out', async () => {
  vi.useFakeTimers();
  open({ intake: { ...intake, reportedAt: new Date().toISOString() } });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  while (!screen.queryByText('Running')) await pass(10);
  await pass(3 * 60_000);
  expect(screen.getByText(/^No report since/)).toBeTruthy();
});

test('devices that cannot be loaded are asked for again', async () => {
  const replies: Reply[] = [{ status: 500, text: '' }, { body: { devices: [], intake: null } }];
  const { user } = openSection('devices', { [`GET ${PATH}`]: () => replies.shift() ?? {} });
  expect(await screen.findByText(deviceMessages.listFailed())).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(await screen.findByText('No device yet. Add the machines that send studies')).toBeTruthy();
});
