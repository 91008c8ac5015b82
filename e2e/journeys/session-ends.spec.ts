import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  partnerWithPicture,
  passPollsUntilVisible,
  signInAsPartner,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../fixtures.ts';
import { picture } from '../sample-files.ts';
import { ViewerScreen } from '../viewer/viewer-screen.ts';

test.use({ expectedErrors: [/401/] });

/** Ends the page's session as a log-out on another device does. */
async function endElsewhere(
  page: Page,
  role: 'admin' | 'partner',
  sendRequest: () => Promise<unknown>,
) {
  await page.clock.install();
  const refused = page.waitForRequest((request) =>
    /type=access/.test(request.headers().authorization ?? ''),
  );
  await sendRequest();
  const { authorization = '' } = (await refused).headers();
  const headers = { authorization };
  expect((await page.request.post(`/api/${role}/auth/logout`, { headers })).ok()).toBe(true);
}

/** The background colour that covers a corner of the page behind this dialog; rgba( means transparent. */
const backgroundBehind = (css: string) => {
  const dialog = document.querySelector(css)?.closest('[role=dialog]')?.parentElement;
  const [, behind] = document.elementsFromPoint(1, 1);
  if (!dialog || !behind) return '';
  const { backgroundColor, opacity } = getComputedStyle(behind);
  return opacity === '1' ? backgroundColor : '';
};

