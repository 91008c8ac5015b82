import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storeAdminSession,
  onOwnServer as test,
} from '../../fixtures.ts';
import { Office } from '../../office.ts';

const RESERVATIONS = 7;

test.describe('at the desk', () => {
  test.use({ viewport: DESK });

  test('seven reservations are called in eight presses, by keyboard', {
    tag: '@screen',
  }, async ({ page, server }) => {
    const office = await Office.open(server.url);
    for (let count = 1; count <= RESERVATIONS; count += 1)
      await office.asVisitor('/api/misc/reservation-application', {
        fullName: `Visitor ${count}`,
        email: 'pasient@example.az',
        phone: '+994 70 222 33 44',
        partnerFullName: 'Dr. Smith',
      });
    await storeAdminSession(page);
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'Today' }).click();
    const waiting = page.getByRole('region', { name: 'New Reservations' });
    await expect(waiting.getByRole('listitem')).toHaveCount(RESERVATIONS);
    await expectAccessible(page);
    for (let left = RESERVATIONS; left > 0; left -= 1) {
      const name = `Called: Visitor ${RESERVATIONS - left + 1}`;
      await waiting.getByRole('button', { name }).press('Enter');
      await expect(waiting.getByRole('listitem')).toHaveCount(left - 1);
    }
    await expect(waiting.getByText('No new reservations')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('Today fits the screen, and becomes the start page in one press', async ({ page }) => {
    await storeAdminSession(page);
    await page.goto('/admin/dashboard/today');
    await page.getByRole('button', { name: 'Start Here' }).click();
    await expect(page.getByRole('button', { name: 'Sign-in leads here' })).toBeVisible();
    await page.goto('/admin/login');
    await expect(page).toHaveURL(/dashboard\/today$/);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});
