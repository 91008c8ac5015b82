import type { Page } from '@playwright/test';
import { DESK, expect, expectAccessible, PHONE, test } from '../../fixtures.ts';

const NARROW = { width: 320, height: 640 };

/** Pixels by which the page is wider than its window; a new size takes a moment to apply. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('home describes the clinic with its figures and services, at every width', {
  tag: '@screen',
}, async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
  });
  await page.goto('/');
  await expect(page).toHaveTitle(/Dəqiq Diaqnoz, Sağlam Gələcək!/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Dəqiq Diaqnoz, Sağlam Gələcək!',
  );
  for (const figure of ['+5120', '+53', '+10']) {
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  }
  for (const service of [
    'Rəqəmsal panoramik rentgen',
    'İntraoral kamera ilə müayinə',
    'Dişləm və çənə oynağı diaqnostikası (TMD test)',
    'Lazerlə kariyes diaqnostikası',
  ]) {
    await expect(page.getByRole('heading', { name: service })).toBeVisible();
  }
  for (const size of [
    NARROW,
    PHONE,
    { width: 820, height: 1180 },
    DESK,
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => sideways(page), `sideways scrolling at ${size.width}`).toBe(0);
  }
  expect(foreign).toEqual([]);
});

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESK],
] as const) {
  test(`home is accessible on a ${name}, also with its menu open`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expectAccessible(page);
    const menu = name === 'phone' ? 'Menyu' : 'Xidmətlərimiz';
    await page.getByRole('button', { name: menu }).click();
    await expectAccessible(page);
  });
}

test('one dropdown is open at a time and closes outside, by Escape and by selection', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto('/');
  const header = page.getByRole('banner');
  const services = header.getByRole('button', { name: 'Xidmətlərimiz' });
  const partners = header.getByRole('button', { name: 'Partnyorlar' });
  const laboratory = header.getByRole('link', { name: 'Rəqəmsal Laboratoriya' });
  const doctors = header.getByRole('link', { name: 'Həkimlər' });

  await services.click();
  await expect(laboratory).toBeVisible();
  await expect(laboratory).toBeInViewport();
  await expect(services).toHaveAttribute('popovertarget', /./);
  await partners.click();
  await expect(doctors).toBeVisible();
  await expect(laboratory).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(doctors).toBeHidden();
  await partners.press('Enter');
  await expect(doctors).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(doctors).toBeHidden();
  await expect(partners).toBeFocused();

  await services.click();
  // Stays on this page, so that the menu closes itself and not because of a navigation.
  await laboratory.evaluate((link) =>
    link.addEventListener('click', (event) => event.preventDefault()),
  );
  await laboratory.click();
  await expect(laboratory).toBeHidden();
});

test('the header links to every page', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto('/');
  const addresses = (role: 'banner' | 'contentinfo') =>
    page
      .getByRole(role)
      .evaluate((element) =>
        Array.from(element.querySelectorAll('a'), (link) =>
          decodeURI(link.getAttribute('href') ?? ''),
        ),
      );
  expect(new Set(await addresses('banner'))).toEqual(
    new Set([
      '/',
      '/haqqimizda',
      '/laboratoriya',
      '/rentgen',
      '/akademiya',
      '/partnyor/şirkətlər',
      '/partnyor/həkimlər',
      '/partnyor/qeydiyyat',
      '/elaqe',
      '/login/partnyor',
      '/qeydiyyat',
      '/ru',
      '/en',
    ]),
  );
  const footer = await addresses('contentinfo');
  for (const path of ['/', '/qeydiyyat', '/rentgen', '/laboratoriya', '/haqqimizda', '/elaqe']) {
    expect(footer).toContain(path);
  }
  const text = page.getByRole('contentinfo');
  await expect(text).toContainText('09:00-19:00');
  await expect(text).toContainText('yalnız onlayn rezervasiya');
  for (const network of ['Facebook', 'Instagram', 'WhatsApp']) {
    await expect(text.getByRole('link', { name: network })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Şəxsi Kabinetə Giriş' }).first().click();
  await page.waitForURL('**/login/partnyor');
});

/** The texts and targets of the menu in order; a group has only its name. */
const HEADER = [
  ['Ana Səhifə', '/'],
  ['Haqqımızda', '/haqqimizda'],
  ['Xidmətlərimiz'],
  ['Rəqəmsal Laboratoriya', '/laboratoriya'],
  ['3D Rentgen', '/rentgen'],
  ['Akademiya', '/akademiya'],
  ['Partnyorlar'],
  ['Şirkətlər', '/partnyor/şirkətlər'],
  ['Həkimlər', '/partnyor/həkimlər'],
  ['Qeydiyyat', '/partnyor/qeydiyyat'],
  ['Əlaqə', '/elaqe'],
];

