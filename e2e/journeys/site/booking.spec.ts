import type { Page } from '@playwright/test';
import { expect, expectAccessible, PHONE, onOwnServer as test } from '../../fixtures.ts';
import { Office } from '../../office.ts';

test.use({ viewport: PHONE, reducedMotion: 'reduce' });

const patient = {
  fullName: 'Nigar Hüseynova',
  email: 'nigar@example.az',
  phone: '0501234567',
  partnerFullName: 'Aytən Məmmədova',
};

/** A machine that is open every day, and one kind of examination. */
test.beforeAll(async ({ server }) => {
  const office = await Office.open(server.url);
  const { device } = await office.send<{ device: { _id: string } }>('POST', '/api/admin/devices', {
    name: 'KLKT',
    kind: 'cbct',
    aeTitle: 'KLKT1',
  });
  await office.send('POST', '/api/admin/kinds', {
    examination: 'cbct',
    name: { az: 'KLKT', ru: 'КЛКТ', en: 'CBCT' },
    minutes: 30,
    price: 60,
    machines: [device._id],
    preparation: {
      az: 'Zinət əşyalarını çıxarın',
      ru: 'Снимите украшения',
      en: 'Remove jewellery',
    },
  });
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    from: '09:00',
    to: '18:00',
    breaks: [],
  }));
  const machines = [{ device: device._id, week, daysOff: [] }];
  await office.send('PUT', '/api/admin/opening-hours', { hours: { holidays: [], machines } });
});

async function reserve(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(patient))
    await page.locator(`input[name=${name}]`).fill(value);
  await page.locator('main form button[type=submit]').click();
}

/** The page is accessible, and no wider than the phone. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
}

test('a patient reserves, chooses a time in one press, moves it and cancels it', {
  tag: '@screen',
}, async ({ page }) => {
  await page.goto('/qeydiyyat');
  await page.locator('main form').hover();
  await expect(page.locator('main form')).toHaveJSProperty('noValidate', true);
  await reserve(page);
  const link = page.getByRole('dialog').getByRole('link', { name: 'Vaxt seçin' });
  await expect(link).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Vaxt seçin' })).toBeVisible();
  await expectGood(page);
  await page.getByRole('region').nth(1).getByRole('button', { name: '10:30' }).click();
  await expect(page.getByRole('heading', { name: 'Vaxtınız təyin edilib' })).toBeVisible();
  await expect(page.getByText(/, 10:30$/)).toBeVisible();
  await expect(page.getByText('Zinət əşyalarını çıxarın')).toBeVisible();
  await expectGood(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Təqvimə əlavə et' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.ics$/);

  await page.getByRole('link', { name: 'RU', exact: true }).click();
  await page.getByRole('link', { name: 'Изменить время' }).click();
  await page.getByRole('region').nth(2).getByRole('button', { name: '11:00' }).click();
  await expect(page.getByText(/, 11:00$/)).toBeVisible();
  await page.getByRole('link', { name: 'Отменить запись' }).click();
  await expectGood(page);
  await page.getByRole('button', { name: 'Да, отменить' }).click();
  await expect(page.getByRole('heading', { name: 'Приём отменён' })).toBeVisible();
  await expectGood(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a patient reserves and chooses a time', async ({ page }) => {
    await page.goto('/qeydiyyat');
    await reserve(page);
    await page.getByRole('link', { name: 'Vaxt seçin' }).click();
    await page.getByRole('region').nth(1).getByRole('button', { name: '09:15' }).click();
    await expect(page.getByRole('heading', { name: 'Vaxtınız təyin edilib' })).toBeVisible();
  });
});
