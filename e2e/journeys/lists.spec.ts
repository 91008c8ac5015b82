import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { DESK, expect, expectAccessible, PHONE, test } from '../fixtures.ts';
import { picture } from '../sample-files.ts';

const COMPANIES = '/partnyor/şirkətlər';
const DOCTORS = '/partnyor/həkimlər';

async function signIn(request: APIRequestContext): Promise<{ authorization: string }> {
  const answer = await request.post('/api/admin/auth/login', { data: ADMIN });
  const { tokens } = (await answer.json()) as { tokens: { accessToken: string } };
  return { authorization: `Bearer ${tokens.accessToken} type=access` };
}

const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

/** The cumulative layout shift of the page once its fonts and pictures are loaded; 0 means that nothing moved. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    const pictures = Array.from(document.images).filter((image) => image.loading !== 'lazy');
    await Promise.all(pictures.map((image) => image.decode().catch(() => undefined)));
    // A shift is measured in the frame after its cause, and reported after that frame.
    for (let frames = 0; frames < 3; frames += 1) await nextFrame();
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as unknown as { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // Buffered entries are delivered in a task after this frame.
    await nextFrame();
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
    add(observer.takeRecords());
    return sum;
  });
}

/** Replaces the lists, which other journeys of this server may have filled. */
const emptyLists = (page: Page) =>
  page.route('**/api/misc/*', (route) =>
    route.fulfill({ json: { clinics: [], partnerCards: [] } }),
  );

for (const [path, title, empty] of [
  [COMPANIES, 'Partnyor şirkətlər', 'Hələ partnyor klinika yoxdur'],
  [DOCTORS, 'Partnyor həkimlər', 'Hələ partnyor həkim yoxdur'],
] as const) {
  test(`${title}: an empty list shows a message, and nothing moves`, async ({ page }) => {
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      await emptyLists(page);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(empty)).toBeVisible();
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
      await expectAccessible(page);
    }
  });
}

test('while a list is loading, placeholders are shown', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let answer = () => {};
  const requested = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/misc/clinics', async (route) => {
    await requested;
    await route.fulfill({ json: { clinics: [] } });
  });
  await page.goto(COMPANIES);
  await expect(page.getByRole('status')).toContainText('Yüklənir…');
  await expectAccessible(page);
  answer();
  await expect(page.getByText('Hələ partnyor klinika yoxdur')).toBeVisible();
});

test.describe('a list that cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('shows a message and logs one line', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`));
    await page.route('**/api/misc/*', (route) => route.abort());
    for (const path of [COMPANIES, DOCTORS]) {
      await page.goto(path);
      await expect(page.getByText('Siyahını hazırda göstərə bilmirik')).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expectAccessible(page);
    }
    expect(logged.filter((line) => line.startsWith('info /api/misc/'))).toHaveLength(2);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript a list explains what it needs and shows the phone number', async ({
    page,
  }) => {
    await page.goto(COMPANIES);
    await expect(page.getByText(/JavaScript açıq olmalıdır.*\+994/)).toBeVisible();
    const phone = page.getByRole('main').getByRole('link', { name: '+994 12 555 01 20' });
    await expect(phone).toHaveAttribute('href', 'tel:+994125550120');
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await phone.evaluate((link) => link.getClientRects().length), `${width}`).toBe(1);
    }
    await expect(page.getByText('Yüklənir…')).toBeHidden();
  });
});

