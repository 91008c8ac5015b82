import type { Page } from '@playwright/test';
import { DESK, expect, expectAccessible, PHONE, signInAsPartner, test } from '../fixtures.ts';
import { picture } from '../samples.ts';

test.use({ viewport: PHONE });

const text = Buffer.from('Rəy: dəyişiklik yoxdur.\n');

async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

test('a doctor sees pictures at once, opens one, and downloads the rest', async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner({ firstName: 'Röya' });
  await staff.addCheckup(partner._id, { 'panoram.png': await picture(), 'rəy.txt': text });
  await signInAsPartner(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  const open = page.getByRole('button', { name: /^Aç: panoram\.png/ });
  await expect(open.locator('img')).toBeVisible();
  await expect(page.getByText('Tamamlandı')).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await open.click();
  await expect(page.locator('.yarl__slide_image').first()).toBeVisible();
  await page.keyboard.press('Escape');
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Yüklə: rəy\.txt/ }).click();
  expect((await arriving).suggestedFilename()).toBe('rəy.txt');

  await page.setViewportSize(DESK);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Ad',
    'Müayinə',
    'Tarix',
    'Fayllar',
    'Status',
  ]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('ten a page, newest first', async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner();
  for (let count = 0; count < 11; count += 1)
    await staff.addCheckup(partner._id, { 'a.txt': text }, { firstName: `Pasiyent${count}` });
  await signInAsPartner(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByText('Pasiyent10 Hüseynova')).toBeVisible();
  await expect(page.getByText('Pasiyent0 Hüseynova')).toBeHidden();
  await page.getByRole('button', { name: '2', exact: true }).click();
  await expect(page.getByText('Pasiyent0 Hüseynova')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
});

test('nobody sees the X-rays of another', async ({ page, staff }) => {
  const { partner: other } = await staff.addPartner();
  await staff.addCheckup(other._id, { 'a.txt': text }, { firstName: 'Özgə' });
  const { partner, password } = await staff.addPartner();
  await signInAsPartner(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByText('Hələ rentgen nəticəsi yoxdur')).toBeVisible();
  await expect(page.getByText('Özgə')).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('when files cannot be reached', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load|40\d|50\d/] });

  test('a failed download says so and opens the file directly after two seconds', async ({
    page,
    staff,
    context,
  }) => {
    const { partner, password } = await staff.addPartner();
    await staff.addCheckup(partner._id, { 'rəy.txt': text });
    await signInAsPartner(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await page.route('**/public/uploads/**', (route) => route.fulfill({ status: 403 }));
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: /^Yüklə: rəy\.txt/ }).click();
    await expect(page.getByText('Fayl yüklənə bilmədi')).toBeVisible();
    expect((await opening).url()).toContain('/public/uploads/checkupFiles/');
  });

  test('a broken picture is a placeholder, not a hole', async ({ page, staff }) => {
    const { partner, password } = await staff.addPartner();
    await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
    await signInAsPartner(page, { email: partner.email, password });
    await page.route('**/public/uploads/**', (route) => route.fulfill({ status: 404 }));
    await page.goto('/partner/dashboard/rentgen');
    await expect(page.getByText('Hüseynova')).toBeVisible();
    await expect(page.locator('img')).toHaveCount(0);
    await expectAccessible(page);
  });

  test('a session that ends while working asks for sign-in over the page', async ({
    page,
    staff,
  }) => {
    const { partner, password } = await staff.addPartner();
    await staff.addCheckup(partner._id, { 'rəy.txt': text });
    await signInAsPartner(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await expect(page.getByText('Nigar Hüseynova')).toBeVisible();
    await staff.resetPassword(partner._id, 'təzə-şifrə');
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const dialog = page.getByRole('dialog', { name: 'Sessiyanız bitib' });
    await expect(dialog).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('Nigar Hüseynova')).toBeVisible();
    await dialog.locator('input[name=email]').fill(partner.email);
    await dialog.locator('input[name=password]').fill('təzə-şifrə');
    await dialog.locator('button[type=submit]').click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Nigar Hüseynova')).toBeVisible();
  });
});
