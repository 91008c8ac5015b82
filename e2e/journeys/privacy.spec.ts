import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import type { BrowserContext, Page } from '@playwright/test';
import {
  DESK,
  expect,
  PHONE,
  storeAdminSession,
  storePartnerSession,
  type Tokens,
  test,
} from '../fixtures.ts';
import { rearm, recordLeaks, slowDown, speeds } from '../leak-recorder.ts';
import { Office } from '../office.ts';
import { picture } from '../sample-files.ts';

// One worker for partners, one for staff.
test.describe.configure({ mode: 'parallel' });
test.use({ expectedErrors: [/401|404|503|could not be told|could not be renewed/] });

type Role = 'admin' | 'partner';
type SignIn = typeof storeAdminSession;
type Ending = {
  name: string;
  where: string;
  remember?: boolean;
  run: (visit: Visit) => Promise<void>;
};
type Visit = { page: Page; tokens: Tokens; isPhone: boolean };

const PATIENT = 'Məxfiyeva';
const OTHER_ADMIN = { username: 'qəbul', password: 'reception-password' };
const REPETITIONS = 25;

const LIST = { admin: '/admin/dashboard/checkups', partner: '/partner/dashboard/rentgen' };

/** Opens the page of the ending with a session of its own. The patient is on the screen, and the recorder waits. */
async function openSignedIn(page: Page, signIn: SignIn, ending: Ending): Promise<Tokens> {
  const tokens = await signIn(page, { remember: ending.remember ?? false });
  await rearm(page);
  await page.goto(ending.where);
  await expect(page.getByText(PATIENT).filter({ visible: true }).first()).toBeVisible();
  return tokens;
}

/** Ends the session as from another device, and makes the page notice. */
async function endElsewhere({ page, tokens }: Visit, role: Role): Promise<void> {
  // The dialog that asks for the password is in the chunk of the toasts; a page without it redirects to the sign-in.
  await expect(page.getByRole('region', { name: /^(Notifications|Bildirişlər)$/ })).toBeAttached();
  const headers = { authorization: `Bearer ${tokens.accessToken} type=access` };
  expect((await page.request.post(`/api/${role}/auth/logout`, { headers })).ok()).toBe(true);
  if (role === 'partner') await page.getByRole('button', { name: 'Yenilə' }).click();
  else {
    await page.getByRole('searchbox').fill(PATIENT.slice(0, 4));
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('dialog').locator('input[name=password]')).toBeVisible();
}

async function signInOver(page: Page, field: string, login: string, password: string) {
  const dialog = page.getByRole('dialog');
  await dialog.locator(`input[name=${field}]`).fill(login);
  await dialog.locator('input[name=password]').fill(password);
  await dialog.locator('button[type=submit]').click();
}