test('menus and footer have their texts and targets in order', async ({ page }) => {
  const entries = (selector: string) =>
    page.locator(selector).evaluate((menu) =>
      Array.from(menu.querySelectorAll('a, button, summary'), (entry) => {
        const href = entry.getAttribute('href');
        const label = entry.textContent.trim();
        return href ? [label, decodeURI(href)] : [label];
      }),
    );
  await page.setViewportSize(DESK);
  await page.goto('/');
  expect(await entries('nav[aria-label="Əsas menyu"]')).toEqual(HEADER);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Şəxsi Kabinetə Giriş' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Online Rezervasiya' })).toBeVisible();
  expect(await entries('nav[aria-label="Menyu"]')).toEqual([
    ...HEADER,
    ['AZ', '/'],
    ['RU', '/ru'],
    ['EN', '/en'],
    ['Online Qeydiyyat', '/qeydiyyat'],
    ['Şəxsi Kabinetə Giriş', '/login/partnyor'],
  ]);
  expect(await entries('nav[aria-label="Alt menyu"]')).toEqual([
    ['Ana Səhifə', '/'],
    ['Online Rezervasiya', '/qeydiyyat'],
    ['3D Rentgen', '/rentgen'],
    ['Rəqəmsal Laboratoriya', '/laboratoriya'],
    ['Haqqımızda', '/haqqimizda'],
    ['Əlaqə', '/elaqe'],
  ]);
  const footer = page.getByRole('contentinfo');
  for (const fact of ['Bakı', '+994 12 555 01 20', 'info@', 'Bazar ertəsi – şənbə'])
    await expect(footer).toContainText(fact);
  await page.setViewportSize(PHONE);
  await expect(header.getByRole('link', { name: 'Online Qeydiyyat' }).first()).toBeVisible();
  await expect(header.getByRole('link', { name: 'Online Rezervasiya' })).toBeHidden();
});

test('the menu marks the open page, under each of its paths', async ({ page }) => {
  await page.setViewportSize(DESK);
  for (const [path, label] of [
    ['/partnyorlar', 'Qeydiyyat'],
    ['/partnyor/qeydiyyat', 'Qeydiyyat'],
    ['/partnership', 'Qeydiyyat'],
    ['/laboratory', 'Rəqəmsal Laboratoriya'],
    ['/partnyor/həkimlər', 'Həkimlər'],
    ['/contact', 'Əlaqə'],
  ] as const) {
    await page.goto(path);
    const current = page.locator('nav[aria-label="Əsas menyu"] [aria-current=page]');
    await expect(current, path).toHaveText([label]);
  }
});

test('on wide screens the header hides on scrolling down and returns', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto('/');
  const header = page.getByRole('banner');
  await page.mouse.wheel(0, 150);
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 400);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -60);
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 400);
  await expect(header).not.toBeInViewport();
  // Keyboard focus inside the header shows it.
  await header.getByRole('link', { name: 'Haqqımızda' }).focus();
  await expect(header).toBeInViewport();

  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.wheel(0, -60);
  const services = header.getByRole('button', { name: 'Xidmətlərimiz' });
  const laboratory = header.getByRole('link', { name: 'Rəqəmsal Laboratoriya' });
  // The last steps of the wheel may still hide it.
  await expect(async () => {
    await services.click();
    await expect(laboratory).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.mouse.wheel(0, 300);
  await expect(laboratory).toBeHidden();
  await expect(header).not.toBeInViewport();

  await page.setViewportSize(PHONE);
  await page.mouse.wheel(0, 800);
  await page.waitForFunction(() => scrollY > 900);
  await expect(header).toBeInViewport();
});

test('the phone menu opens one group at a time and closes when the window grows wide', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menyu', exact: true });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menyu' }).click();
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Online Qeydiyyat' })).toBeVisible();
  await menu.getByText('Xidmətlərimiz').click();
  await expect(menu.getByRole('link', { name: '3D Rentgen' })).toBeVisible();
  await menu.getByText('Partnyorlar').click();
  await expect(menu.getByRole('link', { name: 'Şirkətlər' })).toBeVisible();
  await expect(menu.getByRole('link', { name: '3D Rentgen' })).toBeHidden();
  await menu.click({ position: { x: 200, y: 520 } });
  await expect(menu.getByRole('link', { name: 'Şirkətlər' })).toBeHidden();
  await page.setViewportSize({ width: 768, height: 844 });
  await expect(menu).toBeHidden();
  await page.setViewportSize(PHONE);
  await expect(menu).toBeHidden();
});

test('the first tab stop skips the header', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Əsas məzmuna keç' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Qəbula yazılın' }).first()).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home is complete and its menus open', async ({ page }) => {
    await page.setViewportSize(DESK);
    await page.goto('/');
    await expect(page.getByText('+5120')).toBeVisible();
    await page.getByRole('button', { name: 'Partnyorlar' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Həkimlər' })).toBeVisible();
  });
});

test.describe('with reduced motion', () => {
  test('nothing moves', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

test.describe('an unknown path', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('is a 404 with a link home', { tag: '@screen' }, async ({ page }) => {
    for (const path of ['/yoxdur', '/admin', '/partner/nowhere']) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { name: 'Səhifə tapılmadı' })).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ana səhifəyə qayıt' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });
});
