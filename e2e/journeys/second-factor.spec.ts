import { codeAt } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Page } from '@playwright/test';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../fixtures.ts';
import { Office } from '../office.ts';

const PASSWORD = 'colleague password';
/** The next code, which is already accepted; the one of this half minute may be used up. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000);

async function addColleague(url: string, username: string, role: 'owner' | 'staff') {
  const office = await Office.open(url);
  await office.send('POST', '/api/admin/staff', { username, role, password: PASSWORD });
  return username;
}

async function typeLogin(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Yes, logout!' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Enrols from the password to the recovery codes; returns the secret and the codes. */
async function setUp(page: Page, password: string) {
  const shown = page.getByRole('dialog').or(page.getByRole('main'));
  await shown.getByLabel('Password', { exact: true }).last().fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await expect(page.getByLabel('Code of the new entry')).toBeFocused();
  await page.getByLabel('Code of the new entry').fill(codeAt(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const codes = await list.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return { secret, codes };
}

test.describe('staff with a second factor', () => {
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test('enrol, sign in with a code, and once with a recovery code', { tag: '@screen' }, async ({
    page,
    server,
  }) => {
    await page.setViewportSize(DESK);
    const name = await addColleague(server.url, 'kamran', 'staff');
    await typeLogin(page, name);
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    const { secret, codes } = await setUp(page, PASSWORD);
    await expect(page.getByText('10 recovery codes left')).toBeVisible();
    await expectAccessible(page);
    await logOut(page);

    await typeLogin(page, name);
    const code = page.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(page);
    await code.fill('000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('The code is wrong or already used')).toBeVisible();
    await code.fill(nextCode(secret));
    await code.press('Enter');
    await page.waitForURL('**/admin/dashboard');
    await logOut(page);

    for (const works of [true, false]) {
      await typeLogin(page, name);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      const recovery = page.getByLabel('Recovery code');
      await expect(recovery).toBeFocused();
      await recovery.fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Verify' }).click();
      if (works) {
        await page.waitForURL('**/admin/dashboard');
        await logOut(page);
      } else await expect(page.getByText('The code is wrong or already used')).toBeVisible();
    }
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Username')).toHaveValue(name);
  });
});

test.describe('where staff must have a second factor', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] });

  test('they enrol first, and continue where they were', async ({ page }) => {
    const server = await startServer({ env: { REQUIRE_STAFF_2FA: 'on' } });
    try {
      await page.setViewportSize(PHONE);
      await page.goto(`${server.url}/admin/login`);
      await page.getByLabel('Username').fill(ADMIN.username);
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
      await expectAccessible(page);
      await setUp(page, ADMIN.password);
      await expect(page.getByRole('heading', { name: 'Partners' })).toBeVisible();
      await expect(page.getByText('No Partners Found')).toBeVisible();
    } finally {
      await server.remove();
    }
  });
});

test.describe('roles', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] });

  test('staff do not see the actions of owners', async ({ page, server }) => {
    const name = await addColleague(server.url, 'reception', 'staff');
    await typeLogin(page, name);
    await expect(page.getByRole('heading', { name: 'Partners' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Security' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Staff' })).toHaveCount(0);
    await page.goto('/admin/dashboard/staff');
    await expect(page.getByText('Only an owner may do this')).toBeVisible();
  });

  test('an owner adds a colleague, changes the role, disables and removes', {
    tag: '@screen',
  }, async ({ page }) => {
    await page.setViewportSize(DESK);
    await storeAdminSession(page);
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'Staff' }).click();
    await expect(page.getByText('Your account')).toBeVisible();
    await page.getByRole('button', { name: 'Add Staff' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill('Günel');
    await dialog.getByLabel(/^Password/).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Add Staff' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Günel will be added as a member of staff.');
    await question.getByRole('button', { name: 'Yes, add' }).click();
    await expect(page.getByText('Staff member added')).toBeVisible();

    const row = page.getByRole('row').filter({ hasText: 'Günel' });
    const change = async (button: string, named: string, yes: string) => {
      await row.getByRole('button', { name: button }).click();
      await expect(question).toContainText(named);
      await question.getByRole('button', { name: yes }).click();
      await expect(question).toBeHidden();
    };
    await change('Make owner', 'Günel will be able to delete partners', 'Yes, make owner');
    await expect(row).toContainText('Owner');
    await change('Disable', 'Günel will be signed out', 'Yes, disable');
    await expect(row).toContainText('Disabled');
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await page.setViewportSize(DESK);
    await change('Delete', 'Günel will be removed', 'Yes, remove');
    await expect(row).toHaveCount(0);
  });
});
