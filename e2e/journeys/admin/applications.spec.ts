import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';

test.use({ viewport: DESK });

const person = (fullName: string) => ({
  fullName,
  email: 'pasient@example.az',
  phone: '+994 70 222 33 44',
});

const kinds = [
  {
    section: 'applications/partner',
    entry: 'Applies Partner',
    title: 'Partner Applications',
    empty: 'No Partner Applications Found',
    path: '/api/misc/partner-application',
    more: { clinicName: 'Ağ Diş', clinicPhone: '+994 12 444 55 66' },
    shown: ['Ağ Diş', '+994 12 444 55 66'],
  },
  {
    section: 'applications/reservation',
    entry: 'Applies Reservation',
    title: 'Reservation Applications',
    empty: 'No Reservation Applications Found',
    path: '/api/misc/reservation-application',
    more: { partnerFullName: 'Dr. Elçin Əliyev' },
    shown: ['Dr. Elçin Əliyev'],
  },
  {
    section: 'applications/contact',
    entry: 'Messages',
    title: 'Messages',
    empty: 'No Messages Found',
    path: '/api/misc/contact-message',
    more: { message: 'Şənbə günü işləyirsiniz?' },
    shown: ['Şənbə günü işləyirsiniz?'],
  },
];

for (const { section, entry, title, empty, path, more, shown } of kinds) {
  test(`${title}: applications of visitors are listed, found, paged and deleted`, {
    // work-queues.spec.ts has another journey of the reservations.
    tag: section === 'applications/reservation' ? [] : '@screen',
  }, async ({ page, server }) => {
    const office = await Office.open(server.url);
    for (let count = 10; count < 31; count += 1)
      await office.asVisitor(path, { ...person(`Ziyarətçi ${count}`), ...more });
    await storeAdminSession(page);
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: entry }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: entry })).toHaveAttribute('aria-current', 'page');
    const screen = new AdminScreen(page, section);
    await expect(screen.rows).toHaveCount(20);
    for (const text of ['Ziyarətçi 30', 'pasient@example.az', '+994 70 222 33 44', ...shown])
      await expect(screen.rows.first()).toContainText(text);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Last' }).click();
    await expect(screen.rows).toHaveCount(1);
    await screen.rows.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure? This action cannot be undone!',
    });
    await expect(question).toContainText('Ziyarətçi 10');
    await screen.answer('Ləğv et');
    await screen.rows.getByRole('button', { name: 'Delete' }).click();
    await screen.answer('Bəli');
    await expect(page.getByText('Deleted!')).toBeVisible();
    await expect(screen.rows).toHaveCount(20);

    await screen.search('ziyaretci 2');
    await expect(screen.rows).toHaveCount(10);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await screen.expectNoWider();
    await screen.search('belə adam yoxdur');
    await expect(page.getByText(empty)).toBeVisible();
  });
}

test.describe('when the server fails', () => {
  test.use({ expectedErrors: [/500/] });

  test('an application that could not be deleted stays', async ({ page, server }) => {
    const office = await Office.open(server.url);
    await office.asVisitor('/api/misc/reservation-application', {
      ...person('Silinməyən Adam'),
      partnerFullName: 'Dr. X',
    });
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'applications/reservation');
    await screen.open('?fullName=silinmeyen');
    await page.route('**/applications/reservations/*', (route) => route.fulfill({ status: 500 }));
    await screen.rows.getByRole('button', { name: 'Delete' }).click();
    await screen.answer('Bəli');
    await screen.readError('There was an issue deleting the application.');
    await expect(screen.rows).toHaveCount(1);
  });
});
