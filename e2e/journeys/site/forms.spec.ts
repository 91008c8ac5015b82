import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Locator, Page } from '@playwright/test';
import { DESK, expect, expectAccessible, PHONE, test } from '../../fixtures.ts';

const SCREENS = [
  { path: '/qeydiyyat', title: 'Onlayn Rezervasiya', aliases: [] },
  {
    path: '/partnyorlar',
    title: 'Partnyorluq Müraciəti',
    aliases: ['/partnyor/qeydiyyat', '/partnership'],
  },
  { path: '/elaqe', title: 'Əlaqə', aliases: ['/contact'] },
] as const;

const patient = {
  fullName: 'Nigar Hüseynova',
  email: 'nigar@example.az',
  phone: '050 123 45 67',
  partnerFullName: 'Aytən Məmmədova',
};

const sendButton = (page: Page) => page.locator('main form button[type=submit]');

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(values))
    await page.locator(`[name=${name}]`).fill(text);
}

/** Waits until the form's code has loaded, which disables the browser's own validation. */
async function touch(page: Page): Promise<void> {
  await page.locator('main form').hover();
  await expect(page.locator('main form')).toHaveJSProperty('noValidate', true);
}

const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

interface ApplicationList {
  applications: (Record<string, string> & { fullName: string })[];
}

/** The applications in a list of staff. */
async function storedApplications(url: string, list: string) {
  const staff = await new ApiClient(url).signIn();
  const path = `/api/admin/applications/${list}`;
  return (await staff.get<ApplicationList>(path)).applications;
}

