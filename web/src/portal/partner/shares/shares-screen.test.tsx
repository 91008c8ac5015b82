import type { Share } from '@deqiq/contract/examinations/shares.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { checkupOf, linkOf, listOf } from '../../../testing/checkups.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { CheckupsScreen } from '../checkups/checkups-screen.tsx';
import { SharesScreen } from './shares-screen.tsx';

const LIST = 'GET /api/partner/shares';

const shareOf = (part: Partial<Share> = {}): Share => ({
  _id: 's1',
  label: 'Valideyn',
  state: 'live',
  hasPin: true,
  createdAt: '2026-11-20T07:15:00.000Z',
  expiresAt: '2026-11-27T07:15:00.000Z',
  endedAt: null,
  createdBy: 'partner',
  files: 2,
  openings: 3,
  downloads: 1,
  partner: { _id: 'p1', firstName: 'Lalə', lastName: 'Ismayılova' },
  checkup: { _id: 'c1', firstName: 'Nigar', lastName: 'Hüseynova', name: 'Panoram' },
  lastOpenedAt: '2026-11-21T08:00:00.000Z',
  visits: [{ openedAt: '2026-11-21T08:00:00.000Z', device: 'Chrome · Android', downloads: 1 }],
  ...part,
});

const listWith = (...shares: Share[]) => ({
  body: {
    shares,
    pagination: {
      currentPage: 1,
      totalPages: 1,
      totalItems: shares.length,
      itemsPerPage: 20,
      hasNextPage: false,
      hasPrevPage: false,
    },
  },
});

test('a doctor sees who opened a link, on which device, and until when it works', async () => {
  stubServer({
    [LIST]: listWith(shareOf(), shareOf({ _id: 's2', state: 'expired', openings: 0 })),
  });
  renderScreen('partner', SharesScreen);
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toContain('Nigar Hüseynova');
  expect(first?.textContent).toContain('Valideyn · Panoram · 2 fayl · PIN ilə');
  expect(first?.textContent).toContain('İşləyirSon tarix: 27.11.2026 11:15');
  expect(first?.textContent).toContain('21.11.2026 12:00 · Chrome · Android · 1 yükləmə');
  expect(second?.textContent).toContain('Müddəti bitib');
  expect(second?.textContent).toContain('Açılmayıb');
  expect(within(second as HTMLElement).queryByRole('button', { name: 'Dayandır' })).toBeNull();
});

test('a link is revoked after a confirmation', async () => {
  const user = userEvent.setup();
  const { to } = stubServer({
    [LIST]: listWith(shareOf()),
    'DELETE /api/partner/shares/s1': {
      body: { share: shareOf({ state: 'revoked' }), message: '' },
    },
  });
  renderScreen('partner', SharesScreen);
  await user.click(await screen.findByRole('button', { name: 'Dayandır' }));
  const question = await screen.findByRole('alertdialog');
  expect(to('/api/partner/shares/s1')).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Dayandır' }));
  expect(await screen.findByText('Keçid dayandırıldı')).toBeDefined();
  expect(to('/api/partner/shares/s1')).toHaveLength(1);
});

test('an examination is shared: days, PIN and files are sent, address and PIN are shown', async () => {
  const user = userEvent.setup();
  const files = [linkOf('a.dcm'), linkOf('b.dcm')];
  const checkup = checkupOf({ _id: 'c1', xrayFileLinks: files });
  const url = 'https://deqiq.example.az/paylasim/AAAAAAAAAAAAAAAAAAAAAA';
  const { to } = stubServer({
    'GET /api/partner/misc/checkups': { body: listOf([checkup, checkupOf()]) },
    'POST /api/partner/checkups/c1/shares': {
      body: { share: shareOf(), url, pin: '048213', message: '' },
    },
  });
  renderScreen('partner', CheckupsScreen);
  // The second examination has no files.
  await user.click(await screen.findByRole('button', { name: 'Paylaş' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Kimin üçün'), 'Valideyn');
  await user.click(within(dialog).getByRole('checkbox', { name: 'b.dcm' }));
  await user.click(within(dialog).getByRole('button', { name: 'Keçid yarat' }));
  const address = await within(dialog).findByRole('textbox', { name: 'Keçid' });
  expect(address).toHaveProperty('value', url);
  expect(within(dialog).getByRole('textbox', { name: 'PIN kodu' })).toHaveProperty(
    'value',
    '048213',
  );
  expect(await within(dialog).findByRole('img', { name: 'Keçidin QR kodu' })).toBeDefined();
  const addresses = within(dialog)
    .getAllByRole('link', { name: /WhatsApp|SMS/ })
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));
  // The clinic, the doctor and the end with the link; the PIN by another press.
  const [linkByWhatsApp = '', pinBySms = '', pinByWhatsApp = ''] = addresses;
  expect(linkByWhatsApp).toContain(`Dəqiq Diaqnostika, Lalə Ismayılova. Müayinənin nəticəsi.`);
  expect(linkByWhatsApp).toContain('Son tarix: 27.11.2026 11:15.');
  expect(linkByWhatsApp).toContain(url);
  expect(linkByWhatsApp).not.toContain('048213');
  expect(pinBySms).toMatch(/^sms:\?&body=.*048213$/);
  for (const pin of [pinBySms, pinByWhatsApp]) {
    expect(pin).toContain('048213');
    expect(pin).not.toContain('paylasim');
  }
  const [sent] = to('/api/partner/checkups/c1/shares');
  const expected = { label: 'Valideyn', days: 7, pin: true, files: ['id of a.dcm'] };
  expect(JSON.parse(String(sent?.body))).toEqual(expected);
});

test('what a doctor has sent is no result, and is not shared as one', async () => {
  const shipment = checkupOf({ name: 'Göndəriş', status: 'pending', fileLinks: [linkOf('a.png')] });
  stubServer({ 'GET /api/partner/misc/checkups': { body: listOf([shipment]) } });
  renderScreen('partner', CheckupsScreen);
  expect(await screen.findByRole('button', { name: 'Geri götür' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Paylaş' })).toBeNull();
});

test('a refusal is shown in the dialog and what was entered stays', async () => {
  const user = userEvent.setup();
  stubServer({
    'GET /api/partner/misc/checkups': {
      body: listOf([checkupOf({ _id: 'c1', xrayFileLinks: [linkOf('a.dcm')] })]),
    },
    'POST /api/partner/checkups/c1/shares': {
      status: 429,
      body: {
        code: 'too-many',
        message: 'Bir saatda ən çox 60 link yaratmaq olar',
        requestId: 'r',
      },
    },
  });
  renderScreen('partner', CheckupsScreen);
  await user.click(await screen.findByRole('button', { name: 'Paylaş' }));
  const dialog = await screen.findByRole('dialog');
  const label = within(dialog).getByLabelText('Kimin üçün');
  await user.type(label, 'Valideyn');
  await user.click(within(dialog).getByRole('button', { name: 'Keçid yarat' }));
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toMatch(/ən çox 60/));
  expect(label).toHaveProperty('value', 'Valideyn');
});
