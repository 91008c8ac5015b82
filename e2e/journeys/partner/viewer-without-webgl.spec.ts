import { launchOptions } from '@deqiq/testkit/browser.ts';
import {
  expect,
  expectAccessible,
  PHONE,
  partnerWithPicture,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { ViewerScreen } from '../../viewer-screen.ts';

test.use({
  viewport: PHONE,
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-3d-apis'] },
});

test('the preview is shown with the reason, and the file is downloaded', async ({
  page,
  staff,
}) => {
  const login = await partnerWithPicture(staff);
  await storePartnerSession(page, login);
  await page.goto('/partner/dashboard/rentgen');
  await page.getByRole('button', { name: /^Aç: panoram\.png/ }).click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.preview).toBeVisible();
  await expect(
    viewer.main.getByText(/^Bu brauzer ölçmə və kəsikləri göstərə bilmir/),
  ).toBeVisible();
  await expectAccessible(page);
  const arriving = page.waitForEvent('download');
  await viewer.main.getByRole('button', { name: 'Yüklə' }).last().click();
  expect((await arriving).suggestedFilename()).toBe('panoram.png');
});
