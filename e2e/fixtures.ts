import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SignedIn } from '@deqiq/contract/people/auth.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { picture } from './sample-files.ts';
import { DERIVED, Staff } from './staff.ts';

export { DERIVED, expect };

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/** Devices with which radiographs are read. */
export const DEVICES = [
  { name: 'a phone', viewport: PHONE, isTouch: true },
  { name: 'a phone on its side', viewport: { width: 844, height: 390 }, isTouch: true },
  { name: 'a desk computer', viewport: DESK, isTouch: false },
];

/** Advances the page's clock by one poll; the clock must be installed. */
export const passPoll = (page: Page, seconds = 10) => page.clock.fastForward(seconds * 1000 + 500);
/** Seconds between two polls of a partner's checkups. */
export const PARTNER_POLL = 30;

/** Passes polls until something is seen: under load a page sets the timer of its polls after it is shown. */
export const passPollsUntilVisible = (page: Page, seen: Locator) =>
  expect(async () => {
    await passPoll(page, PARTNER_POLL);
    await expect(seen).toBeVisible({ timeout: 5_000 });
  }).toPass();

/** A browser without a graphics processor reads each WebGL picture back to show it, and warns of that. */
const READS_BACK = /GL Driver Message .* GPU stall due to ReadPixels/;

/** `axe.source` of the package is 1.5 MB with comments, which costs a page a tenth of a second more. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Journey {
  /** Console errors that this journey causes on purpose; any other fails it. */
  expectedErrors: RegExp[];
  /** Staff working over HTTP, for the initial state of a journey. */
  staff: Staff;
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
async function provideServer({}, use: (server: ServerProcess) => Promise<void>) {
  const server = await startServer({ logLevel: 'error' });
  await use(server);
  await server.remove();
}

export const test = base.extend<Journey, { server: ServerProcess }>({
  server: [provideServer, { scope: 'worker' }],

  baseURL: async ({ server }, use) => use(server.url),

  expectedErrors: [[], { option: true }],

  staff: async ({ server }, use) => use(await Staff.open(server.url)),

  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      if (![...expectedErrors, READS_BACK].some((expected) => expected.test(text)))
        unexpected.push(text);
    };
    page.on('pageerror', (error) => note(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        note(`${message.text()} ${message.location().url}`.trim());
    });
    await use(page);
    expect(unexpected, 'console errors and warnings').toEqual([]);
  },
});

/** For journeys that read whole lists: on a server without the data of other journeys. */
export const onOwnServer = test.extend<object, { server: ServerProcess }>({
  server: [provideServer, { scope: 'worker' }],
});

type SignInOptions = { remember?: boolean };
export type Tokens = SignedIn['tokens'];

/** Signs in on the sign-in screen and waits for the dashboard. `remember`: for every tab of the browser. */
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

/** Gives the tab a session without the sign-in screen, for journeys that are not about signing in. Opens no page. */
export function storeAdminSession(
  page: Page,
  options: SignInOptions = {},
  login = ADMIN,
): Promise<Tokens> {
  return storeSession(page, 'admin', login, login.username, options);
}

export function storePartnerSession(
  page: Page,
  login: { email: string; password: string },
  options: SignInOptions = {},
): Promise<Tokens> {
  return storeSession(page, 'partner', login, login.email, options);
}

/** Fills the storages as a sign-in does (specification, section 4). */
async function storeSession(
  page: Page,
  role: Role,
  login: object,
  name: string,
  { remember = false }: SignInOptions,
): Promise<Tokens> {
  const data = { ...login, rememberMe: remember };
  const response = await page.request.post(`/api/${role}/auth/login`, { data });
  const { tokens } = (await response.json()) as SignedIn;
  // The storages belong to the origin: any document of it will do.
  await page.goto('/favicon.svg');
  await page.evaluate(
    ({ remember, name, ...session }) => {
      localStorage.clear();
      sessionStorage.clear();
      const storage = remember ? localStorage : sessionStorage;
      for (const [key, value] of Object.entries(session)) storage.setItem(key, value);
      sessionStorage.setItem('login', name);
    },
    { remember, name, role, refreshToken: tokens.refreshToken },
  );
  return tokens;
}

/** Creates a partner with one checkup and its picture panoram.png; returns the login. */
export async function partnerWithPicture(
  staff: Staff,
): Promise<{ email: string; password: string }> {
  const { partner, password } = await staff.addPartner();
  await staff.whenDerived(await staff.addCheckup(partner._id, { 'panoram.png': await picture() }));
  return { email: partner.email, password };
}

/** Opens a partner's list with one picture; returns the button that opens the picture. */
export async function openListWithPicture(page: Page, staff: Staff): Promise<Locator> {
  await storePartnerSession(page, await partnerWithPicture(staff));
  await page.goto('/partner/dashboard/rentgen');
  return page.getByRole('button', { name: /^Aç: panoram\.png/ });
}

/** Pages that axe has judged. */
const judged = new WeakSet<Page>();

/**
 * Fails on anything axe finds on the page as it is now; in `npm test`, only the first time for each page. Runs axe in
 * the page itself: `@axe-core/playwright` opens a blank page for each result, which costs half a second and takes the
 * focus from the page under test.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (isFastRun && judged.has(page)) return;
  judged.add(page);
  // Contrast is measured on the current colours, so transitions must have ended.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => !(each instanceof CSSTransition) || each.playState !== 'running'),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // Off by default in axe, and a criterion of WCAG 2.2 AA (2.5.8).
      rules: { 'target-size': { enabled: true } },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  });
  expect(found).toEqual([]);
}
