import { ADMIN } from '@deqiq/testkit/logins.ts';
import type { BrowserContext } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../fixtures.ts';
import { picture } from '../sample-files.ts';

/** An owner gives the signed-in account the right to sign, in a window of its own. */
async function allowToSign(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await storeAdminSession(page);
  await page.goto('/admin/dashboard/staff');
  const row = page.getByRole('row', { name: new RegExp(ADMIN.username) });
  await row.getByRole('button', { name: 'Right to sign reports' }).click();
  await page.getByLabel(/^Full name/).fill('Rəşad Quliyev');
  await page.getByLabel('Title').fill('radioloq');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Rəşad Quliyev · radioloq');
  await page.close();
}

test('a report goes from the desk to the phone of the doctor, who asks and gets an answer', async ({
  page,
  browser,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  const checkup = await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
  await staff.whenDerived(checkup);
  const [file] = checkup.xrayFileLinks;

  await page.setViewportSize(DESK);
  await storeAdminSession(page);
  await allowToSign(page.context());
  await page.goto(`/admin/dashboard/checkups/${checkup._id}/${file?.id}?panel=1`);
  const column = page.getByRole('complementary', { name: 'Diagnostic report' });
  await column.getByRole('button', { name: 'New report' }).click();
  await column.getByRole('button', { name: 'Panoramic X-ray' }).click();
  await column.getByRole('button', { name: 'Tooth 36' }).click();
  await column.getByRole('button', { name: 'Caries', exact: true }).click();
  await column.getByRole('button', { name: 'occlusal', exact: true }).click();
  await column.getByRole('button', { name: 'Add this view to the report' }).click();
  await column.getByRole('button', { name: 'Fill in normal findings' }).click();
  await column.getByLabel('Conclusion').fill('36-cı dişdə karies.');
  await expectAccessible(page);
  // The text is there after the browser has lost the page.
  await expect(column.getByText(/^Saved /)).toBeVisible();
  await page.reload();
  await expect(column.getByLabel('Conclusion')).toHaveValue('36-cı dişdə karies.');
  await column.getByRole('button', { name: 'Sign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(column.getByText(/^Signed by Rəşad Quliyev, radioloq/)).toBeVisible();

  const phone = await (await browser.newContext({ viewport: PHONE, hasTouch: true })).newPage();
  await storePartnerSession(phone, { email: partner.email, password });
  await phone.goto(`/partner/dashboard/rentgen/${checkup._id}`);
  const report = phone.getByRole('region', { name: 'Rentgen rəyi' });
  await expect(report.getByText('36-cı dişdə karies.')).toBeVisible();
  await expect(report.getByText('Karies (okklüzion)')).toBeVisible();
  await expectAccessible(phone);
  await report.getByRole('button', { name: 'Diş 36: şəkildə göstər' }).tap();
  await expect(phone.getByRole('main', { name: 'Şəkil baxışı' })).toBeVisible();
  await phone.goBack();
  const questions = phone.getByRole('region', { name: 'Suallar' });
  await questions.getByRole('textbox').fill('Kanala çatırmı?');
  await questions.getByRole('button', { name: 'Göndər' }).tap();
  await expect(questions.getByText('Cavab gözləyir')).toBeVisible();

  await column.getByRole('button', { name: 'Questions' }).click();
  await expect(column.getByText('Kanala çatırmı?')).toBeVisible();
  await column.getByRole('textbox').fill('Xeyr, 2 mm aralıdır.');
  await column.getByRole('button', { name: 'Send' }).click();
  await expect(questions.getByText('Xeyr, 2 mm aralıdır.')).toBeVisible({ timeout: 6_000 });
  await expectAccessible(page);
  await phone.context().close();
});

test('a radiologist takes an urgent examination, signs it, and goes on with Enter', async ({
  page,
  staff,
}) => {
  const { partner } = await staff.addPartner();
  const xray = ['panoram.png', await picture()] as const;
  const request = { firstName: 'Səbinə', question: 'Sümük hündürlüyü?' };
  await staff.whenDerived(await staff.addExaminationToRead(partner._id, request, xray));
  const later = { firstName: 'Könül', question: '' };
  await staff.whenDerived(await staff.addExaminationToRead(partner._id, later, xray));
  await page.setViewportSize(DESK);
  await storeAdminSession(page);
  await allowToSign(page.context());
  await page.goto('/admin/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Reading' }).click();
  const row = page.getByRole('row', { name: /Səbinə/ });
  await expect(row).toContainText('Sümük hündürlüyü?');
  await expect(row).toContainText('Urgent');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Read' }).click();
  const column = page.getByRole('complementary', { name: 'Diagnostic report' });
  await expect(column.getByRole('button', { name: 'New report' })).toBeVisible();
  await page.goBack();
  await expect(row).toContainText('You are reading');
  await row.getByRole('button', { name: 'Continue' }).click();
  await column.getByRole('button', { name: 'New report' }).click();
  await column.getByRole('button', { name: 'Implant site' }).click();
  await column.getByRole('button', { name: 'My texts' }).click();
  await page.getByRole('button', { name: 'New text' }).click();
  await page.getByLabel(/^Short name/).fill('h');
  await page.getByLabel(/^Text/).fill('Hündürlük {mm} mm.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit “h”' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(column.getByRole('button', { name: 'My texts' })).toBeFocused();
  const conclusion = column.getByLabel('Conclusion');
  await conclusion.fill('h');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await expect(conclusion).toHaveValue('Hündürlük 12 mm.');
  await column.getByRole('button', { name: 'Sign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(column.getByText(/^Signed by Rəşad Quliyev, radioloq/)).toBeVisible();
  await expect(column.getByRole('button', { name: 'Next examination' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Könül/ })).toBeVisible();
  await expect(column.getByRole('button', { name: 'New report' })).toBeVisible();
  await page.goBack();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Könül/ })).toContainText('You are reading');
});

test('beside the picture a doctor pins a question to a point, on a phone', async ({
  page,
  staff,
}) => {
  const { partner, password } = await staff.addPartner();
  const checkup = await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
  await staff.whenDerived(checkup);
  await page.setViewportSize(PHONE);
  await storePartnerSession(page, { email: partner.email, password });
  await page.goto(`/partner/dashboard/rentgen/${checkup._id}/${checkup.xrayFileLinks[0]?.id}`);
  await page.getByRole('button', { name: 'Suallar' }).click();
  const questions = page.getByRole('region', { name: 'Suallar' });
  await questions.getByRole('textbox').fill('Bu nədir?');
  await questions.getByRole('button', { name: 'Şəkildə nöqtə göstər' }).click();
  await page.getByRole('application').click({ position: { x: 150, y: 60 } });
  await expect(questions.getByText('Nöqtə seçilib')).toBeVisible();
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await picture() };
  await questions.locator('input[type=file]').setInputFiles(photo);
  await expect(questions.getByText('photo.png')).toBeVisible();
  await questions.getByRole('button', { name: 'Göndər' }).click();
  await questions.getByRole('button', { name: 'photo.png: böyüt' }).click();
  await expect(page.getByRole('dialog', { name: 'photo.png' })).toBeVisible();
  await page.goBack();
  await questions.getByRole('button', { name: 'Şəkildə göstər', exact: true }).click();
  await expect(page.locator('[role=application] .lucide-map-pin')).toBeVisible();
  await expectAccessible(page);
});
