import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  PHONE,
  signInAsPartner,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { picture } from '../../sample-files.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';

const WIDE = { width: 1280, height: 800 };
const HOME = '/partner/dashboard';

/** No horizontal scrolling and no finding of axe, in the light and the dark theme, on a phone and on a wide screen. */
async function expectWellMade(page: Page): Promise<void> {
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
}

/** Controls on a phone are at least 44 px high. */
async function expectTouchable(page: Page): Promise<void> {
  const small = await page
    .locator('main :is(a, button, label:has(input[type=file])):visible')
    .evaluateAll((all) =>
      all
        .filter((each) => each.getBoundingClientRect().height < 43.5)
        .map((each) => each.outerHTML),
    );
  expect(small).toEqual([]);
}

test.use({ viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' });

test('the dark theme is there before the first paint, and no text lags behind it', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    addEventListener(
      'readystatechange',
      () => {
        const { area = 'none' } = document.documentElement.dataset;
        sessionStorage.setItem(document.readyState, area);
      },
      { capture: true },
    );
  });
  await page.goto('/login/partnyor');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const colors = await heading.evaluate((each) =>
    [each, document.body].map((element) => getComputedStyle(element).color),
  );
  expect(colors[0]).toBe(colors[1]);
  expect(await page.evaluate(() => sessionStorage.getItem('interactive'))).toBe('partner');
  const durations = await heading.evaluate((each) => getComputedStyle(each).transitionProperty);
  expect(durations).toBe('none');
});

test('a page opened by its URL starts at the top, whatever was scrolled before', async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  for (const title of [
    'Qapaq',
    'Körpü',
    'Vinir',
    'Elayner',
    'Protez',
    'Abatment',
    'Kapa',
    'Şablon',
  ])
    await staff.addLab(partner._id, title);
  await storePartnerSession(page, { email: partner.email, password });
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.goto(`${HOME}/laboratory`);
  await page.getByText('Qapaq').scrollIntoViewIfNeeded();
  await expect.poll(scrolled).toBeGreaterThan(100);
  await page.goto(`${HOME}/gifts`);
  await expect(page.getByRole('heading', { name: 'Hədiyyələr' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Çanta' })).toBeVisible();
  expect(await scrolled()).toBe(0);
});

test('welcome and X-rays: the newest at once, every state with its label', {
  tag: '@screen',
}, async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner();
  const states = ['completed', 'pending', 'cancelled'] as const;
  for (const [index, status] of states.entries()) {
    const names = { firstName: `Pasiyent${index}`, status };
    await staff.addCheckup(partner._id, { 'panoram.png': await picture() }, names);
  }
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard');
  await expect(page.getByRole('heading', { name: 'Dr. Aytən Məmmədova' })).toBeVisible();
  const latest = page.getByRole('region', { name: 'Son nəticələr' });
  await expect(latest.getByRole('listitem')).toHaveCount(3);
  await expectTouchable(page);
  await expectWellMade(page);
  await latest.getByRole('button', { name: /Pasiyent2/ }).click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.main.getByText('panoram.png')).toBeVisible();
  await viewer.close.click();
  await expect(viewer.main).toBeHidden();
  await expect(latest).toBeVisible();

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Rentgen/ })
    .click();
  for (const state of ['Tamamlandı', 'Davam edir', 'Ləğv edilib'])
    await expect(page.getByRole('row').filter({ hasText: state })).toBeVisible();
  await expectTouchable(page);
  await expectWellMade(page);
});

test('the sign-in on both screens: the password can be shown, and the session outlives a reload', async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  await page.goto('/login/partnyor');
  await expect(page.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
  await expectTouchable(page);
  await expectWellMade(page);
  await page.getByLabel('Email').fill(partner.email);
  const field = page.getByLabel('Şifrə', { exact: true });
  await field.fill(password);
  await page.getByRole('button', { name: 'Şifrəni göstər' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByLabel('Məni xatırla').check();
  await page.getByRole('button', { name: 'Daxil ol' }).click();
  await page.waitForURL(`**${HOME}`);

  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/refresh-token', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${HOME}/laboratory`);
  await expect(page.getByRole('status').first()).toHaveText('Yüklənir…');
  await expect(page.getByRole('heading')).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { name: 'Laboratoriya' })).toBeVisible();
});

