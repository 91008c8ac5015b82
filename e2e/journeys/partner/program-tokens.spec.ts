import { expect, expectAccessible, PHONE, storePartnerSession, test } from '../../fixtures.ts';

test('a doctor creates a token for a program, copies it and revokes it', {
  tag: '@screen',
}, async ({ page, context, staff }) => {
  await page.setViewportSize(PHONE);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { partner, password } = await staff.addPartner();
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto('/partner/dashboard/profile/security');
  await page.getByRole('button', { name: 'Yeni açar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Ad/).fill('OHIF, kabinet');
  await dialog.getByLabel(/^Şifrəniz/).fill(password);
  await dialog.getByRole('button', { name: 'Açar yarat' }).click();
  await dialog.getByRole('button', { name: 'Kopyala: Açar' }).click();
  await expect(page.getByText('Kopyalandı')).toBeVisible();
  await expectAccessible(page);
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const read = () =>
    page.request.get('/dicom-web/studies', { headers: { authorization: `Bearer ${token}` } });
  expect((await read()).status()).toBe(204);

  await dialog.getByRole('button', { name: 'Hazırdır' }).click();
  await page.getByRole('button', { name: 'Açarı ləğv et: OHIF, kabinet' }).click();
  await page.getByRole('button', { name: 'Bəli, ləğv et' }).click();
  await expect(page.getByText('Heç bir proqramın açarı yoxdur.')).toBeVisible();
  expect((await read()).status()).toBe(401);
});
