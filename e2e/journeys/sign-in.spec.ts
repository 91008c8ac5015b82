import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Locator } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  signInAsAdmin,
  signInAsPartner,
  test,
} from '../fixtures.ts';

/** The browser's storage, without the router's scroll positions. */
const stored = () => {
  const { 'react-router-scroll-positions': _scrolled, ...session } = { ...sessionStorage };
  return { local: { ...localStorage }, session };
};

test('staff sign in, are remembered only on request, and log out', { tag: '@screen' }, async ({
  page,
}) => {
  await page.goto('/admin/login');
  await expect(page.getByRole('heading', { name: 'ADMIN PANEL' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Username').fill(ADMIN.username);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(ADMIN.password);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard');
  expect(JSON.stringify((await page.evaluate(stored)).local)).toContain('admin');

  await page.goto('/admin/login');
  await page.waitForURL('**/admin/dashboard');
  await page.getByRole('button', { name: 'Log Out' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Are you sure?')).toBeVisible();
  await expect(dialog.getByText('You will be logged out of your account')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await dialog.getByRole('button', { name: 'Yes, logout!' }).click();
  await expect(page.getByText('Logged out successfully.')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate(stored)).toEqual({ local: {}, session: {} });
});

test('a press is not lost to the error that leaving a field shows', async ({ page }) => {
  const pressSlowly = async (button: Locator) => {
    const box = await button.boundingBox();
    if (!box) throw new Error('There is nothing to press');
    // Near the upper edge, and held for as long as a careful user does.
    await page.mouse.click(box.x + box.width / 2, box.y + 4, { delay: 300 });
  };
  await page.goto('/admin/login');
  await page.getByLabel('Username').focus();
  await pressSlowly(page.getByRole('button', { name: 'Login' }));
  // The press has submitted the form: both fields are reported, not only the one that was left.
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);

  await signInAsAdmin(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await expect(dialog.getByLabel('Old Password')).toBeFocused();
  await pressSlowly(dialog.getByRole('button', { name: 'Change Password' }));
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(3);
  await dialog.getByLabel('New Password').focus();
  await pressSlowly(dialog.getByRole('button', { name: 'Cancel' }));
  await expect(dialog).toBeHidden();
});

test('without remember me the session ends with the tab', async ({ page, context }) => {
  await signInAsAdmin(page);
  expect((await page.evaluate(stored)).local).toEqual({});
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Partners' })).toBeVisible();

  // Another tab shares the session while this one exists, and is signed out with it.
  const other = await context.newPage();
  await other.goto('/admin/dashboard/clinics');
  await expect(other.getByRole('heading', { name: 'Clinics' })).toBeVisible();
  expect((await other.evaluate(stored)).local).toEqual({});
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Yes, logout!' }).click();
  await other.waitForURL('**/admin/login');
  await expect(other.getByRole('heading', { name: 'ADMIN PANEL' })).toBeVisible();

  await page.waitForURL('**/');
  await signInAsAdmin(page);
  await page.close();
  await other.goto('/admin/dashboard');
  await expect(other.getByText('Səhifə tapılmadı')).toBeVisible();
});

test.describe('with a wrong password', () => {
  test.use({ expectedErrors: [/401/] });

  test('staff stay on the screen and see the error', async ({ page }) => {
    await page.goto('/admin/login');
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Login failed')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page.getByLabel('Username')).toHaveValue(ADMIN.username);
  });

  test('a partner stays on the screen and sees the error', async ({ page }) => {
    await page.goto('/login/partnyor');
    await page.locator('input[name=email]').fill('doktor@example.az');
    await page.locator('input[name=password]').fill('yanlış');
    await page.locator('form button[type=submit]').click();
    await expect(page.getByText('Daxil olmaq uğurlu deyil')).toBeVisible();
    await expect(page).toHaveURL(/\/login\/partnyor$/);
  });
});

test('visitors and partners have no access to the back-office', async ({ page, staff }) => {
  for (const path of ['/admin/dashboard', '/admin/dashboard/checkups']) {
    await page.goto(path);
    await expect(page.getByText('Səhifə tapılmadı')).toBeVisible();
  }
  const { partner, password } = await staff.addPartner();
  await signInAsPartner(page, { email: partner.email, password });
  await page.goto('/admin/dashboard');
  await expect(page.getByText('Səhifə tapılmadı')).toBeVisible();
  await page.goto('/admin/login');
  await expect(page.getByRole('heading', { name: 'ADMIN PANEL' })).toBeVisible();
});

test('a partner is redirected to the requested page, and can log out', async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner({ firstName: 'Kənan', lastName: 'Vəliyev' });
  await page.setViewportSize(PHONE);
  await page.goto('/partner/dashboard/rentgen');
  await page.waitForURL('**/login/partnyor**');
  await expect(page.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
  await expectAccessible(page);
  await page.locator('input[name=email]').fill(partner.email.toUpperCase());
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/partner/dashboard/rentgen');

  await page.goto('/login/partnyor');
  await page.waitForURL('**/partner/dashboard');
  await expect(page.getByText(/Kənan/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Çıxış/ }).click();
  await page.waitForURL('**/login/partnyor');
  expect(await page.evaluate(stored)).toEqual({ local: {}, session: {} });
});

test('a new password is entered twice, compared after the confirmation, and works', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const sure = page.getByRole('alertdialog');
  await expectAccessible(page);
  await dialog.getByLabel('Old Password').fill(ADMIN.password);
  await dialog.getByLabel('New Password').fill('a newer password');
  await dialog.getByLabel('Repeat Password').fill('another password');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(sure.getByText('Do you want to change your password?')).toBeVisible();
  await sure.getByRole('button', { name: 'Yes, change it!' }).click();
  await expect(page.getByText("New passwords don't match")).toBeVisible();

  for (const [from, to] of [
    [ADMIN.password, 'a newer password'],
    ['a newer password', ADMIN.password],
  ] as const) {
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Settings' }).click();
    await dialog.getByLabel('Old Password').fill(from);
    await dialog.getByLabel('New Password').fill(to);
    await dialog.getByLabel('Repeat Password').fill(to);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await sure.getByRole('button', { name: 'Yes, change it!' }).click();
    await expect(page.getByText('Password changed successfully').last()).toBeVisible();
    await expect(dialog).toBeHidden();
  }
});

test('on a phone the menu slides in, closes outside, and exactly one entry is current', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signInAsAdmin(page);
  await page.getByRole('button', { name: 'Menyu' }).click();
  await page.getByRole('link', { name: 'Applies Partner' }).click();
  await page.waitForURL('**/applications/partner');
  await page.getByRole('button', { name: 'Menyu' }).click();
  // The number of waiting applications may follow.
  await expect(page.locator('[aria-current=page]')).toHaveText(/^Applies Partner\d*$/);
  await expectAccessible(page);
  await page.mouse.click(380, 400);
  await expect(page.getByRole('link', { name: 'Checkups' })).not.toBeInViewport();
});

test('from 768 px up the menu is a rail of icons with names, from 1280 px with text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await signInAsAdmin(page);
  await expect(page.getByRole('button', { name: 'Menyu' })).toBeHidden();
  for (const width of [768, 1024, 1279]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('main').focus();
    const payments = page.getByRole('link', { name: 'Payments' });
    await expect(payments).toBeInViewport();
    expect((await payments.boundingBox())?.width).toBeLessThan(60);
    const name = payments.getByText('Payments');
    await expect(name).toHaveCSS('opacity', '0');
    await payments.hover();
    await expect(name).toHaveCSS('opacity', '1');
    await page.mouse.move(width - 10, 890);
    await page.getByRole('link', { name: 'Applies Reservation' }).focus();
    await page.keyboard.press('Tab');
    await expect(payments).toBeFocused();
    await expect(name).toHaveCSS('opacity', '1');
    await expect(name).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.waitForURL('**/payments');
  await expect(page.locator('[aria-current=page]')).toHaveText(/^Payments\d*$/);
  await page.setViewportSize(DESK);
  expect((await page.getByRole('link', { name: 'Payments' }).boundingBox())?.width).toBeGreaterThan(
    180,
  );
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript the sign-in shows a message, the telephone and a link home', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    for (const path of ['/login/partnyor', '/admin/login']) {
      await page.goto(path);
      await expect(page.getByText(/brauzerinizdə JavaScript işləməlidir/)).toBeInViewport();
      await expect(page.getByRole('link', { name: '+994 12 555 01 20' })).toHaveAttribute(
        'href',
        'tel:+994125550120',
      );
      await expect(page.locator('#root')).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(PHONE.height);
    }
    await page.getByRole('link', { name: 'Ana səhifəyə qayıt' }).click();
    await expect(page).toHaveURL('/');
  });
});
