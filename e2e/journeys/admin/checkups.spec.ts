import { DESK, expect, expectAccessible, PHONE, storeAdminSession, test } from '../../fixtures.ts';
import { picture } from '../../sample-files.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';

test.use({ viewport: DESK });

const dicom = () => {
  const bytes = Buffer.alloc(4_000, 9);
  bytes.fill(0, 0, 128);
  bytes.write('DICM', 128, 'latin1');
  return bytes;
};

test('staff view, edit, extend and delete a checkup and its files', { tag: '@screen' }, async ({
  page,
  staff,
}) => {
  const { partner } = await staff.addPartner({ lastName: 'Baxışova' });
  const checkup = await staff.addCheckup(
    partner._id,
    { 'panoram.png': await picture(), 'kəsik "1".dcm': dicom() },
    { firstName: 'Tural', lastName: 'Həsənli' },
  );
  await staff.whenDerived(checkup);
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/checkups');
  const row = page.getByRole('row', { name: /Tural Həsənli/ });
  await expect(row).toContainText('Aytən Baxışova');
  await expect(row).toContainText('Completed');
  await expect(page.getByText(/^Showing 1 to \d+ of \d+ results$/)).toBeVisible();
  await expect(page.getByText(/Total/).first()).toContainText(/\d/);
  await expectAccessible(page);

  await row.getByRole('button', { name: 'X-ray files' }).click();
  const files = page.getByRole('dialog', { name: /X-ray files/ });
  await expect(
    files.getByRole('button', { name: 'Open panoram.png' }).locator('img'),
  ).toBeVisible();
  await expectAccessible(page);
  await files.getByRole('button', { name: 'Open panoram.png' }).click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.stage).toBeVisible();
  await expectAccessible(page);
  await viewer.close.click();
  await expect(viewer.main).toBeHidden();
  await expect(files).toBeVisible();

  await files.getByRole('button', { name: 'Delete kəsik "1".dcm' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Əminsiniz?' });
  await sure.getByRole('button', { name: 'Ləğv et' }).click();
  await expect(files.getByText('kəsik "1".dcm')).toBeVisible();
  await files.getByRole('button', { name: 'Delete kəsik "1".dcm' }).click();
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Fayl uğurla silindi')).toBeVisible();
  await expect(files.getByText('kəsik "1".dcm')).toBeHidden();
  await files.getByRole('button', { name: 'Close' }).last().click();

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Checkup' });
  await edit.locator('input[name=lastName]').fill(' ');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  const refusal = page.getByRole('alertdialog', { name: 'Xəta!' });
  await expect(refusal.getByText('Zəhmət olmasa ad və soyadı daxil edin')).toBeVisible();
  await refusal.getByRole('button').click();
  await edit.locator('input[name=lastName]').fill('Hüseynli');
  await edit
    .locator('input[type=file]')
    .setInputFiles({ name: 'panoram.png', mimeType: 'image/png', buffer: await picture() });
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Müayinə uğurla yeniləndi')).toBeVisible();
  const renamed = page.getByRole('row', { name: /Tural Hüseynli/ });
  await renamed.getByRole('button', { name: 'X-ray files' }).click();
  await expect(files.getByText('panoram (2).png')).toBeVisible();
  await page.keyboard.press('Escape');

  await renamed.getByRole('button', { name: 'Delete' }).click();
  await sure.getByRole('button', { name: 'Bəli' }).click();
  await expect(page.getByText('Müayinə uğurla silindi')).toBeVisible();
  await expect(renamed).toBeHidden();
});

test('missing fields are named one by one, and nothing is sent until the form is complete', async ({
  page,
  staff,
}) => {
  await staff.addPartner({ lastName: 'Sırayeva' });
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/checkups');
  await page.getByRole('button', { name: 'Add Checkup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
  const save = dialog.getByRole('button', { name: 'Add Checkup' });
  const refusal = page.getByRole('alertdialog', { name: 'Xəta!' });
  const refused = async (message: string) => {
    await save.click();
    await expect(refusal.getByText(message)).toBeVisible();
    await refusal.getByRole('button').click();
  };
  await refused('Partner seçin');
  await dialog.getByPlaceholder('Search partners...').fill('heç belə yoxdur');
  await expect(page.getByText('No partners found')).toBeVisible();
  await dialog.getByPlaceholder('Search partners...').fill('sirayeva');
  await page.getByRole('option', { name: /Sırayeva/ }).click();
  await refused('Ad və soyad daxil edin');
  await dialog.locator('input[name=firstName]').fill('Ülkər');
  await refused('Ad və soyad daxil edin');
  await dialog.locator('input[name=lastName]').fill('Nağıyeva');
  await refused('Ən az 1 rentgen faylı seçin');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'proqram.exe', mimeType: 'application/x-msdownload', buffer: dicom() });
  await expect(refusal.getByText(/Files of this type are not accepted/)).toBeVisible();
  await refusal.getByRole('button').click();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test.describe('with a program in disguise', () => {
  test.use({ expectedErrors: [/415/] });

  test('the refusal is shown and the input stays', async ({ page, staff }) => {
    await staff.addPartner({ lastName: 'Yalanova' });
    await storeAdminSession(page);
    await page.goto('/admin/dashboard/checkups');
    await page.getByRole('button', { name: 'Add Checkup' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Checkup' });
    await dialog.getByPlaceholder('Search partners...').fill('Yalanova');
    await page.getByRole('option', { name: /Yalanova/ }).click();
    await dialog.locator('input[name=firstName]').fill('Ülkər');
    await dialog.locator('input[name=lastName]').fill('Nağıyeva');
    const program = Buffer.alloc(5_000, 1);
    const files = dialog.locator('input[type=file]');
    const choose = (buffer: Buffer) =>
      files.setInputFiles({ name: 'scan.dcm', mimeType: 'application/dicom', buffer });
    await choose(Buffer.concat([Buffer.from('MZ'), program]));
    const refusal = page.getByRole('alertdialog', { name: 'Xəta!' });
    await expect(refusal.getByText('scan.dcm: The file is not what its name says')).toBeVisible();
    await refusal.getByRole('button').click();
    await expect(dialog.getByText('scan.dcm')).toHaveCount(0);
    await choose(program);
    await expect(dialog.getByText('scan.dcm')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add Checkup' }).click();
    await page.getByRole('button', { name: 'Bəli' }).click();
    await expect(refusal.getByText('scan.dcm: The file is not what its name says')).toBeVisible();
    await refusal.getByRole('button').click();
    const row = dialog.getByRole('listitem').filter({ hasText: 'scan.dcm' });
    await expect(row.getByText('The file is not what its name says')).toBeInViewport();
    await expectAccessible(page);
    await expect(dialog.locator('input[name=lastName]')).toHaveValue('Nağıyeva');
  });
});

test('ten a page, a search from the URL, and readable cards on a phone', async ({
  page,
  staff,
}) => {
  const { partner } = await staff.addPartner({ lastName: 'Çoxova' });
  for (let count = 0; count < 12; count += 1)
    await staff.addCheckup(partner._id, { 'a.dcm': dicom() }, { firstName: `Xəstə${count}` });
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/checkups?name=xeste');
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Edit' }) });
  await expect(rows).toHaveCount(10);
  await expect(page.getByText('Showing 1 to 10 of 12 results')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('11');
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
