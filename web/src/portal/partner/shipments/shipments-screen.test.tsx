import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/http/query.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { ShipmentsScreen } from './shipments-screen.tsx';

const SENT = 'Şəkil uğurla göndərildi';

/** The requests of the screen; the test responds to them. */
class FakeRequest {
  static created: FakeRequest[] = [];
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  path = '';
  form = new FormData();
  open = (method: string, path: string) => {
    this.path = `${method} ${path}`;
  };
  setRequestHeader = (name: string, value: string) => {
    this.headers[name] = value;
  };
  send = (form: FormData) => {
    this.form = form;
    FakeRequest.created.push(this);
  };
  getResponseHeader = () => null;
  abort = () => this.onabort?.();
  progress = (loaded: number, total: number) =>
    act(() => this.upload.onprogress?.({ loaded, total }));
  answer = (status: number, body: object | string) =>
    this.end(() => {
      this.status = status;
      this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
      this.onload?.();
    });
  fail = () => this.end(() => this.onerror?.());
  end = (how: () => void) => act(async () => how());
}

const picture = (name = 'resept.png', type = 'image/png') => new File(['bytes'], name, { type });

function input(): HTMLInputElement {
  return document.querySelector('input[name=file]') as HTMLInputElement;
}

async function choose(file: File) {
  await screen.findByRole('heading', { name: 'Göndərişlər' });
  await userEvent.upload(input(), file, { applyAccept: false });
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Göndər' }));
const request = async () => {
  await waitFor(() => expect(FakeRequest.created.length).toBeGreaterThan(0));
  return FakeRequest.created.at(-1) as FakeRequest;
};

beforeEach(() => {
  FakeRequest.created = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

afterEach(() => vi.useRealTimers());

test('without a picture nothing is sent', async () => {
  renderScreen('partner', ShipmentsScreen);
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Xəta: Zəhmət olmasa bir fayl seçin');
  expect(FakeRequest.created).toEqual([]);
});

test.each([
  ['reçept.pdf', 'application/pdf'],
  ['canlı.gif', 'image/gif'],
  ['şəkil.heic', 'image/heic'],
  ['proqram.png', 'application/x-msdownload'],
])('%s is refused before it is sent', async (name, type) => {
  renderScreen('partner', ShipmentsScreen);
  await choose(picture(name, type));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Xəta: Yalnız şəkil faylları (PNG, JPG, WEBP) qəbul edilir',
  );
  expect(screen.queryByRole('img', { name: 'Göndəriləcək şəkil' })).toBeNull();
});

test.each([
  ['a.PNG', 'image/png'],
  ['b.jpg', 'image/jpeg'],
  ['c.jpeg', ''],
  ['d.webp', 'image/webp'],
])('%s is accepted and shown', async (name, type) => {
  renderScreen('partner', ShipmentsScreen);
  await choose(picture(name, type));
  expect(await screen.findByRole('img', { name: 'Göndəriləcək şəkil' })).toBeDefined();
  expect(screen.getByText(name)).toBeDefined();
});

test('a picture that cannot be shown is refused at once, and nothing can be sent', async () => {
  renderScreen('partner', ShipmentsScreen);
  await choose(picture('fake.png'));
  fireEvent.error(await screen.findByRole('img', { name: 'Göndəriləcək şəkil' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Xəta: Şəkil zədələnib və ya adına uyğun gəlmir',
  );
  expect(screen.queryByText('fake.png')).toBeNull();
  await press();
  expect(FakeRequest.created).toEqual([]);
});

test('a picture above 15 MB is refused before it is sent', async () => {
  renderScreen('partner', ShipmentsScreen);
  const large = picture();
  Object.defineProperty(large, 'size', { value: 15 * 1024 * 1024 + 1 });
  await choose(large);
  expect((await screen.findByRole('alert')).textContent).toBe('Xəta: Şəkil ən çox 15 MB ola bilər');
});

test('a picture is sent signed, with its progress; the success is gone after three seconds', async () => {
  const refreshed = vi.spyOn(queryClient, 'invalidateQueries');
  renderScreen('partner', ShipmentsScreen);
  await choose(picture());
  await press();
  const sent = await request();
  expect(sent.path).toBe('POST /api/partner/misc/create-checkup');
  expect(sent.headers.Authorization).toBe('Bearer access type=access');
  expect([...sent.form.keys()]).toEqual(['file', 'firstName', 'lastName', 'note']);
  expect(sent.form.get('file')).toHaveProperty('name', 'resept.png');
  sent.progress(25, 100);
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('25');
  sent.progress(100, 100);
  expect(screen.getByText('Şəkil yoxlanılır')).toBeDefined();
  vi.useFakeTimers();
  await sent.answer(200, { checkup: {}, message: SENT });
  expect(screen.getByText(SENT)).toBeDefined();
  expect(screen.queryByRole('img', { name: 'Göndəriləcək şəkil' })).toBeNull();
  expect(refreshed).toHaveBeenCalledWith({ queryKey: ['partner', 'checkups'] });
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(screen.queryByText(SENT)).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.queryByText(SENT)).toBeNull();
});

test.each([
  [503, { message: 'Server yenilənir' }, 'Xəta: Server yenilənir'],
  [415, { message: 'Xəta: Şəkil zədələnib' }, 'Xəta: Şəkil zədələnib'],
  [500, 'proxy', 'Xəta: Bir xəta baş verdi'],
])('a refusal (%i) is shown and the picture stays', async (status, body, text) => {
  renderScreen('partner', ShipmentsScreen);
  await choose(picture());
  await press();
  await (await request()).answer(status, body);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByRole('img', { name: 'Göndəriləcək şəkil' })).toBeDefined();
});

test('a lost connection is shown, and the same picture can be sent again', async () => {
  renderScreen('partner', ShipmentsScreen);
  await choose(picture());
  await press();
  await (await request()).fail();
  expect((await screen.findByRole('alert')).textContent).toBe('Xəta: Bir xəta baş verdi');
  await press();
  await waitFor(() => expect(FakeRequest.created).toHaveLength(2));
  await (await request()).answer(200, { message: SENT });
  expect(await screen.findByText(SENT)).toBeDefined();
});

test('a cancelled upload shows nothing and keeps the picture', async () => {
  renderScreen('partner', ShipmentsScreen);
  await choose(picture());
  await press();
  await request();
  await userEvent.click(screen.getByRole('button', { name: 'Dayandır' }));
  expect(await screen.findByRole('button', { name: 'Göndər' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('img', { name: 'Göndəriləcək şəkil' })).toBeDefined();
});

test('an access token that has run out is renewed, and the picture sent once more', async () => {
  const server = stubServer({
    'POST /api/partner/auth/refresh-token': { body: { accessToken: 'fresh' } },
  });
  renderScreen('partner', ShipmentsScreen);
  await choose(picture());
  await press();
  await (await request()).answer(401, {});
  await waitFor(() => expect(FakeRequest.created).toHaveLength(2));
  const again = await request();
  expect(again.headers.Authorization).toBe('Bearer fresh type=access');
  await again.answer(200, { message: SENT });
  expect(await screen.findByText(SENT)).toBeDefined();
  expect(server.to('/api/partner/auth/refresh-token')).toHaveLength(1);
});

test('a user on another screen sees the result as a toast', async () => {
  const router = renderScreen('partner', ShipmentsScreen);
  await choose(picture());
  await press();
  const sent = await request();
  await act(() => router.navigate('/elsewhere'));
  await sent.answer(200, { message: SENT });
  expect(await screen.findByText(SENT)).toBeDefined();
});

test('the patient and a note travel with the picture, and are empty for the next one', async () => {
  renderScreen('partner', ShipmentsScreen);
  await choose(picture());
  await userEvent.type(screen.getByLabelText('Pasiyentin adı'), 'Nigar');
  await userEvent.type(screen.getByLabelText('Qeyd'), '36-cı diş');
  await press();
  const sent = await request();
  expect(Object.fromEntries([...sent.form].slice(1))).toEqual({
    firstName: 'Nigar',
    lastName: '',
    note: '36-cı diş',
  });
  await sent.answer(200, { message: SENT });
  await choose(picture());
  expect(screen.getByLabelText('Qeyd')).toHaveProperty('value', '');
});
