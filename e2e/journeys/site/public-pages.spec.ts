import { launchOptions } from '@deqiq/testkit/browser.ts';
import type { Page } from '@playwright/test';
import { DESK, expect, expectAccessible, PHONE, test } from '../../fixtures.ts';

interface Screen {
  path: string;
  aliases: string[];
  heading: string;
  title: RegExp;
  /** The headings that the specification names for this screen. */
  headings: string[];
  pictures: number;
}

const screens: Screen[] = [
  {
    path: '/haqqimizda',
    aliases: ['/about'],
    heading: 'Haqqımızda',
    title: /^Haqqımızda — /,
    headings: [
      'Dəqiq diaqnostika',
      'Müasir avadanlıqlar',
      'Təcrübəli həkimlər',
      'Beynəlxalq protokollar',
    ],
    pictures: 3,
  },
  {
    path: '/laboratoriya',
    aliases: ['/laboratory'],
    heading: 'Rəqəmsal Laboratoriya',
    title: /^Rəqəmsal Laboratoriya — /,
    headings: [
      '3D skan və modelləşdirmə',
      'CAD/CAM',
      'Sirkonium və keramik qapaqlar',
      'Şəffaf elaynerlər',
      'İmplant restavrasiyaları',
      'Estetik laminat və vinirlər',
      'Ən son texnologiya',
      'Keyfiyyətli materiallar',
      'Fərdi yanaşma',
      'Sürətli və dəqiq proses',
    ],
    pictures: 1,
  },
  {
    path: '/rentgen',
    aliases: [],
    heading: '3D Rentgen',
    title: /^3D Rentgen \(KLKT\) — /,
    headings: [
      'KLKT necə işləyir',
      'Yüksək dəqiqlik',
      'Aşağı şüa dozası',
      'Sürətli və rahat',
      '3D analiz',
      'Ağrısız',
      'İmplant və ortodontik planlama',
    ],
    pictures: 3,
  },
  {
    path: '/akademiya',
    aliases: [],
    heading: 'Akademiya',
    title: /^Akademiya — /,
    headings: [
      'Tədris proqramları',
      'Sertifikatlı kurslar',
      'Seminar və vebinarlar',
      'Praktik təcrübə proqramları',
      'Davamlı tibbi təhsil',
      'Tədris materialları və resurslar',
      'Məqalə və kitablar',
      'Video dərslər',
      'Tədris ləvazimatları',
      'Məzunlar üçün təcrübə və iş imkanları',
      'Təcrübə',
      'İş imkanları',
      'Karyera dəstəyi',
    ],
    pictures: 4,
  },
];

const EVERY_OTHER = [
  '/partnyor/şirkətlər',
  '/partnyor/həkimlər',
  '/partnyorlar',
  '/elaqe',
  '/qeydiyyat',
];

/** Scrolls through the page, so that all lazy pictures load. */
async function walkThrough(page: Page): Promise<void> {
  const step = 600;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += step) await page.mouse.wheel(0, step);
}

const brokenPictures = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((pictures) =>
      (pictures as HTMLImageElement[])
        .filter((picture) => !(picture.complete && picture.naturalWidth > 0))
        .map((picture) => picture.alt),
    );

/** Pixels by which the page is wider than its window; a new size takes a moment to apply. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { path, aliases, heading, title, headings, pictures } of screens) {
  test(`${path} has its content under each of its paths`, { tag: '@screen' }, async ({ page }) => {
    for (const address of [path, ...aliases]) {
      const answer = await page.goto(address);
      expect(answer?.status(), address).toBe(200);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', path);
    }
    for (const name of headings) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    }
    const main = page.getByRole('main');
    await expect(main.getByRole('img')).toHaveCount(pictures);
    await walkThrough(page);
    await expect.poll(() => brokenPictures(page)).toEqual([]);
  });

  test(`${path} is accessible and fits every width`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
    }
    // A window of 640 pixels at 200 % zoom has 320 CSS pixels.
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => sideways(page), `sideways scrolling at ${width}`).toBe(0);
    }
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
}

test('with text twice as large a phone scrolls only vertically', async ({
  playwright,
  baseURL,
}) => {
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', ...screens.map((screen) => screen.path), ...EVERY_OTHER]) {
      await page.goto(`${baseURL}${path}`);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('34px');
      await expect.poll(() => sideways(page), `${path} at ${width}`).toBe(0);
    }
  }
  await browser.close();
});

test('with forced colours the picture and the borders of buttons are still visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await expect(page.locator('.film').first()).toHaveCSS('mix-blend-mode', 'normal');
  await page.goto('/elaqe');
  for (const name of ['Mesajı göndər', 'Xəritəni aç']) {
    const button = page.getByRole('button', { name });
    await expect(button).toHaveCSS('border-top-width', '1px');
  }
});

test('About starts at its top, from wherever it is opened', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Haqqımızda' }).click();
  await page.waitForURL('**/haqqimizda');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the questions before a 3D X-ray open one at a time', async ({ page }) => {
  await page.goto('/rentgen');
  await page.getByText('Göndəriş mütləqdirmi?').click();
  await expect(page.getByText('Göndərişiniz yoxdursa, zəng edin')).toBeVisible();
  await page.getByText('Uşaqlara 3D rentgen çəkilirmi?').click();
  await expect(page.getByText('Yalnız başqa üsulla')).toBeVisible();
  await expect(page.getByText('Göndərişiniz yoxdursa, zəng edin')).toBeHidden();
});