for (const { path, title, aliases } of SCREENS) {
  test(`${title}: every path and width, before and after errors`, async ({ page }) => {
    for (const alias of aliases) {
      await page.goto(alias);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      const canonical = page.locator('link[rel=canonical]');
      await expect(canonical).toHaveAttribute('href', new RegExp(`${path}$`));
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await expectAccessible(page);
      await touch(page);
      await sendButton(page).click();
      await expect(page.locator('[name=fullName]')).toBeFocused();
      await expect(page.locator('[name=fullName]')).toHaveAccessibleDescription(
        'Ad Soyad daxil edilməlidir',
      );
      await expectAccessible(page);
    }
    for (const width of [320, 768, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(overflow, `sideways scrolling at ${width}`).toBe(0);
    }
  });
}

test('no code is fetched before a form is touched, and earlier input stays', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.route(
    '**/assets/*.js',
    async (route) => {
      await page.locator('[name=fullName]').pressSequentially('Nigar');
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto('/qeydiyyat');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await touch(page);
  expect(scripts.length).toBeGreaterThan(0);
  await expect(page.locator('[name=fullName]')).toHaveValue('Nigar');
});

test('a form sent before its code has loaded shows our messages, not those of the browser', async ({
  page,
}) => {
  const pressed = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto('/qeydiyyat');
  await page.getByRole('button', { name: 'Rezervasiya göndər' }).click();
  pressed.resolve();
  await expect(page.getByText('Ad Soyad daxil edilməlidir')).toBeVisible();
  await expect(page.getByText('Həkimin adı soyadı daxil edilməlidir')).toBeVisible();
  await expect(page.getByLabel('Ad Soyad')).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/qeydiyyat');
});

test('a reservation arrives, is confirmed, and the form is reset', { tag: '@screen' }, async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/qeydiyyat');
  await touch(page);
  await fill(page, patient);
  await page.locator('[name=partnerFullName]').press('Enter');
  const thanks = dialog(page, 'Təşəkkür Edirik!');
  await expect(thanks).toContainText(
    'Rezervasiya müraciətiniz uğurla qeydə alındı. Ən yaxın zamanda sizinlə əlaqə saxlanılacaq',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(thanks).toBeHidden();
  await expect(sendButton(page)).toBeFocused();
  for (const name of Object.keys(patient)) {
    await expect(page.locator(`[name=${name}]`)).toHaveValue('');
    await expect(page.locator(`[name=${name}]`)).not.toHaveAttribute('aria-invalid');
  }
  const [first] = await storedApplications(server.url, 'reservation');
  expect(first).toMatchObject(patient);
});

test('a partnership application arrives', { tag: '@screen' }, async ({ page, server }) => {
  await page.goto('/partnyor/qeydiyyat');
  await touch(page);
  const clinic = {
    fullName: 'Rəşad Əliyev',
    email: 'resad@example.az',
    phone: '+90 532 123 45 67',
    clinicName: 'Ağ Diş',
    clinicPhone: '+994 12 555 01 20',
  };
  await fill(page, clinic);
  await sendButton(page).click();
  await expect(dialog(page, 'Uğurlu!')).toContainText(
    'Tərəfdaşlıq müraciətiniz uğurla qeydə alındı',
  );
  await page.getByRole('button', { name: 'Bağla' }).click();
  const [first] = await storedApplications(server.url, 'partner');
  expect(first).toMatchObject(clinic);
});

test('a message needs only a name and a phone', { tag: '@screen' }, async ({ page, server }) => {
  await page.goto('/elaqe');
  await touch(page);
  await fill(page, { fullName: 'Orxan Qasımov', phone: '0701234567' });
  await sendButton(page).click();
  await expect(dialog(page, 'Təşəkkür Edirik!')).toBeVisible();
  const [first] = await storedApplications(server.url, 'contact');
  expect(first).toMatchObject({ fullName: 'Orxan Qasımov', email: '', message: '' });
});

test('a bot that fills in every field sees a confirmation, and nothing is stored', async ({
  page,
  server,
}) => {
  await page.goto('/qeydiyyat');
  await touch(page);
  await fill(page, { ...patient, fullName: 'Robot' });
  await page.locator('[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await sendButton(page).click();
  await expect(dialog(page, 'Təşəkkür Edirik!')).toBeVisible();
  const names = (await storedApplications(server.url, 'reservation')).map(
    ({ fullName }) => fullName,
  );
  expect(names).not.toContain('Robot');
});

test.describe('when sending fails', () => {
  test.use({ expectedErrors: [/status of 400|status of 500|ERR_FAILED/] });

  test('the message of the server is shown, the field is focused, the other input stays', async ({
    page,
  }) => {
    await page.goto('/qeydiyyat');
    await touch(page);
    // Passes the validation of the page but not that of the server.
    await page.route('**/api/misc/*', (route) =>
      route.continue({ postData: JSON.stringify({ ...patient, email: 'nigar' }) }),
    );
    await fill(page, patient);
    await sendButton(page).click();
    await expect(dialog(page, 'Xəta!')).toContainText('Düzgün email formatı daxil edin');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.locator('[name=email]')).toBeFocused();
    await expect(page.locator('[name=email]')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('[name=fullName]')).toHaveValue(patient.fullName);
  });

  test('without a message of the server, and without a network, our message is shown', async ({
    page,
  }) => {
    await page.goto('/qeydiyyat');
    await touch(page);
    await fill(page, patient);
    await page.route('**/api/misc/*', (route) => route.fulfill({ status: 500, body: '' }));
    await sendButton(page).click();
    await expect(dialog(page, 'Xəta!')).toContainText(
      'Rezervasiya müraciətiniz göndərilmədi. Zəhmət olmasa yenidən cəhd edin',
    );
    await page.getByRole('button', { name: 'Bağla' }).click();
    await page.unroute('**/api/misc/*');
    await page.route('**/api/misc/*', (route) => route.abort());
    await sendButton(page).click();
    await expect(dialog(page, 'Xəta!')).toContainText(
      'Sistemdə xəta baş verdi. Zəhmət olmasa daha sonra yenidən cəhd edin',
    );
  });
});

test('nothing moves when an error is shown', async ({ page }) => {
  await page.goto('/qeydiyyat');
  await touch(page);
  const before = await sendButton(page).boundingBox();
  await sendButton(page).click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(4);
  expect(await sendButton(page).boundingBox()).toEqual(before);
});

test('the map is a drawing until the visitor opens it', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  await page.route(
    (url) => url.origin !== baseURL,
    (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Xəritə</title>' });
    },
  );
  const answer = await page.goto('/elaqe');
  const policy = answer?.headers()['content-security-policy'];
  expect(policy).toContain('frame-src https://www.openstreetmap.org;');
  await page.getByRole('button', { name: 'Xəritəni aç' }).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
  await page.getByRole('button', { name: 'Xəritəni aç' }).click();
  await expect(page.getByTitle(/xəritəsində/)).toBeVisible();
  // The probe for the provider, and the frame.
  await expect.poll(() => foreign).toHaveLength(2);
  expect(new Set(foreign).size).toBe(1);
  expect(foreign[0]).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=/);
  await expect(page.getByRole('link', { name: 'Yolu göstər' })).toHaveAttribute(
    'href',
    /openstreetmap\.org\/directions/,
  );
  // The button to close, a retry and the link to the map's own page are always shown.
  await page.getByRole('button', { name: 'Xəritəni bağla' }).click();
  await expect(page.getByTitle(/xəritəsində/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Xəritəni aç' }).click();
  await expect(page.getByTitle(/xəritəsində/)).toBeVisible();
  const elsewhere = page.getByRole('link', { name: 'Xəritə OpenStreetMap-da' });
  await expect(elsewhere).toHaveAttribute('href', /openstreetmap\.org\/\?mlat=/);
  await expect(elsewhere).toHaveAttribute('target', '_blank');
});

test.describe('with the map provider out of reach', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('the drawing stays with a message, and the next attempt opens the map', async ({
    page,
    baseURL,
  }) => {
    let isReachable = false;
    await page.route(
      (url) => url.origin !== baseURL,
      (route) =>
        isReachable
          ? route.fulfill({ contentType: 'text/html', body: '<title>Xəritə</title>' })
          : route.abort(),
    );
    await page.goto('/elaqe');
    const button = page.getByRole('button', { name: 'Xəritəni aç' });
    await button.click();
    const failure = page.getByRole('alert').filter({ hasText: 'Xəritəni açmaq mümkün olmadı.' });
    await expect(failure).toBeVisible();
    await expect(page.getByTitle(/xəritəsində/)).toHaveCount(0);
    await expect(page.getByText('Təbriz küçəsi', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Yolu göstər' })).toBeVisible();
    isReachable = true;
    await button.click();
    await expect(page.getByTitle(/xəritəsində/)).toBeVisible();
    await expect(failure).toBeHidden();
  });
});

test('on a phone the address does not cover the names of the drawn streets', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/elaqe');
    const map = page.getByRole('region', { name: 'Xəritə' });
    const card = await map.locator('[data-live] + div').boundingBox();
    const street = await map.getByText('Təbriz küçəsi', { exact: true }).boundingBox();
    expect((street?.y ?? 0) + (street?.height ?? 0), `${width}`).toBeLessThan(card?.y ?? 0);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a reservation is sent and confirmed by a page', async ({ page, server }) => {
    await page.goto('/qeydiyyat');
    await fill(page, { ...patient, fullName: 'Leyla Quliyeva' });
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Təşəkkür Edirik!' })).toBeVisible();
    const [first] = await storedApplications(server.url, 'reservation');
    expect(first).toMatchObject({ fullName: 'Leyla Quliyeva' });
  });

  test('the browser keeps an unfinished form and offers no map', async ({ page }) => {
    await page.goto('/elaqe');
    await sendButton(page).click();
    await expect(page).toHaveURL(/\/elaqe$/);
    await expect(page.getByRole('button', { name: 'Xəritəni aç' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Yolu göstər' })).toBeVisible();
  });
});
