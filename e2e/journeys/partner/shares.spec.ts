import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { picture } from '../../sample-files.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';

const text = Buffer.from('Rəy: dəyişiklik yoxdur.\n');

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('a doctor shares pictures, a patient opens them without JavaScript, and the link ends', {
    tag: '@screen',
  }, async ({ page, browser, staff, server }) => {
    const { partner, password } = await staff.addPartner({ firstName: 'Röya' });
    const files = { 'panoram.png': await picture(), 'rəy.txt': text };
    await staff.whenDerived(await staff.addCheckup(partner._id, files));
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await page.getByRole('button', { name: 'Paylaş' }).click();
    await expect(page.getByRole('checkbox', { name: /PIN/ })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keçid yarat' }).click();
    await expect(page.getByRole('img', { name: 'Keçidin QR kodu' })).toBeVisible();
    await expectAccessible(page);
    const address = await page.getByRole('textbox', { name: 'Keçid' }).inputValue();
    const pin = await page.getByRole('textbox', { name: 'PIN kodu' }).inputValue();
    await page.getByRole('button', { name: 'Hazırdır' }).click();

    const old = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const phone = await old.newPage();
    const font = phone.waitForResponse(/fonts\/onest-latin\.woff2$/);
    await phone.goto(new URL(new URL(address).pathname, server.url).href);
    expect((await font).status()).toBe(200);
    await expect(phone.getByText('Röya')).toBeVisible();
    await phone.getByLabel(/PIN/).fill(pin === '000000' ? '000001' : '000000');
    await phone.getByRole('button', { name: 'Müayinəni aç' }).click();
    await expect(phone.getByRole('alert')).toContainText('Qalan cəhd: 4');
    await phone.getByLabel(/PIN/).fill(pin);
    await phone.getByRole('button', { name: 'Müayinəni aç' }).click();
    await expect(phone.getByRole('img', { name: 'panoram.png' })).toHaveJSProperty(
      'complete',
      true,
    );
    await expect(phone.getByRole('link', { name: /^Bax/ })).toBeHidden();
    const arriving = phone.waitForEvent('download');
    await phone.getByRole('link', { name: /^Hamısını yüklə/ }).click();
    expect((await arriving).suggestedFilename()).toMatch(/\.zip$/);

    await page.goto('/partner/dashboard/profile/shares');
    await expect(page.getByText('1 dəfə açılıb · 1 yükləmə')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Dayandır' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dayandır' }).click();
    await expect(page.getByText('Dayandırılıb')).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'Bu keçid artıq işləmir' })).toBeVisible();
    await old.close();
  });
});

test.describe('on a desk computer', () => {
  test.use({ viewport: DESK });

  test('a colleague sees a shared picture in the viewer, and staff revoke the link', {
    tag: '@screen',
  }, async ({ page, browser, staff, server }) => {
    const { partner, password } = await staff.addPartner();
    const checkup = await staff.addCheckup(partner._id, { 'panoram.png': await picture() });
    await staff.whenDerived(checkup);
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    await page.getByRole('button', { name: 'Paylaş' }).click();
    await page.getByRole('checkbox', { name: /PIN/ }).uncheck();
    await page.getByRole('button', { name: 'Keçid yarat' }).click();
    const address = await page.getByRole('textbox', { name: 'Keçid' }).inputValue();

    const elsewhere = await browser.newContext({ viewport: DESK });
    const colleague = await elsewhere.newPage();
    await colleague.goto(new URL(new URL(address).pathname, server.url).href);
    await expectAccessible(colleague);
    await colleague.getByRole('button', { name: 'Müayinəni aç' }).click();
    await expect(colleague.getByRole('link', { name: /^Bax/ })).toBeVisible();
    await expectAccessible(colleague);
    await colleague.getByRole('link', { name: /^Bax/ }).click();
    const viewer = new ViewerScreen(colleague);
    await expect(viewer.stage).toBeVisible();
    await viewer.close.click();
    await expect(colleague.getByRole('link', { name: /^Bax/ })).toBeVisible();

    await storeAdminSession(page);
    await page.goto('/admin/dashboard/shares?status=live');
    await expect(page.getByText('Opened 1 time')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('No shared links')).toBeVisible();
    await colleague.reload();
    await expect(colleague.getByRole('heading', { name: 'Bu keçid artıq işləmir' })).toBeVisible();
    await elsewhere.close();
  });
});
