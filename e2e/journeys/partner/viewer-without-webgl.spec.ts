import { launchOptions } from '@deqiq/testkit/browser.ts';
import { expect, expectAccessible, openListWithPicture, PHONE, test } from '../../fixtures.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';

test.use({
  viewport: PHONE,
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-3d-apis'] },
});

test('the preview is shown with the reason, and the file is downloaded', async ({
  page,
  staff,
}) => {
  await (await openListWithPicture(page, staff)).click();
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
