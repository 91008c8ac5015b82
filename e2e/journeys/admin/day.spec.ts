import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, passPoll, signInAsAdmin, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';
import { picture } from '../../sample-files.ts';

test.use({ viewport: DESK });

const visitor = { email: 'gun@example.az', phone: '+994 70 222 33 44' };

test('a working day through all screens', async ({ page, server, staff }) => {
  test.setTimeout(300_000);
  const office = await Office.open(server.url);
  const { partner } = await staff.addPartner({ firstName: 'Günlük', lastName: 'Partnyor' });
  const png = { name: 'üz.png', mimeType: 'image/png', buffer: await picture() };
  await office.asVisitor('/api/misc/partner-application', {
    ...visitor,
    fullName: 'Namizəd Həkim',
    clinicName: 'Yeni Klinika',
    clinicPhone: visitor.phone,
  });
  await office.asVisitor('/api/misc/reservation-application', {
    ...visitor,
    fullName: 'Günün Pasienti',
    partnerFullName: 'Günlük Partnyor',
  });
  await office.asVisitor('/api/misc/contact-message', { ...visitor, fullName: 'Sual Verən' });
  await office.asPartner(partner, '/api/partner/misc/report', { message: 'Təşəkkür edirik' });
  await signInAsAdmin(page);
  const enter = async (entry: string, heading: string) => {
    await page.getByRole('link', { name: entry, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  };
  const screen = new AdminScreen(page, '');

  await enter('Partner Stats', 'Partner Stats');
  const stats = screen.row('Günlük Partnyor');
  await stats.getByRole('button', { name: 'Update balance' }).click();
  await screen.field('balance').fill('2');
  await screen.press('Update Balance');
  await screen.answer('Bəli');
  await expect(stats).toContainText('2,00 ₼');

  await office.asPartner(partner, '/api/partner/misc/demand-payment', { gift: 'bag' });
  await enter('Payments', 'Payments');
  const payment = screen.row('Günlük Partnyor');
  await payment.getByRole('button', { name: 'Confirm' }).click();
  await screen.answer('Bəli');
  await expect(payment).toContainText('Completed');

  await enter('Labs', 'Labs');
  await page.getByRole('button', { name: 'Add Lab' }).click();
  await screen.field('title').fill('Günün sifarişi');
  await screen.dialog.getByRole('combobox', { name: /Partner/ }).click();
  await page.getByPlaceholder('Search partners...').fill('gunluk');
  await page.getByRole('option', { name: 'Günlük Partnyor' }).click();
  await screen.field('startDate').fill('2026-11-20');
  await screen.field('endDate').fill('2026-11-27');
  await screen.press('Create Lab');
  await screen.answer('Bəli');
  await expect(screen.row('Günün sifarişi')).toContainText('Günlük Partnyor');

  await enter('Doctors', 'Doctors');
  await page.getByRole('button', { name: 'Add Doctor' }).click();
  for (const [name, text] of [
    ['firstName', 'Günlük'],
    ['lastName', 'Həkim'],
    ['phone', '+994501112233'],
  ] as const)
    await screen.field(name).fill(text);
  await screen.field('image').setInputFiles(png);
  await screen.press('Add Doctor');
  await screen.answer('Bəli');
  await expect(screen.row('Günlük Həkim')).toBeVisible();

  await enter('Clinics', 'Clinics');
  await page.getByRole('button', { name: 'Add Clinic' }).click();
  for (const [name, text] of [
    ['title', 'Günlük Klinika'],
    ['phone', '+994501112233'],
    ['instagram', '@gunluk'],
  ] as const)
    await screen.field(name).fill(text);
  await screen.field('image').setInputFiles(png);
  await screen.press('Add Clinic');
  await screen.answer('Bəli');
  await expect(screen.row('Günlük Klinika')).toBeVisible();

  for (const [entry, heading, owner] of [
    ['Applies Partner', 'Partner Applications', 'Namizəd Həkim'],
    ['Applies Reservation', 'Reservation Applications', 'Günün Pasienti'],
    ['Messages', 'Messages', 'Sual Verən'],
    ['Reports', 'Partner Reports', partner.email],
  ] as const) {
    await enter(entry, heading);
    await screen.row(owner).getByRole('button', { name: 'Delete' }).click();
    await screen.answer('Bəli');
    await expect(screen.row(owner)).toHaveCount(0);
  }
  await enter('Checkups', 'Checkups');
  await enter('Partners', 'Partners');
  await screen.row('Günlük Partnyor').getByRole('button', { name: 'Delete' }).click();
  await screen.answer('Bəli');
  await expect(page.getByText('Partnyor müvəffəqiyyətlə silindi.')).toBeVisible();
  // The partner's data stays readable.
  await enter('Labs', 'Labs');
  await expect(screen.row('Günün sifarişi')).toContainText('Günlük Partnyor (deleted)');

  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Yes, logout!' }).click();
  await expect(page.getByText('Logged out successfully.')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/');
});

test.describe('when the server is down for a while', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load|fetch/] });

  test('the rows and an open form stay, and the screen recovers by itself', async ({
    page,
    server,
    staff,
  }) => {
    const office = await Office.open(server.url);
    const { partner } = await staff.addPartner({ lastName: 'Fasiləli' });
    await office.addLab(partner, 'Fasilə sifarişi');
    await page.clock.install();
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'labs');
    await screen.open('?name=fasile');
    await screen.rows.getByRole('button', { name: 'Edit' }).click();
    await screen.field('title').fill('Yarımçıq yazı');
    await server.kill();
    await passPoll(page);
    await expect(page.getByText('Oops! Something went wrong')).toBeVisible();
    await screen.press('Update Lab');
    await screen.answer('Bəli');
    await screen.readError('Labs yenilənə bilmədi');
    await server.restart();
    await passPoll(page);
    await expect(page.getByText('Oops! Something went wrong')).toBeHidden();
    await expect(screen.field('title')).toHaveValue('Yarımçıq yazı');
    await screen.press('Update Lab');
    await screen.answer('Bəli');
    await expect(page.getByText('Labs uğurla yeniləndi')).toBeVisible();
  });
});