test.describe('an ended session', () => {
  test.use({ expectedErrors: [/401|could not be renewed/] });

  test('redirects to the sign-in and leaves nothing in the browser', async ({ page, staff }) => {
    const { partner, password } = await staff.addPartner();
    await page.goto('/login/partnyor');
    await page.getByLabel('Email').fill(partner.email);
    await page.getByLabel('Şifrə', { exact: true }).fill(password);
    await page.getByLabel('Məni xatırla').check();
    await page.getByRole('button', { name: 'Daxil ol' }).click();
    await page.waitForURL(`**${HOME}`);
    await expect(page.getByRole('heading', { name: 'Dr. Aytən Məmmədova' })).toBeVisible();
    const storedKeys = () =>
      page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    expect(await storedKeys()).toEqual(expect.arrayContaining(['role', 'refreshToken', 'partner']));

    await staff.resetPassword(partner._id, 'başqa-şifrə');
    await page.goto(`${HOME}/profile/details`);
    await page.waitForURL('**/login/partnyor?next=**');
    await expect(page.getByRole('heading', { name: 'Hesaba giriş' })).toBeVisible();
    const own = (await storedKeys()).filter((key) => !key.startsWith('react-router'));
    expect(own).toEqual([]);
  });
});

test('laboratory: ten a page, with name, order, date and state', { tag: '@screen' }, async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  for (let count = 1; count <= 11; count += 1)
    await staff.addLab(partner._id, `Sifariş ${count}`, count === 11 ? 'completed' : 'pending');
  const { partner: other } = await staff.addPartner();
  await staff.addLab(other._id, 'Özgə sifariş');
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard');
  await page
    .getByRole('link', { name: /^Laboratoriya/ })
    .first()
    .click();
  const newest = page.getByRole('row').filter({ hasText: 'Sifariş 11' });
  await expect(newest).toContainText('Aytən Məmmədova');
  await expect(newest).toContainText('03.11.2026');
  await expect(newest).toContainText('Tamamlandı');
  await expect(page.getByText('Sifariş 1', { exact: true })).toBeHidden();
  await expectTouchable(page);
  await expectWellMade(page);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await expect(page.getByText('Sifariş 1', { exact: true })).toBeVisible();
  await expect(page.getByText('Özgə sifariş')).toHaveCount(0);
});

test('a picture sent from the phone is listed among the X-rays; its message disappears after 3 s', {
  tag: '@screen',
}, async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner();
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto(`${HOME}/shipments`);
  const send = page.getByRole('button', { name: 'Göndər', exact: true });
  const file = page.getByLabel('Fayl seç');
  await send.click();
  await expect(page.getByText('Xəta: Zəhmət olmasa bir fayl seçin')).toBeVisible();
  await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('') });
  await expect(
    page.getByText('Xəta: Yalnız şəkil faylları (PNG, JPG, WEBP) qəbul edilir'),
  ).toBeVisible();
  await expect(page.getByLabel('Şəkil çək')).toHaveAttribute('capture', 'environment');
  await expectTouchable(page);
  await expectWellMade(page);

  const buffer = await picture();
  await file.setInputFiles({ name: 'resept.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Göndəriləcək şəkil' })).toBeVisible();
  await expectTouchable(page);
  await expectWellMade(page);
  await send.click();
  const message = page.getByText('Şəkil uğurla göndərildi');
  await expect(message).toBeVisible();
  await expect(message).toBeHidden({ timeout: 4_000 });
  await page.goto(`${HOME}/rentgen`);
  await expect(page.getByText('Göndəriş', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Aç: resept\.png/ })).toBeVisible();
});