test.describe('with clinics and doctors', () => {
  test.beforeAll(async ({ playwright, server }) => {
    const request = await playwright.request.newContext({ baseURL: server.url });
    const headers = await signIn(request);
    const image = await picture();
    const add = async (path: string, multipart: FormData) =>
      expect((await request.post(path, { headers, multipart })).status(), path).toBeLessThan(300);
    const form = (fields: Record<string, string>, files: [string, string][]) => {
      const data = new FormData();
      for (const [name, text] of Object.entries(fields)) data.set(name, text);
      for (const [name, file] of files)
        data.append(
          name,
          new File([new Uint8Array(png(file, image).buffer)], file, { type: 'image/png' }),
        );
      return data;
    };
    const phone = '+994 12 555 01 20';
    for (const title of ['Ağ Diş Klinikası', 'Şəfa Diş'])
      await add(
        '/api/admin/clinics',
        form({ title, phone, instagram: '@agdis' }, [['image', 'clinic.png']]),
      );
    await add(
      '/api/admin/partnercards',
      form({ firstName: 'Səbinə', lastName: 'Axundova', phone, clinicName: 'Ağ Diş' }, [
        ['image', 'doctor.png'],
        ...[1, 2, 3, 4, 5].map((n): [string, string] => ['images', `sertifikat-${n}.png`]),
      ]),
    );
    await request.dispose();
  });

  test('clinics are cards with location, phone and Instagram', { tag: '@screen' }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const viewport of [PHONE, DESK, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport);
      await page.goto(COMPANIES);
      const list = page.getByRole('list', { name: 'Partnyor şirkətlər' });
      await expect(list.getByRole('heading', { name: 'Ağ Diş Klinikası' })).toBeVisible();
      await expect(list.getByText('Bakı, Azərbaycan').first()).toBeVisible();
      const picture = list.getByRole('img', { name: 'Ağ Diş Klinikası' });
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expect(list.getByRole('link', { name: '+994 12 555 01 20' }).first()).toHaveAttribute(
        'href',
        'tel:+994125550120',
      );
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
      await expectAccessible(page);
    }
  });

  test('certificates open in a lightbox: arrow keys move, Escape closes, focus returns', {
    tag: '@screen',
  }, async ({ page }) => {
    const code: string[] = [];
    page.on('request', (request) => code.push(request.url()));
    await page.setViewportSize(DESK);
    await page.goto(DOCTORS);
    const card = page.getByRole('listitem').filter({ hasText: 'Səbinə Axundova' });
    await expect(card.getByText('Ağ Diş')).toBeVisible();
    const more = card.getByRole('button', { name: '2 daha' });
    await expect(card.getByRole('button', { name: /sertifikat/ })).toHaveCount(3);
    await expectAccessible(page);
    expect(code.some((url) => url.includes('lightbox'))).toBe(false);
    await more.focus();
    await page.keyboard.press('Enter');
    const shown = (n: number) =>
      page
        .locator('.yarl__slide_current')
        .getByRole('img', { name: `Səbinə Axundova, sertifikat ${n}` });
    await expect(shown(4)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(shown(5)).toBeVisible();
    const wide = page.getByRole('button', { name: 'Tam ekran' });
    await expect(wide).toBeVisible();
    await page.keyboard.press('Tab');
    await wide.focus();
    await expect(wide).toHaveCSS('outline-style', 'solid');
    const thumbnail = page.locator('.yarl__thumbnails_thumbnail').first();
    await expect(thumbnail).toHaveCSS('width', '120px');
    await expect(thumbnail).toHaveCSS('height', '80px');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(shown(5)).toBeHidden();
    await expect(more).toBeFocused();
  });

  test.describe('the lightbox of certificates', () => {
    const large = (page: Page) => page.getByRole('dialog', { name: 'Şəkil baxışı' });
    const entries = (page: Page) => page.evaluate(() => history.length);

    test.beforeEach(async ({ page }) => {
      await page.goto('/rentgen');
      await page.goto(DOCTORS);
      await page.getByRole('button', { name: '2 daha' }).click();
      await expect(large(page)).toBeVisible();
    });

    test('is closed by Back, which stays on the page, and opened again by Forward', async ({
      page,
    }) => {
      await page.goBack();
      await expect(large(page)).toBeHidden();
      await expect(page).toHaveURL(encodeURI(DOCTORS));
      await expect(page.getByRole('button', { name: '2 daha' })).toBeFocused();
      await page.goForward();
      await expect(large(page)).toBeVisible();
      await page.reload();
      await expect(large(page)).toBeVisible();
      await page.goBack();
      await expect(large(page)).toBeHidden();
      await page.goBack();
      await expect(page).toHaveURL('/rentgen');
    });

    test('leaves no entry behind, however it is closed', async ({ page }) => {
      const before = await entries(page);
      await page.getByRole('button', { name: 'Bağla' }).click();
      await expect(large(page)).toBeHidden();
      await page.getByRole('button', { name: '2 daha' }).click();
      await expect(large(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(large(page)).toBeHidden();
      expect(await entries(page)).toBe(before);
      await expect(page).toHaveURL(encodeURI(DOCTORS));
      await page.goBack();
      await expect(page).toHaveURL('/rentgen');
    });

    test('shows which certificate it is', async ({ page }) => {
      const edge = (thumbnail: string) =>
        page
          .locator(thumbnail)
          .first()
          .evaluate((element) => getComputedStyle(element).borderTopColor);
      await expect
        .poll(() => edge('.yarl__thumbnails_thumbnail_active'))
        .toBe('rgb(127, 227, 232)');
      expect(
        await edge('.yarl__thumbnails_thumbnail:not(.yarl__thumbnails_thumbnail_active)'),
      ).toBe('rgba(0, 0, 0, 0)');
    });
  });
});
