import { AxeBuilder } from '@axe-core/playwright';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { picture } from './sample-files.ts';
import { Staff } from './staff.ts';

export { expect };

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

interface Journey {
  /** Console errors that this journey causes on purpose; any other fails it. */
  expectedErrors: RegExp[];
  /** Staff working over HTTP, for the initial state of a journey. */
  staff: Staff;
}

export const test = base.extend<Journey, { server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer({ logLevel: 'error' });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  expectedErrors: [[], { option: true }],

  staff: async ({ server }, use) => use(await Staff.signIn(server.url, ADMIN)),

  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) unexpected.push(text);
    };
    page.on('pageerror', (error) => note(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) note(message.text());
    });
    await use(page);
    expect(unexpected, 'console errors and warnings').toEqual([]);
  },
});

type SignInOptions = { remember?: boolean };

/** Signs in through the screen and waits for the dashboard. `remember`: for every tab of the browser. */
export async function signInAsAdmin(page: Page, { remember }: SignInOptions = {}): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  if (remember) await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard');
}

export async function signInAsPartner(
  page: Page,
  login: { email: string; password: string },
  { remember }: SignInOptions = {},
): Promise<void> {
  await page.goto('/login/partnyor');
  await page.locator('input[name=email]').fill(login.email);
  await page.locator('input[name=password]').fill(login.password);
  if (remember) await page.getByLabel('Məni xatırla').check();
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/partner/dashboard');
}

/** Creates a partner with one checkup and its picture panoram.png; returns the login. */
export async function partnerWithPicture(
  staff: Staff,
): Promise<{ email: string; password: string }> {
  const { partner, password } = await staff.addPartner();
  await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
  return { email: partner.email, password };
}

/** Fails on any finding of axe on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  // Contrast is measured on the current colours, so transitions must have ended.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => !(each instanceof CSSTransition) || each.playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const summaries = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`,
  );
  expect(summaries).toEqual([]);
}