/** Whether a mouse reaches the element: otherwise the topmost element at its position is another. */
const isOnTop = (page: Page, css: string) =>
  page.locator(css).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('a partner whose session ends in front of a picture signs in above it and continues', async ({
  page,
  staff,
}) => {
  const viewer = new ViewerScreen(page);
  const login = await partnerWithPicture(staff);
  await storePartnerSession(page, login);
  await endElsewhere(page, 'partner', async () => {
    await page.goto('/partner/dashboard/rentgen');
    await page.getByRole('button', { name: /^Aç: panoram\.png/ }).click();
    await expect(viewer.stage).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Sessiyanız bitib' });
  await passPollsUntilVisible(page, dialog);
  const email = dialog.locator('input[name=email]');
  // The user is already identified: only the password is missing.
  await expect(email).toHaveValue(login.email);
  await expect(dialog.locator('input[name=password]')).toBeFocused();
  expect(await isOnTop(page, 'input[name=email]')).toBe(true);
  await expectAccessible(page);
  await page.keyboard.type(login.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(viewer.stage).toBeVisible();
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/annotations') && response.request().method() === 'POST',
  );
  await viewer.chooseTool('Uzunluq');
  await viewer.drag(await viewer.at(0.3, 0.5), await viewer.at(0.6, 0.5));
  expect((await saved).ok()).toBe(true);
  const list = await viewer.openMeasurements();
  await page.reload();
  await expect(list.getByRole('button', { name: /^Uzunluq: \d+ ± \d+ px/ })).toBeVisible();
  await viewer.close.click();
  await expect(viewer.main).toBeHidden();
  await expect(page).toHaveURL(/\/partner\/dashboard\/rentgen$/);
});

test('staff whose session ends in front of a picture sign in above it', async ({ page, staff }) => {
  const viewer = new ViewerScreen(page);
  const { partner } = await staff.addPartner();
  await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
  await storeAdminSession(page);
  await endElsewhere(page, 'admin', async () => {
    await page.goto('/admin/dashboard/checkups');
    await page.getByRole('button', { name: 'X-ray files' }).first().click();
    await page.getByRole('button', { name: 'Open panoram.png' }).click();
    await expect(viewer.stage).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await passPollsUntilVisible(page, dialog);
  const username = dialog.locator('input[name=username]');
  await expect(username).toHaveValue(ADMIN.username);
  await expect(dialog.locator('input[name=password]')).toBeFocused();
  expect(await isOnTop(page, 'input[name=username]')).toBe(true);
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(viewer.stage).toBeVisible();
});

test('a log-out in one tab removes the patient from the screen of another', async ({
  page,
  context,
  staff,
}) => {
  const login = await partnerWithPicture(staff);
  await storePartnerSession(page, login, { remember: true });
  await page.goto('/partner/dashboard');
  const other = await context.newPage();
  await other.goto('/partner/dashboard/rentgen');
  await other.getByRole('button', { name: /^Aç: panoram\.png/ }).click();
  const viewer = new ViewerScreen(other);
  await expect(viewer.stage).toBeVisible();
  const { pathname } = new URL(other.url());

  await page.getByRole('button', { name: /Çıxış/ }).first().click();
  await page.waitForURL('**/login/partnyor');
  await other.waitForURL(`**/login/partnyor?next=${encodeURIComponent(pathname)}`);
  await expect(other.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
  await expect(other.getByText('Hüseynova')).toHaveCount(0);
  await expect(viewer.main).toHaveCount(0);
  await other.goBack();
  await expect(other.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
});

test('another user’s sign-in in one tab applies to the other tab too', async ({
  page,
  context,
  staff,
}) => {
  const first = await staff.addPartner();
  await staff.addCheckup(first.partner._id, { 'panoram.png': await picture() });
  const second = await staff.addPartner();
  const { password } = second;
  await storePartnerSession(page, { email: first.partner.email, password }, { remember: true });
  await page.goto('/partner/dashboard');
  const other = await context.newPage();
  await other.goto('/partner/dashboard/rentgen');
  await expect(other.getByText('Nigar Hüseynova')).toBeVisible();
  await page.getByRole('button', { name: /Çıxış/ }).first().click();
  await page.waitForURL('**/login/partnyor');
  await signInAsPartner(page, { email: second.partner.email, password }, { remember: true });
  await other.waitForURL('**/login/partnyor?**');
  await other.reload();
  await expect(other).toHaveURL(/\/partner\/dashboard\/rentgen$/);
  await expect(other.getByText('Hələ rentgen nəticəsi yoxdur')).toBeVisible();
});

test('input in a tab stays hidden until the same user signs in again', async ({
  page,
  context,
}) => {
  await storeAdminSession(page, { remember: true });
  await page.goto('/admin/dashboard');
  const other = await context.newPage();
  await other.goto('/admin/dashboard');
  await other.getByRole('button', { name: 'Add Partner' }).click();
  const form = other.getByRole('dialog', { name: 'Add Partner' });
  await form.locator('input[name=firstName]').fill('Yarımçıq');

  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Yes, logout!' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const again = other.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again.locator('input[name=username]')).toBeFocused();
  await expect.poll(() => other.evaluate(backgroundBehind, '[name=username]')).toMatch(/^rgb\(/);
  await again.locator('input[name=username]').fill(ADMIN.username);
  await again.locator('input[name=password]').fill(ADMIN.password);
  await again.getByRole('button', { name: 'Login' }).click();
  await expect(again).toBeHidden();
  await expect(form.locator('input[name=firstName]')).toHaveValue('Yarımçıq');
});

const CHECKUPS = /\/api\/partner\/misc\/checkups/;

test('two tabs with expired access tokens renew the session once, and both continue', async ({
  page,
  context,
  staff,
}) => {
  const login = await partnerWithPicture(staff);
  await storePartnerSession(page, login, { remember: true });
  const other = await context.newPage();
  for (const tab of [other, page]) {
    await tab.goto('/partner/dashboard/rentgen');
    await expect(tab.getByText('Nigar Hüseynova').first()).toBeVisible();
  }
  const token = () => page.evaluate(() => localStorage.getItem('refreshToken'));
  const before = await token();
  // Access tokens of one session issued within the same second are equal.
  const loadedAt = Date.now();
  await page.waitForFunction((moment) => Date.now() > moment, loadedAt + 1_000);

  // The next list of each tab is refused once, as after ten minutes; both wait until the other has sent its request.
  const refreshes: string[] = [];
  const bothSent = Promise.withResolvers<void>();
  let sent = 0;
  for (const tab of [page, other]) {
    let isRefused = false;
    await tab.route(CHECKUPS, async (route) => {
      if (isRefused) return route.continue();
      isRefused = true;
      sent += 1;
      if (sent === 2) bothSent.resolve();
      await bothSent.promise;
      await route.fulfill({ status: 401, json: {} });
    });
    tab.on('request', (request) => {
      if (request.url().endsWith('/refresh-token')) refreshes.push(request.url());
    });
  }
  const lists = [page, other].map((tab) =>
    tab.waitForResponse((answer) => CHECKUPS.test(answer.url()) && answer.status() < 400),
  );
  await Promise.all(
    [page, other].map((tab) =>
      tab.evaluate(() => document.querySelector<HTMLElement>('[aria-label=Yenilə]')?.click()),
    ),
  );
  await Promise.all(lists);
  expect(refreshes).toHaveLength(1);
  expect(await token()).not.toBe(before);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(other.getByRole('dialog')).toHaveCount(0);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/could not be renewed|Failed to load resource/] });

  test('a remembered doctor sees a message and is signed in again automatically', async ({
    page,
    staff,
  }) => {
    const login = await partnerWithPicture(staff);
    await storePartnerSession(page, login, { remember: true });
    await page.route('**/refresh-token', (route) => route.abort());
    await page.goto('/partner/dashboard/rentgen');
    await expect(page.getByRole('heading', { name: 'Bağlantı yoxdur' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/refresh-token');
    await expect(page.getByText('Nigar Hüseynova').first()).toBeVisible();
    await expect(page).toHaveURL(/\/partner\/dashboard\/rentgen$/);
  });
});

test('Back never restores the page of a former user', async ({ page, staff }) => {
  const login = await partnerWithPicture(staff);
  await storePartnerSession(page, login);
  await page.goto('/partner/dashboard/rentgen');
  await expect(page.getByText('Nigar Hüseynova').first()).toBeVisible();
  await page.goto('/about');
  // Another document of this tab ends the session, like a log-out there.
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
  await expect(page.getByText('Hüseynova')).toHaveCount(0);
});
