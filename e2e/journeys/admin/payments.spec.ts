import type { PaymentList } from '@deqiq/contract/office/payments.ts';
import { AdminScreen } from '../../admin-screen.ts';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { Office } from '../../office.ts';
import type { Staff } from '../../staff.ts';

test.use({ viewport: DESK });

const GIFT = '/api/partner/misc/demand-payment';

/** Creates a partner with `gifts` points who has requested as many gifts. */
async function addPartnerWithGifts(office: Office, staff: Staff, lastName: string, gifts: number) {
  const { partner } = await staff.addPartner({ firstName: 'Ödəniş', lastName });
  await office.giveBalance(partner, gifts);
  for (let count = 0; count < gifts; count += 1)
    await office.asPartner(partner, GIFT, { gift: 'pen' });
  return partner;
}

test('a payment is confirmed, another rejected; both are shown at once and stay settled', {
  tag: '@screen',
}, async ({ page, server, staff }) => {
  const office = await Office.open(server.url);
  await addPartnerWithGifts(office, staff, 'İstəyən', 2);
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'payments');
  await screen.open('?name=isteyen');
  const first = screen.rows.first();
  const second = screen.rows.nth(1);
  await expect(screen.rows).toHaveCount(2);
  await expect(first).toContainText('1,00 AZN');
  await expect(first).toContainText('Qələm');
  await expect(first).toContainText('Pending');
  await expectAccessible(page);

  await first.getByRole('button', { name: 'Confirm' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Ödəniş İstəyən — 1,00 AZN');
  await expectAccessible(page);
  await screen.answer('Ləğv et');
  await expect(first).toContainText('Pending');

  // The response is delayed: success is shown before it arrives.
  const released = Promise.withResolvers<void>();
  await page.route('**/payments/confirm/*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await first.getByRole('button', { name: 'Confirm' }).click();
  await screen.answer('Bəli');
  await expect(page.getByText('Payment confirmed')).toBeVisible();
  await expect(first).toContainText('Completed');
  await expect(first.getByRole('button')).toHaveCount(0);
  released.resolve();

  await second.getByRole('button', { name: 'Reject' }).click();
  await screen.answer('Bəli');
  await expect(page.getByText('Payment rejected')).toBeVisible();
  await expect(second).toContainText('Rejected');
  await page.reload();
  await expect(first).toContainText('Completed');
  await expect(second).toContainText('Rejected');
  // A rejection returns the point.
  await new AdminScreen(page, 'partner-stats').open('?fullName=isteyen');
  await expect(page.getByText('1,00 ₼')).toBeVisible();
});

test.describe('when a colleague was faster', () => {
  test.use({ expectedErrors: [/409/] });

  test('the refusal is shown and the row has the real state again', async ({
    page,
    server,
    staff,
  }) => {
    const office = await Office.open(server.url);
    await addPartnerWithGifts(office, staff, 'Yarışan', 1);
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'payments');
    await screen.open('?name=yarisan');
    await screen.rows.getByRole('button', { name: 'Confirm' }).click();
    const { payments } = await office.send<PaymentList>('GET', '/api/admin/payments?name=yarisan');
    await office.send('PATCH', `/api/admin/payments/reject/${payments[0]?._id}`);
    await screen.answer('Bəli');
    await screen.readError('This payment has already been settled');
    await expect(screen.rows).toContainText('Rejected');
  });
});

test.describe('when the network is down', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load|fetch/] });

  test('a settlement that did not arrive is pending again, and the list shows the error', async ({
    page,
    server,
    staff,
  }) => {
    const office = await Office.open(server.url);
    await addPartnerWithGifts(office, staff, 'Şəbəkəsiz', 1);
    await storeAdminSession(page);
    const screen = new AdminScreen(page, 'payments');
    await screen.open('?name=sebekesiz');
    await page.route('**/payments/confirm/*', (route) => route.abort());
    await screen.rows.getByRole('button', { name: 'Confirm' }).click();
    await screen.answer('Bəli');
    await screen.readError('The payment could not be updated');
    await expect(screen.rows).toContainText('Pending');
    await page.route('**/api/admin/payments?**', (route) => route.abort());
    await screen.search('başqa');
    await expect(page.getByText('Yüklənmə xətası')).toBeVisible();
    await expectAccessible(page);
    await screen.refreshPage('**/api/admin/payments?**');
    await expect(page.getByText('Məlumat tapılmadı')).toBeVisible();
  });
});

test('twenty a page, three numbers with the ends, cards on a phone', async ({
  page,
  server,
  staff,
}) => {
  const office = await Office.open(server.url);
  await addPartnerWithGifts(office, staff, 'Çoxödənişli', 22);
  await storeAdminSession(page);
  const screen = new AdminScreen(page, 'payments');
  await screen.open('?name=coxodenisli');
  await expect(screen.rows).toHaveCount(20);
  await page.getByRole('button', { name: 'Last' }).click();
  await expect(screen.rows).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(screen.rows).toHaveCount(20);
  await page.setViewportSize({ width: 1024, height: 768 });
  await screen.expectWholeTable();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await screen.expectNoWider();
});