test.describe('a file that is no picture', () => {
  // The leak recorder fetches pictures that the page could not show, which the page's policy refuses.
  test.use({ expectedErrors: [/Connecting to 'blob:/] });

  test('is refused at once with the message of the server', async ({ page, staff }) => {
    const { partner, password } = await staff.addPartner();
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto(`${HOME}/shipments`);
    const buffer = Buffer.from('this is no picture');
    await page
      .getByLabel('Fayl seç')
      .setInputFiles({ name: 'resept.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('alert')).toHaveText(
      'Xəta: Şəkil zədələnib və ya adına uyğun gəlmir',
    );
  });
});

test('profile: figures, links, and a complaint that clears its text box', {
  tag: '@screen',
}, async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner();
  await staff.setPoints(partner._id, 12.5);
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto(`${HOME}/profile`);
  await expect(page.getByRole('heading', { name: 'Aytən Məmmədova' })).toBeVisible();
  await expect(page.getByText('12,5')).toBeVisible();
  const box = page.getByLabel('Mesajınız');
  await page.getByRole('button', { name: 'Göndər' }).click();
  await expect(page.getByText('Zəhmət olmasa mesaj daxil edin')).toBeVisible();
  await expectTouchable(page);
  await expectWellMade(page);
  await box.fill('Nəticələr bir gün tez gəlsə, yaxşı olar.');
  await page.getByRole('button', { name: 'Göndər' }).click();
  await expect(page.getByText('Mesajınız göndərildi')).toBeVisible();
  await expect(box).toHaveValue('');
  for (const [name, path] of [
    [/^Laboratoriya/, 'laboratory'],
    [/^Hədiyyələr/, 'gifts'],
    [/^Məlumatlarım/, 'profile/details'],
  ] as const) {
    await page.goto(`${HOME}/profile`);
    await page.getByRole('main').getByRole('link', { name }).click();
    await page.waitForURL(`**${HOME}/${path}`);
  }
});

test.describe('details', () => {
  test.use({ expectedErrors: [/400|401/] });

  test('the clinic is edited, and a new password works at the next sign-in', {
    tag: '@screen',
  }, async ({ page, staff }) => {
    const { partner, password } = await staff.addPartner({ clinicName: '' });
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto(`${HOME}/profile/details`);
    const clinic = page.getByRole('region', { name: 'Klinika Məlumatları' });
    await expect(clinic.getByText('Təyin edilməyib')).toBeVisible();
    await clinic.getByRole('button', { name: 'Redaktə et' }).click();
    await clinic.getByLabel('Klinikanın adı').fill('Gülüş Dent');
    await clinic.getByRole('button', { name: 'Yadda saxla' }).click();
    await expect(page.getByText('Profil məlumatları yeniləndi')).toBeVisible();
    await page.reload();
    await expect(clinic.getByText('Gülüş Dent')).toBeVisible();

    const card = page.getByRole('region', { name: 'Şifrə Dəyişdirmə' });
    await card.getByRole('button', { name: 'Dəyişdir' }).click();
    const save = card.getByRole('button', { name: 'Yadda saxla' });
    await card.getByLabel('Yeni şifrə', { exact: true }).fill('qısa');
    // One press is enough, although leaving the field shows an error above the button.
    await save.click();
    await expect(card.getByText('Köhnə şifrə tələb olunur')).toBeVisible();
    await expect(card.getByText('Şifrə ən az 6 simvol olmalıdır')).toBeVisible();
    await expect(card.getByText('Şifrələr uyğun gəlmir')).toBeVisible();
    await expectTouchable(page);
    await expectWellMade(page);

    await card.getByLabel('Köhnə şifrə').fill('yanlış-şifrə');
    await card.getByLabel('Yeni şifrə', { exact: true }).fill('təzə-şifrə');
    await card.getByLabel('Yeni şifrənin təkrarı').fill('təzə-şifrə');
    await save.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bağla' }).click();
    await expect(card.getByText('Köhnə şifrə yanlışdır')).toBeVisible();
    await card.getByLabel('Köhnə şifrə').fill(password);
    await save.click();
    await expect(page.getByText('Şifrəniz uğurla yeniləndi')).toBeVisible();
    await page.getByRole('link', { name: 'Şəxsi kabinet' }).click();
    await page.waitForURL(`**${HOME}`);
    await page.getByRole('main').getByRole('button', { name: 'Çıxış' }).click();
    await page.waitForURL('**/login/partnyor');
    await signInAsPartner(page, { email: partner.email, password: 'təzə-şifrə' });
  });
});

test('gifts: a point is spent after a confirmation; without points there is a warning', {
  tag: '@screen',
}, async ({ page, staff }) => {
  const { partner, password } = await staff.addPartner();
  await staff.setPoints(partner._id, 1);
  await storePartnerSession(page, { email: partner.email, password });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/demand-payment')) requested.push(request.url());
  });
  await page.goto(`${HOME}/gifts`);
  await expect(page.getByText('Hələ hədiyyə seçməmisiniz')).toBeVisible();
  await expectTouchable(page);
  await expectWellMade(page);
  const bag = page.getByRole('listitem').filter({ hasText: 'Çanta' });
  const dialog = page.getByRole('alertdialog');
  await bag.getByRole('button', { name: 'Seç' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ləğv et' }).click();
  await expect(dialog).toBeHidden();
  expect(requested).toEqual([]);
  await bag.getByRole('button', { name: 'Seç' }).click();
  await dialog.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Hədiyyə sorğunuz qəbul edildi')).toBeVisible();
  const request = page.getByRole('row').filter({ hasText: 'Çanta' });
  await expect(request).toContainText('Gözləyir');
  await bag.getByRole('button', { name: 'Seç' }).click();
  await expect(dialog).toContainText('Kifayət qədər xal yoxdur. Lazımdır: 1, sizdə: 0');
  await dialog.getByRole('button', { name: 'Bağla' }).click();
  await expect(dialog).toBeHidden();
  expect(requested).toHaveLength(1);
  await expectWellMade(page);
});
