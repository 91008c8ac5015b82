import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partnerOf } from '../../../testing/partner.ts';
import { openPortal, signedInAs } from '../../../testing/portal.tsx';
import { referralOf } from '../../../testing/referrals.ts';
import { type Reply, stubServer } from '../../../testing/server.ts';

const referral = referralOf({ _id: 'r1', region: 'lower-jaw', question: 'Kanala məsafə?' });

beforeEach(() => {
  window.scrollTo = () => undefined;
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

function open(answer: Reply = { body: { referral } }, link: Reply = { body: { link: '' } }) {
  const server = stubServer({
    'GET /api/partner/account': { body: { partner: partnerOf() } },
    'GET /api/partner/referrals/r1': answer,
    'POST /api/partner/referrals/r1/link': link,
  });
  signedInAs('partner');
  const sent = (method: string) => server.requests.filter((request) => request.method === method);
  return { ...openPortal('/partner/dashboard/referrals/r1'), sent };
}

test('the slip has code, patient, examination, teeth, doctor, address and telephone', async () => {
  open();
  const slip = within(await screen.findByRole('article', { name: 'Göndəriş vərəqəsi' }));
  expect(await slip.findByRole('img', { name: 'Göndərişin QR kodu' })).toBeDefined();
  for (const text of [
    'DR0001AB2',
    'Nigar Hüseynova',
    'KLKT',
    '36, 46',
    'Alt çənə',
    '07.03.1990',
    'Təbriz küçəsi 44, Nərimanov rayonu, Bakı',
    '+994 12 555 01 20',
  ])
    expect(slip.getByText(text)).toBeDefined();
  expect(await slip.findByText('Aygün Məmmədova, Gülüş Dent')).toBeDefined();
  // The question is for the clinic.
  expect(slip.queryByText('Kanala məsafə?')).toBeNull();
});

test('the slip is printed, or sent without the name of the patient', async () => {
  const print = vi.fn();
  const share = vi.fn(async (_: ShareData) => undefined);
  vi.stubGlobal('print', print);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Çap et' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Pasiyentə göndər' }));
  const text = share.mock.calls[0]?.[0].text ?? '';
  expect(text).toContain('DR0001AB2. KLKT. Ünvan: Təbriz küçəsi 44');
  expect(text).not.toContain('Nigar');
  const link = screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '';
  expect(link.startsWith('https://wa.me/994501234567?text=')).toBe(true);
  expect(decodeURIComponent(link)).toContain(text);
});

test('a link for booking is made by a press; slip, message and clipboard carry it', async () => {
  const link = 'https://deqiq.az/qebul/token';
  const { user, sent } = open(undefined, { body: { link } });
  const slip = within(await screen.findByRole('article', { name: 'Göndəriş vərəqəsi' }));
  const before = (await slip.findByRole('img', { name: 'Göndərişin QR kodu' })).innerHTML;
  await user.click(screen.getByRole('button', { name: 'Keçid yarat' }));
  const field = await screen.findByDisplayValue(link);
  expect(document.activeElement).toBe(field);
  expect(sent('POST').map(({ path }) => path)).toEqual(['/api/partner/referrals/r1/link']);
  const address = screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(address)).toContain(`. Vaxt seçin: ${link}`);
  expect(slip.getByRole('img', { name: 'Göndərişin QR kodu' }).innerHTML).not.toBe(before);
});

test('a referral that has ended offers no link', async () => {
  open({ body: { referral: { ...referral, state: 'cancelled' } } });
  await screen.findByRole('article', { name: 'Göndəriş vərəqəsi' });
  expect(screen.queryByRole('button', { name: 'Keçid yarat' })).toBeNull();
});

test('a refused link says why', async () => {
  const { user } = open(undefined, { status: 409, body: { message: 'Vəziyyət dəyişib' } });
  await user.click(await screen.findByRole('button', { name: 'Keçid yarat' }));
  expect(await screen.findByText('Vəziyyət dəyişib')).toBeDefined();
});

test('a referral of someone else shows the message of the server and no slip', async () => {
  open({ status: 404, body: { message: 'Göndəriş tapılmadı' } });
  expect(await screen.findByText('Göndəriş tapılmadı')).toBeDefined();
  expect(screen.queryByRole('article')).toBeNull();
});
