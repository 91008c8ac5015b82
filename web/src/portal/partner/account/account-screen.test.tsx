import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { departure } from '../../../api/people/session/departure.ts';
import { partnerOf } from '../../../testing/partner.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { type Reply, stubServer } from '../../../testing/server.ts';
import { AccountScreen } from './account-screen.tsx';

const REPORT = '/api/partner/misc/report';

function open(report: Reply = { body: { message: 'ok' } }) {
  const partner = partnerOf({ balance: 12.5 });
  const server = stubServer({
    'GET /api/partner/account': { body: { partner } },
    [`POST ${REPORT}`]: report,
  });
  renderScreen('partner', AccountScreen);
  return server;
}

const box = () => screen.findByLabelText('Mesajınız');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Göndər' }));

test('shows name, patients and points, and links to laboratory, gifts and details', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Aygün Məmmədova' })).toBeDefined();
  expect(screen.getByText('37')).toBeDefined();
  expect(screen.getByText('12,5')).toBeDefined();
  const way = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(way(/^Laboratoriya/)).toBe('/partner/dashboard/laboratory');
  expect(way(/^Hədiyyələr/)).toBe('/partner/dashboard/gifts');
  expect(way(/^Məlumatlarım/)).toBe('/partner/dashboard/profile/details');
});

test('an empty complaint is refused and not sent', async () => {
  const server = open();
  await userEvent.type(await box(), '   ');
  await send();
  expect(await screen.findByText('Zəhmət olmasa mesaj daxil edin')).toBeDefined();
  expect(server.to(REPORT)).toEqual([]);
});

test('a sent complaint leaves an empty box without an error', async () => {
  const server = open();
  await userEvent.type(await box(), 'Nəticələr tez gəlsin');
  await send();
  expect(await screen.findByText('Mesajınız göndərildi')).toBeDefined();
  expect(await box()).toHaveProperty('value', '');
  expect(screen.queryByText('Zəhmət olmasa mesaj daxil edin')).toBeNull();
  expect(JSON.parse(String(server.to(REPORT)[0]?.body))).toEqual({
    message: 'Nəticələr tez gəlsin',
  });
});

test.each([
  [{ status: 503, body: { message: 'Server yenilənir' } }, 'Server yenilənir'],
  [{ status: 500, text: 'proxy' }, 'Mesaj göndərilərkən xəta baş verdi'],
])('a refused complaint shows the reason and keeps the input', async (reply, text) => {
  open(reply);
  await userEvent.type(await box(), 'Salam');
  await send();
  expect(await screen.findByText(text)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Bağla' }));
  expect(await box()).toHaveProperty('value', 'Salam');
});

test('a complaint draft survives a visit to another screen, but not another user', async () => {
  open();
  await userEvent.type(await box(), 'Yarımçıq fikir');
  cleanup();
  open();
  expect(await box()).toHaveProperty('value', 'Yarımçıq fikir');
  cleanup();
  departure.forget();
  open();
  expect(await box()).toHaveProperty('value', '');
});
