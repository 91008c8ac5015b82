import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInAsAdmin, signInAsPartner, test } from '../fixtures.ts';
import { picture } from '../samples.ts';
import { ADMIN } from '../server.ts';

test.use({ expectedErrors: [/401/] });

/** Ends the page's session as a log-out on another machine would, and lets the page find out. */
async function endElsewhere(page: Page, role: 'admin' | 'partner', ask: () => Promise<unknown>) {
  const asking = page.waitForRequest((request) =>
    /type=access/.test(request.headers().authorization ?? ''),
  );
  await ask();
  const { authorization = '' } = (await asking).headers();
  const headers = { authorization };
  expect((await page.request.post(`/api/${role}/auth/logout`, { headers })).ok()).toBe(true);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Whether a mouse would reach it: what stands above it would be found in its place. */
const isOnTop = (page: Page, css: string) =>
  page.locator(css).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('a partner whose session ends before a picture signs in above it and looks on', async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
  await signInAsPartner(page, { email: partner.email, password });
  await endElsewhere(page, 'partner', async () => {
    await page.goto('/partner/dashboard/rentgen');
    await page.getByRole('button', { name: /^Aç: panoram\.png/ }).click();
    await expect(page.locator('.yarl__slide_image').first()).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Sessiyanız bitib' });
  await expect(dialog).toBeVisible({ timeout: 40_000 });
  const email = dialog.locator('input[name=email]');
  await expect(email).toBeFocused();
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  expect(await isOnTop(page, 'input[name=email]')).toBe(true);
  await expectAccessible(page);
  await page.keyboard.type(partner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('.yarl__slide_image').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.yarl__slide_image')).toHaveCount(0);
});

test('staff whose session ends before a picture sign in above it', async ({ page, staff }) => {
  const { partner } = await staff.addPartner();
  await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
  await signInAsAdmin(page);
  await endElsewhere(page, 'admin', async () => {
    await page.goto('/admin/dashboard/checkups');
    await page.getByRole('button', { name: 'X-ray files' }).first().click();
    await page.getByRole('button', { name: 'Open panoram.png' }).click();
    await expect(page.locator('.yarl__slide_image').first()).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible({ timeout: 40_000 });
  const username = dialog.locator('input[name=username]');
  await expect(username).toBeFocused();
  await expect(username).not.toHaveAttribute('aria-invalid', 'true');
  expect(await isOnTop(page, 'input[name=username]')).toBe(true);
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('.yarl__slide_image').first()).toBeVisible();
});