test.describe('the carousel of home', () => {
  const slides = ['Klinika haqqında', 'Müasir Avadanlıqlar', 'Peşəkar Həkim Heyəti'];
  const slide = (page: Page, index: number) =>
    page.getByRole('heading', { name: slides[index] ?? '', exact: true });
  const dot = (page: Page, index: number) =>
    page.getByRole('button', { name: `${index + 1}: ${slides[index]}` });

  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(DESK);
    await page.goto('/');
    await slide(page, 0).scrollIntoViewIfNeeded();
    await page.mouse.move(5, 5);
  });

  test('advances every five seconds, from the last slide to the first', async ({ page }) => {
    // Four times as fast; the duration itself is read below.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 4 });
    for (const index of [1, 2, 0]) {
      await expect(dot(page, index)).toHaveAttribute('aria-current', 'true');
      await expect(slide(page, index)).toBeInViewport();
    }
    expect(
      await page.locator('.dot[aria-current=true]').evaluate((element) => {
        const [clock] = element.getAnimations({ subtree: true });
        return clock?.effect?.getTiming().duration;
      }),
    ).toBe(5000);
  });

  test('its dots show their slides', async ({ page }) => {
    await dot(page, 2).click();
    await expect(slide(page, 2)).toBeInViewport();
    await expect(dot(page, 2)).toHaveAttribute('aria-current', 'true');
    await expect(dot(page, 0)).toHaveAttribute('aria-current', 'false');
    await dot(page, 0).click();
    await expect(slide(page, 0)).toBeInViewport();
    await expect(slide(page, 2)).not.toBeInViewport();
  });

  /** Whether the timer of the slide runs. */
  const clock = (page: Page) =>
    page
      .locator('.dot[aria-current=true]')
      .evaluate((element) => element.getAnimations({ subtree: true })[0]?.playState);

  test('pauses under the pointer, with keyboard focus and with its button', async ({ page }) => {
    await expect.poll(() => clock(page)).toBe('running');
    await slide(page, 0).hover();
    await expect.poll(() => clock(page)).toBe('paused');
    await page.mouse.move(5, 5);
    await expect.poll(() => clock(page)).toBe('running');
    await page.keyboard.press('Tab');
    await dot(page, 0).focus();
    await expect.poll(() => clock(page)).toBe('paused');
    await dot(page, 0).blur();
    await expect.poll(() => clock(page)).toBe('running');
    await page.getByRole('button', { name: 'Slaydları dayandır' }).click();
    await page.mouse.move(5, 5);
    await expect.poll(() => clock(page)).toBe('paused');
  });

  test('does not move for visitors who prefer reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(page.getByText('+5120', { exact: true })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expect(page.getByRole('button', { name: 'Slaydları dayandır' })).toBeHidden();
    await dot(page, 1).click();
    await expect(slide(page, 1)).toBeInViewport();
  });
});

test('the pictures of later slides load when the carousel becomes visible', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.setViewportSize(PHONE);
  await page.goto('/', { waitUntil: 'networkidle' });
  const late = () => requested.filter((path) => /\/(?:equipment|reading)-/.test(path)).length;
  expect(late()).toBe(0);
  expect(requested.filter((path) => path.includes('/volume-'))).toEqual([]);
  await page.getByRole('heading', { name: 'Klinika haqqında' }).scrollIntoViewIfNeeded();
  await expect.poll(late).toBe(2);
  await walkThrough(page);
  await expect.poll(() => brokenPictures(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the slides are scrolled by hand and all pictures are shown', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('+5120', { exact: true })).toBeVisible();
    await expect(page.locator('.carousel-controls')).toBeHidden();
    await expect(page.locator('.slides noscript img')).toHaveCount(2);
    for (const { path, headings } of screens) {
      await page.goto(path);
      for (const name of headings) {
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      }
    }
  });
});
