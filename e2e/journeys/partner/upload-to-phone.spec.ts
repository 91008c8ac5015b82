import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  signInAsAdmin,
  signInAsPartner,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { MiB, type Sample, Samples, sha256 } from '../../sample-files.ts';

let samples: Samples;
test.beforeAll(async () => {
  samples = await Samples.make();
});
test.afterAll(() => samples.remove());

test.use({ viewport: DESK });

/** Opens Add Checkup and fills in everything but the files. */
async function beginCheckup(page: Page, doctor: string, patient: string) {
  const [firstName = '', lastName = ''] = patient.split(' ');
  await page.goto('/admin/dashboard/checkups');
  await page.getByRole('button', { name: 'Add Checkup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
  await dialog.getByPlaceholder('Search partners...').fill(doctor);
  await page.getByRole('option', { name: doctor }).click();
  await dialog.locator('input[name=firstName]').fill(firstName);
  await dialog.locator('input[name=lastName]').fill(lastName);
  return dialog;
}

async function chooseAndSend(page: Page, ...files: Sample[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
  await dialog.locator('input[type=file]').setInputFiles(files.map((file) => file.path));
  for (const file of files) await expect(dialog.getByText(file.name)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Checkup' }).click();
  await page
    .getByRole('alertdialog', { name: 'Əminsiniz?' })
    .getByRole('button', { name: 'Bəli' })
    .click();
}

/** Counts the chunks that a page sends from now on. */
function countChunks(page: Page): { sent: number } {
  const counted = { sent: 0 };
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/upload-chunk')) counted.sent += 1;
  });
  return counted;
}

async function downloadAsPartner(page: Page, file: Sample): Promise<void> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: new RegExp(`^Yüklə: ${file.name}`) }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe(file.name);
  expect(await sha256(await download.path())).toBe(file.sha256);
}

test("an X-ray travels from the staff's disk to the doctor's phone, byte for byte", {
  tag: '@screen',
}, async ({ page, browser, staff }) => {
  const panoramic = await samples.panoramic();
  const large = await samples.large('klkt.dcm', 64 * MiB);
  const { partner, password } = await staff.addPartner({ lastName: 'Səfərova' });
  await signInAsAdmin(page);
  await beginCheckup(page, 'Aytən Səfərova', 'Nigar Hüseynova');
  await expectAccessible(page);
  await chooseAndSend(page, panoramic, large);
  const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
  await expect(dialog.getByText(/^\d+%$/).first()).toBeVisible();
  await expect(page.getByText('Müayinə uğurla əlavə edildi')).toBeVisible({ timeout: 60_000 });
  // Other journeys on this server have patients of the same name.
  const row = page.getByRole('row', { name: /Nigar Hüseynova/ }).filter({ hasText: 'Səfərova' });
  await expect(row).toBeVisible();

  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await signInAsPartner(phone, { email: partner.email, password });
  await phone.getByRole('link', { name: 'Rentgen' }).first().click();
  await expect(phone.getByText('Nigar Hüseynova')).toBeVisible();
  await expectAccessible(phone);
  await downloadAsPartner(phone, panoramic);
  // It disappears by itself, on a slow machine before the bytes are compared.
  const message = phone.getByText('Yükləndi').first().waitFor({ timeout: 60_000 });
  await downloadAsPartner(phone, large);
  await message;
  await expect(phone.getByText('Yükləndi')).toHaveCount(0, { timeout: 8_000 });
  await context.close();
});

test('an upload whose tab was closed continues when the same file is selected again', async ({
  page,
  context,
  staff,
}) => {
  const file = await samples.large('qapanan.dcm', 24 * MiB);
  await staff.addPartner({ lastName: 'Qapanova' });
  await storeAdminSession(page);
  await beginCheckup(page, 'Aytən Qapanova', 'Ülvi Kərimov');
  const before = countChunks(page);
  await chooseAndSend(page, file);
  await expect.poll(() => before.sent, { intervals: [20] }).toBeGreaterThanOrEqual(3);
  await page.close();

  const again = await context.newPage();
  await storeAdminSession(again);
  await beginCheckup(again, 'Aytən Qapanova', 'Ülvi Kərimov');
  const after = countChunks(again);
  await chooseAndSend(again, file);
  await expect(again.getByText('Müayinə uğurla əlavə edildi')).toBeVisible({ timeout: 60_000 });
  expect(after.sent).toBeLessThanOrEqual(12 - before.sent);
});

test.describe('when the server is killed in the middle', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load|net::/] });

  test('the upload waits, continues without a click, and loses nothing', async ({
    page,
    server,
    staff,
    browser,
  }) => {
    const file = await samples.large('yarımçıq.dcm', 40 * MiB);
    const { partner, password } = await staff.addPartner({ lastName: 'Davamova' });
    await storeAdminSession(page);
    await beginCheckup(page, 'Aytən Davamova', 'Səid Nəbiyev');
    const counted = countChunks(page);
    await chooseAndSend(page, file);
    await expect.poll(() => counted.sent, { intervals: [20] }).toBeGreaterThanOrEqual(4);
    await server.kill();
    await expect(page.getByText(/The connection is lost/)).toBeVisible();
    await server.restart();
    await expect(page.getByText('Müayinə uğurla əlavə edildi')).toBeVisible({ timeout: 60_000 });
    // 20 chunks, and at most the one in flight a second time.
    expect(counted.sent).toBeLessThanOrEqual(21);

    const phone = await browser.newPage({ viewport: PHONE });
    await storePartnerSession(phone, { email: partner.email, password });
    await phone.goto('/partner/dashboard/rentgen');
    await downloadAsPartner(phone, file);
    await phone.close();
  });
});
