import type { Page } from '@playwright/test';
import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../fixtures.ts';

test.use({ viewport: DESK });

/** One slice of a series, as a scanner writes it. */
function slice(number: number, size = 4_000) {
  const buffer = Buffer.alloc(size, number % 250);
  buffer.fill(0, 0, 128);
  buffer.write('DICM', 128, 'latin1');
  return { name: `I${number}.dcm`, mimeType: 'application/dicom', buffer };
}

const series = (count: number) => Array.from({ length: count }, (_, index) => slice(index + 1));

/** Opens the dialog of a new checkup and fills in everything but the files. */
async function openNewCheckup(page: Page, partner: string) {
  await page.goto('/admin/dashboard/checkups');
  await page.getByRole('button', { name: 'Add Checkup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
  await dialog.getByPlaceholder('Search partners...').fill(partner);
  await page.getByRole('option', { name: new RegExp(partner) }).click();
  await dialog.locator('input[name=firstName]').fill('Ülkər');
  await dialog.locator('input[name=lastName]').fill('Nağıyeva');
  const save = async () => {
    await dialog.getByRole('button', { name: 'Add Checkup' }).click();
    await page.getByRole('button', { name: 'Bəli' }).click();
  };
  return { dialog, files: dialog.locator('input[type=file]'), save };
}

test.describe('with one slice in disguise', () => {
  test.use({ expectedErrors: [/415/] });

  test('24 slices: a refused one affects none of the others, and they keep their order', async ({
    page,
    staff,
  }) => {
    await staff.addPartner({ lastName: 'Kəsikova' });
    await storeAdminSession(page);
    const { dialog, files, save } = await openNewCheckup(page, 'Kəsikova');
    const bad = { ...slice(7), buffer: Buffer.alloc(3_000, 7) };
    await files.setInputFiles([...series(24).filter(({ name }) => name !== 'I7.dcm'), bad]);
    await expect(dialog.getByText('24 files')).toBeVisible();
    await save();
    await expect(dialog.getByText(/^Uploading file \d+ of 24$/).first()).toBeVisible();
    const refusal = page.getByRole('alertdialog', { name: 'Xəta!' });
    // By now every file has been sent and checked, even on a busy machine.
    const reason = refusal.getByText('I7.dcm: The file is not what its name says');
    await expect(reason).toBeVisible({ timeout: 45_000 });
    await refusal.getByRole('button').click();
    await expect(dialog.getByText('1 refused')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove the refused' }).click();
    await save();
    await expect(page.getByText('Müayinə uğurla əlavə edildi')).toBeVisible();
    const row = page.getByRole('row', { name: /Ülkər Nağıyeva/ });
    await row.getByRole('button', { name: 'X-ray files' }).click();
    const list = page.getByRole('dialog', { name: /X-ray files/ });
    const names = list.getByRole('row').filter({ hasText: /I\d+\.dcm/ });
    await expect(names).toHaveCount(23);
    await expect(names.nth(1)).toContainText('I2.dcm');
    await expect(names.nth(8)).toContainText('I10.dcm');
    await expectAccessible(page);
  });
});

test.describe('when the server fails', () => {
  test.use({ expectedErrors: [/500/] });

  test('the error is shown within seconds, sent data is kept, and a retry completes the upload', async ({
    page,
    staff,
  }) => {
    await staff.addPartner({ lastName: 'Fasiləyeva' });
    await storeAdminSession(page);
    const { dialog, files, save } = await openNewCheckup(page, 'Fasiləyeva');
    await files.setInputFiles(slice(1, 5_000_000));
    let sent = 0;
    await page.route('**/upload-chunk', (route) => {
      sent += 1;
      return sent >= 2 && sent <= 4
        ? route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: 'r' } })
        : route.continue();
    });
    await save();
    const question = page.getByRole('alertdialog', { name: 'Xəta!' });
    await expect(question.getByText('Yükləmə uğursuz oldu')).toBeVisible();
    await expect(dialog.getByText('The connection is lost')).toHaveCount(0);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Müayinə uğurla əlavə edildi')).toBeVisible();
    // Three chunks, and three failed attempts of the second one: the first was not sent again.
    expect(sent).toBe(6);
  });
});

test('several files are deleted at once after one question, on a phone too', async ({
  page,
  staff,
}) => {
  const { partner } = await staff.addPartner({ lastName: 'Silinova' });
  const files = Object.fromEntries(series(30).map(({ name, buffer }) => [name, buffer]));
  await staff.addCheckup(partner._id, files, { firstName: 'Rəna', lastName: 'Əhmədli' });
  await page.setViewportSize(PHONE);
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/checkups');
  await page.getByRole('button', { name: 'X-ray files' }).first().click();
  const dialog = page.getByRole('dialog', { name: /X-ray files/ });
  const rows = dialog.getByRole('row').filter({ hasText: /I\d+\.dcm/ });
  await expect(rows).toHaveCount(30);
  await dialog.getByRole('checkbox', { name: 'Select I2.dcm' }).check();
  await dialog.getByRole('checkbox', { name: 'Select I30.dcm' }).check();
  await dialog.getByRole('button', { name: 'Delete 2 files' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Əminsiniz?' });
  await expect(sure).toContainText('2 fayl');
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(rows).toHaveCount(28);
  await expect(dialog.getByText('I2.dcm', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tiles' }).click();
  await expect(dialog.getByRole('button', { name: /^Download I\d/ }).first()).toBeVisible();
});
