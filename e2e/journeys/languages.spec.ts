import { randomUUID } from 'node:crypto';
import { portalAddresses } from '@deqiq/contract/shared/paths.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  onOwnServer,
  PHONE,
  partnerWithPicture,
  signInAsPartner,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../fixtures.ts';
import { Office } from '../office.ts';
import { picture } from '../sample-files.ts';
import type { Staff } from '../staff.ts';

/** Letters of Azerbaijani that Russian and English lack. The data of these journeys has none of them. */
const AZERBAIJANI = /[əğıöüşçƏĞİÖÜŞÇ]/;
const CYRILLIC = /\p{Script=Cyrillic}/u;

/** Visible texts and names for screen readers of the page that match; the switch names languages in themselves. */
const findTexts = (page: Page, pattern: RegExp) =>
  page.evaluate(
    ({ source, flags }) => {
      const wanted = new RegExp(source, flags);
      const found = new Set<string>();
      const elements = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
        (element) => element.checkVisibility() && !element.closest('[lang="az"], [lang="ru"]'),
      );
      for (const element of elements) {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        for (const text of [
          ...own.map((node) => node.textContent ?? ''),
          ...['aria-label', 'title', 'placeholder', 'alt'].map((name) =>
            element.getAttribute(name),
          ),
        ])
          if (text && wanted.test(text) && !text.includes('Dəqiq Diaqnostika'))
            found.add(text.trim());
      }
      return [...found];
    },
    { source: pattern.source, flags: pattern.flags },
  );

/** Buttons, links and headings whose words do not fit and are cut without a sign. */
const findCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, th')]
      .filter(
        (element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1,
      )
      .filter((element) => getComputedStyle(element).overflowX === 'hidden')
      .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis')
      .map((element) => element.textContent ?? ''),
  );

test.use({ expectedErrors: [/401/] });

test('@screen a partner selects Russian in one press: sign-in, account, and another browser', async ({
  page,
  staff,
  browser,
  baseURL,
}) => {
  const login = await partnerWithPicture(staff);
  await page.setViewportSize(PHONE);
  await page.goto('/login/partnyor');
  await expect(page.locator('html')).toHaveAttribute('lang', 'az');
  await page.getByRole('button', { name: 'Русский' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(CYRILLIC);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expectAccessible(page);
  // A refusal of the server, too.
  await page.locator('input[name=email]').fill(login.email);
  await page.locator('input[name=password]').fill('another-password');
  const stored = page.waitForResponse(/account\/language/);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('Не удалось войти')).toBeVisible();
  await page.locator('input[name=password]').fill(login.password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/partner/dashboard');
  expect((await stored).ok()).toBe(true);

  const other = await browser.newContext({ baseURL: baseURL ?? '', viewport: DESK });
  const elsewhere = await other.newPage();
  await signInAsPartner(elsewhere, login);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'ru');
  await other.close();
});

/** A member of staff whose language other journeys do not share. */
async function addColleague(url: string) {
  const login = { username: `reader-${randomUUID()}`, password: ADMIN.password };
  const office = await Office.open(url);
  await office.send('POST', '/api/admin/staff', { ...login, role: 'owner' });
  return login;
}

test('the back-office is as specified until its user selects a language', async ({
  page,
  server,
}) => {
  await storeAdminSession(page, {}, await addColleague(server.url));
  await page.setViewportSize(DESK);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('link', { name: 'Applies Partner' })).toBeVisible();
  for (const [name, language] of [
    ['Русский', 'ru'],
    ['English', 'en'],
    ['Azərbaycanca', 'az'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('link', { name: 'Applies Partner' })).toHaveCount(0);
  }
});

const { PSEUDO_LOCALE } = process.env;

/** Opens each screen of both areas in a language, on a phone and on a desk. */
async function openScreens(
  { page, url, staff }: { page: Page; url: string; staff: Staff },
  language: 'ru' | 'en',
  check: (screen: string) => Promise<void>,
) {
  const plain = { firstName: 'Anna', lastName: 'Petrova', clinicName: 'Dental' };
  const { partner, password } = await staff.addPartner(plain);
  const files = { 'opg.png': await picture() };
  await staff.addCheckup(partner._id, files, { ...plain, name: 'CBCT', description: '-' });
  const colleague = await addColleague(url);
  for (const [area, signIn] of [
    ['admin', () => storeAdminSession(page, {}, colleague)],
    ['partner', () => storePartnerSession(page, { email: partner.email, password })],
  ] as const) {
    const { accessToken } = await signIn();
    await page.request.put(`/api/${area}/account/language`, {
      data: { language },
      headers: { authorization: `Bearer ${accessToken} type=access` },
    });
    await page.context().addCookies([{ name: 'lang', value: language, url }]);
    for (const address of portalAddresses.filter((path) => path.startsWith(`/${area}/dash`)))
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport);
        await page.goto(address);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await check(`${address}, ${viewport.width} px`);
      }
  }
}

