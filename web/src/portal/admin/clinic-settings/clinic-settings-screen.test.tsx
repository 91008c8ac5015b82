import {
  defaultSettings,
  type SavedSettings,
} from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, openSection, readError } from '../../../testing/admin/admin.tsx';

const PATH = '/api/admin/clinic-settings';

const saved: SavedSettings = {
  version: 2,
  settings: defaultSettings,
  versions: [
    { version: 2, savedAt: '2026-11-26T08:00:00.000Z', savedBy: 'aysel' },
    { version: 1, savedAt: '2026-11-25T08:00:00.000Z', savedBy: 'aysel' },
  ],
};

const open = (routes: Parameters<typeof openSection>[1] = {}) =>
  openSection('settings', {
    [`GET ${PATH}`]: { body: saved },
    [`PUT ${PATH}`]: { body: { ...saved, version: 3, message: '' } },
    [`POST ${PATH}/restore`]: { body: { ...saved, version: 3, message: '' } },
    ...routes,
  });

type Sent = { body: BodyInit | null } | undefined;

const bodyOf = (request: Sent): unknown => JSON.parse(String(request?.body));

const formOf = (request: Sent) => {
  const form = request?.body as FormData;
  return {
    version: Number(form.get('version')),
    settings: JSON.parse(String(form.get('settings'))),
    logo: form.get('logo'),
  };
};

test('an owner changes a telephone and the hours of a day', async () => {
  const { user, sent } = open();
  const phone = await screen.findByLabelText(/^Telephone/);
  await user.clear(phone);
  await user.type(phone, '+994 12 404 00 11');
  await user.selectOptions(screen.getByLabelText('Saturday: state'), 'Closed');
  expect(screen.queryByLabelText('Saturday: opens')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  const week = defaultSettings.week.map((day, index) =>
    index === 5 ? { ...day, state: 'closed' } : day,
  );
  expect(formOf(sent('PUT')[0])).toEqual({
    logo: null,
    version: 2,
    settings: { ...defaultSettings, phone: '+994 12 404 00 11', week },
  });
});

test('an owner shows the price list on the site', async () => {
  const { user, sent } = open();
  const box = await screen.findByRole('checkbox', { name: /price list/ });
  expect(box).toHaveProperty('checked', false);
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(formOf(sent('PUT')[0])).toEqual({
    logo: null,
    version: 2,
    settings: { ...defaultSettings, showPrices: true },
  });
});

test('a logo is shown, sent and taken back in one press', async () => {
  const logo = '00000000-0000-4000-8000-000000000001.webp';
  const { user, sent } = open({
    [`GET ${PATH}`]: { body: { ...saved, settings: { ...defaultSettings, logo } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Logo' }));
  const input = screen.getByLabelText('Logo', { selector: 'input' });
  const large = new Uint8Array(2 * 1024 * 1024 + 1);
  await user.upload(input, new File([large], 'large.png', { type: 'image/png' }));
  await readError(user, 'Şəkil ən çox 2 MB ola bilər');
  await user.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  const form = formOf(sent('PUT')[0]);
  expect(form.settings.logo).toBe('');
  expect((form.logo as File).name).toBe('logo.png');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(bodyOf(sent('POST')[0])).toEqual({ version: 3, restore: 2 });
});

test('a wrong field is named before anything is sent', async () => {
  const { user, sent } = open();
  const street = await screen.findByLabelText(/^Street and number: RU/);
  await user.clear(street);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await readError(user, 'Ünvanı hər üç dildə yazın');
  expect(sent('PUT')).toHaveLength(0);
});

test('what somebody else has saved meanwhile is not overwritten, and the input stays', async () => {
  const message = 'Somebody else has changed the settings';
  const { user } = open({ [`PUT ${PATH}`]: { status: 409, body: { code: 'conflict', message } } });
  const name = await screen.findByLabelText(/^Name of the clinic/);
  await user.type(name, ' 2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await readError(user, message);
  expect(screen.getByDisplayValue(`${defaultSettings.name} 2`)).toBeTruthy();
});

test('an earlier version is restored in one press', async () => {
  const { user, sent } = open();
  const versions = within(await screen.findByRole('region', { name: 'Versions' }));
  expect(versions.getAllByRole('button')).toHaveLength(2);
  await user.click(versions.getByRole('button', { name: 'Restore this version: Version 1' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(bodyOf(sent('POST')[0])).toEqual({ version: 2, restore: 1 });
});

test('a link asks before it leaves unsaved input, and a reload is warned of', async () => {
  const { user, where } = open();
  const name = await screen.findByLabelText(/^Name of the clinic/);
  await user.type(name, ' 2');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await user.click(screen.getByRole('link', { name: 'Labs' }));
  await answer(user, 'Go on editing');
  expect(where()).toBe('/admin/dashboard/settings');
  expect(screen.getByDisplayValue(`${defaultSettings.name} 2`)).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Labs' }));
  await answer(user, 'Discard');
  await waitFor(() => expect(where()).toBe('/admin/dashboard/labs'));
  await waitFor(() =>
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true),
  );
});

test('a link asks again, even if it is pressed before the page is drawn after the last answer', async () => {
  const { user, where } = open();
  await user.type(await screen.findByLabelText(/^Name of the clinic/), ' 2');
  const link = screen.getByRole('link', { name: 'Labs' });
  await user.click(link);
  const goOn = await screen.findByRole('button', { name: 'Go on editing' });
  await act(async () => {
    goOn.click();
    await new Promise((resolve) => setTimeout(resolve));
    link.click();
  });
  await answer(user, 'Discard');
  await waitFor(() => expect(where()).toBe('/admin/dashboard/labs'));
});