async function logOut({ page, isPhone }: Pick<Visit, 'page' | 'isPhone'>, role: Role) {
  if (role === 'partner') {
    await page.getByRole('button', { name: 'Çıxış' }).filter({ visible: true }).click();
    return;
  }
  if (isPhone) await page.getByRole('button', { name: 'Menyu' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Yes, logout!' }).click();
}

/** Milliseconds for all repetitions: about 30,000 on an idle machine, several times that on a busy one. */
const LIMIT = 600_000;

/** Runs every ending at every speed, on both screens, each with a new session. */
async function repeat(context: BrowserContext, signIn: SignIn, endings: Ending[]) {
  test.setTimeout(LIMIT);
  const leaks = await recordLeaks(context, PATIENT);
  // One page for all: a new one costs a third of a second of the processor.
  const page = await context.newPage();
  const setSpeed = await slowDown(page);
  for (let count = 0; count < REPETITIONS; count += 1) {
    const ending = endings[count % endings.length];
    const speed = speeds[Math.floor(count / endings.length) % speeds.length];
    if (!ending || !speed) throw new Error('There is nothing to repeat');
    const isPhone = (count % endings.length) % 2 === Math.floor(count / endings.length) % 2;
    await page.setViewportSize(isPhone ? PHONE : DESK);
    const tokens = await openSignedIn(page, signIn, ending);
    await setSpeed(speed);
    await ending.run({ page, tokens, isPhone });
    // Two frames of the last document have passed the recorder.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await setSpeed();
    await expect(page.getByText(PATIENT)).toHaveCount(0);
    expect(leaks, `${count}: ${ending.name} ${JSON.stringify({ ...speed, isPhone })}`).toEqual([]);
    for (const tab of context.pages()) if (tab !== page) await tab.close();
  }
}

test('partners: after a log-out or a sign-in of another user nothing of the patient is drawn', async ({
  context,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  await staff.addCheckup(partner._id, { 'panoram.png': await picture() }, { lastName: PATIENT });
  const next = (await staff.addPartner({ firstName: 'Növbəti' })).partner;
  const login = { email: partner.email, password };
  await repeat(context, (page, options) => storePartnerSession(page, login, options), [
    {
      name: 'log-out',
      where: '/partner/dashboard',
      run: async (visit) => {
        await logOut(visit, 'partner');
        await visit.page.waitForURL((url) => url.pathname === '/login/partnyor');
        await expect(visit.page.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
      },
    },
    {
      name: 'leaves the dialog',
      where: LIST.partner,
      run: async (visit) => {
        await endElsewhere(visit, 'partner');
        await visit.page.getByRole('dialog').getByRole('button', { name: 'Çıxış' }).click();
        await visit.page.waitForURL((url) => url.pathname === '/login/partnyor');
        await expect(visit.page.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
      },
    },
    {
      name: 'another doctor signs in over the page',
      where: LIST.partner,
      run: async (visit) => {
        await endElsewhere(visit, 'partner');
        await signInOver(visit.page, 'email', next.email, PARTNER_PASSWORD);
        await visit.page.waitForURL((url) => url.pathname === '/partner/dashboard');
        await expect(visit.page.getByRole('heading', { name: /Növbəti/ })).toBeVisible();
      },
    },
    {
      name: 'log-out in another tab',
      where: LIST.partner,
      remember: true,
      run: async ({ page, isPhone }) => {
        const tab = await page.context().newPage();
        await tab.setViewportSize(isPhone ? PHONE : DESK);
        await tab.goto('/partner/dashboard');
        await logOut({ page: tab, isPhone }, 'partner');
        await page.waitForURL((url) => url.pathname === '/login/partnyor');
        await expect(page.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
      },
    },
  ]);
});

test('staff: after a log-out or a sign-in of another user nothing of the patient is drawn', async ({
  context,
  staff,
  server,
}) => {
  const { partner } = await staff.addPartner();
  await staff.addCheckup(partner._id, { 'panoram.png': await picture() }, { lastName: PATIENT });
  const office = await Office.open(server.url);
  await office.send('POST', '/api/admin/staff', { ...OTHER_ADMIN, role: 'staff' });
  await repeat(context, storeAdminSession, [
    {
      name: 'log-out',
      where: LIST.admin,
      run: async (visit) => {
        await logOut(visit, 'admin');
        await visit.page.waitForURL((url) => url.pathname === '/');
      },
    },
    {
      name: 'leaves the dialog',
      where: LIST.admin,
      run: async (visit) => {
        await endElsewhere(visit, 'admin');
        await visit.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
        await visit.page.waitForURL((url) => url.pathname === '/admin/login');
        await expect(visit.page.getByRole('heading', { name: 'ADMIN PANEL' })).toBeVisible();
      },
    },
    {
      name: 'another member of staff signs in over the page',
      where: LIST.admin,
      run: async (visit) => {
        await endElsewhere(visit, 'admin');
        const { username, password } = OTHER_ADMIN;
        await signInOver(visit.page, 'username', username, password);
        await visit.page.waitForURL((url) => url.pathname === '/admin/dashboard');
        await expect(visit.page.getByRole('heading', { name: 'Partners' })).toBeVisible();
      },
    },
    {
      name: 'log-out in another tab',
      where: LIST.admin,
      remember: true,
      run: async ({ page, isPhone }) => {
        const tab = await page.context().newPage();
        await tab.setViewportSize(isPhone ? PHONE : DESK);
        await tab.goto('/admin/dashboard');
        await logOut({ page: tab, isPhone }, 'admin');
        await page.waitForURL((url) => url.pathname === '/admin/login');
        await expect(page.getByRole('heading', { name: 'ADMIN PANEL' })).toBeVisible();
      },
    },
  ]);
});