for (const language of ['ru', 'en'] as const)
  onOwnServer(
    `no screen shows Azerbaijani to a reader of ${language}, and each is accessible`,
    async ({ page, server, staff }) => {
      onOwnServer.slow();
      await openScreens({ page, url: server.url, staff }, language, async (screen) => {
        expect(await findTexts(page, AZERBAIJANI), screen).toEqual([]);
        if (language === 'en') expect(await findTexts(page, CYRILLIC), screen).toEqual([]);
        expect(await findCut(page), screen).toEqual([]);
        await expectAccessible(page);
      });
    },
  );

/** Words outside of the brackets of the pseudo-locale. */
const OUTSIDE = /^[^[\]]*\p{L}{3}[^[\]]*$/u;

/** Values of this journey, days, names of programs, formats, keys and languages. */
const NO_MESSAGES = new RegExp(
  `^(?:${[
    'Anna|Petrova|Anna Petrova|Dental|CBCT|opg\\.png|admin|reader-.*|partnyor-.*|.*@.*',
    '.*\\b\\d{4}\\b.*|.*AZN|DQ\\w+|[\\da-f]+-[\\da-f-]+|Chrome · Linux',
    'DICOM|PNG|CSV|Excel|Ctrl K|Facebook|Instagram|WhatsApp.*|Dəqiq|Diaqnostika|\\+994 [X ]+',
    'Azərbaycanca|Русский|English|en · English|EN: English',
  ].join('|')})$`,
);

/** Actions and objects in the audit, which its filter and its file name in the same way in all languages. */
const AUDIT_CODE = /^[a-z-]+(?: [a-z]+)?$/;

/** The public pages in English, as the sitemap lists them, and the pages of a share and of signing in. */
async function openPublicPages(page: Page, url: string, check: (screen: string) => Promise<void>) {
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const pages = new Set(
    [...sitemap.matchAll(/hreflang="en" href="([^"]+)"/g)].map(([, href = '']) => href),
  );
  expect(pages.size).toBeGreaterThan(9);
  await page.context().addCookies([{ name: 'lang', value: 'en', url }]);
  for (const address of [...pages, '/login/partnyor', '/admin/login', '/paylasim/unknown'])
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await check(`${address}, ${viewport.width} px`);
    }
}

onOwnServer.describe('pseudo-locale', () => {
  onOwnServer.skip(!PSEUDO_LOCALE, 'needs texts in brackets, which npm run test:pseudo compiles');
  onOwnServer.use({ expectedErrors: [/401|404/] });

  /** Every word comes from a catalogue, and none is cut. */
  const checkWords = (page: Page) => async (screen: string) => {
    const isAudit = screen.includes('/audit');
    const outside = (await findTexts(page, OUTSIDE)).filter(
      (text) => !(NO_MESSAGES.test(text) || (isAudit && AUDIT_CODE.test(text))),
    );
    expect.soft(outside, screen).toEqual([]);
    expect.soft(await findCut(page), screen).toEqual([]);
  };

  onOwnServer('screens of staff and partners', async ({ page, server, staff }) => {
    onOwnServer.slow();
    await openScreens({ page, url: server.url, staff }, 'en', checkWords(page));
  });

  onOwnServer('public pages', async ({ page, server }) => {
    await openPublicPages(page, server.url, checkWords(page));
  });
});
