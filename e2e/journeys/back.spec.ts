import type { Page } from '@playwright/test';
import { AdminScreen } from '../admin-screen.ts';
import {
  expect,
  openListWithPicture,
  partnerWithPicture,
  passPoll,
  storeAdminSession,
  storePartnerSession,
  test,
} from '../fixtures.ts';
import { picture } from '../sample-files.ts';
import { ViewerScreen } from '../viewer/viewer-screen.ts';

const entries = (page: Page) => page.evaluate(() => window.history.length);

/** Opens the address in a new document with a document before it, like a link in a message. */
async function openLink(page: Page, address: string): Promise<void> {
  await page.goto('/about');
  await page.goto(address);
}

/** Back leaves the portal in one step: no entry of the portal is left in between. */
async function expectOneBackLeaves(page: Page): Promise<void> {
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
}

test('on a list opened by its link, Back returns from a partner’s picture', async ({
  page,
  staff,
}) => {
  const login = await partnerWithPicture(staff);
  await storePartnerSession(page, login);
  await openLink(page, '/partner/dashboard/rentgen');
  const open = page.getByRole('button', { name: /^Aç: panoram\.png/ });
  const viewer = new ViewerScreen(page);
  await open.click();
  await expect(viewer.stage).toBeVisible();
  await page.goBack();
  await expect(viewer.main).toBeHidden();
  await expect(page).toHaveURL(/\/partner\/dashboard\/rentgen$/);

  // Forward opens the picture again; its close button is one step back as well.
  await page.goForward();
  await expect(viewer.stage).toBeVisible();
  await viewer.close.click();
  await expect(viewer.main).toBeHidden();
  await expect(page).toHaveURL(/\/partner\/dashboard\/rentgen$/);
  await page.getByRole('link', { name: 'Profil' }).first().click();
  await expect(page.getByLabel('Mesajınız')).toBeVisible();
  await page.goBack();
  await expect(open).toBeVisible();
  await expectOneBackLeaves(page);
});

test('a picture is still open after a reload, and Close returns to the list without an extra step', async ({
  page,
  staff,
}) => {
  const login = await partnerWithPicture(staff);
  await storePartnerSession(page, login);
  await openLink(page, '/partner/dashboard/rentgen');
  const open = page.getByRole('button', { name: /^Aç: panoram\.png/ });
  await open.click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.stage).toBeVisible();
  await page.reload();
  await expect(viewer.stage).toBeVisible();
  await viewer.close.click();
  await expect(open).toBeVisible();
  await expect(viewer.main).toHaveCount(0);
  await expectOneBackLeaves(page);
});

test('a picture opened by its link closes to the list, which takes its entry', async ({
  page,
  staff,
}) => {
  const open = await openListWithPicture(page, staff);
  await open.click();
  const viewer = new ViewerScreen(page);
  await expect(viewer.main).toBeVisible();
  const address = page.url();
  await page.goto('about:blank');
  await openLink(page, address);
  await expect(viewer.stage).toBeVisible();
  await viewer.close.click();
  await expect(open).toBeVisible();
  await expect(page).toHaveURL(/\/partner\/dashboard\/rentgen$/);
  await expectOneBackLeaves(page);
});

test('on a page opened by its link, Back closes the overlays over the list of staff one by one', async ({
  page,
  staff,
}) => {
  const { partner } = await staff.addPartner({ lastName: 'Qayıdan' });
  await staff.addCheckup(
    partner._id,
    { 'panoram.png': await picture() },
    { firstName: 'Geri', lastName: 'Qayıdan' },
  );
  await storeAdminSession(page);
  await openLink(page, '/admin/dashboard/checkups?name=qayidan');
  const screen = new AdminScreen(page, 'checkups');
  const files = page.getByRole('dialog', { name: /^X-ray files/ });
  const viewer = new ViewerScreen(page);
  const question = page.getByRole('alertdialog');
  await screen.rows.getByRole('button', { name: 'X-ray files' }).click();
  await files.getByRole('button', { name: 'Open panoram.png' }).click();
  await expect(viewer.main).toBeVisible();
  await page.goBack();
  await expect(viewer.main).toBeHidden();
  await expect(page).toHaveURL(/checkups\?name=qayidan$/);
  await files.getByRole('button', { name: 'Delete panoram.png' }).click();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(files).toBeVisible();
  await page.goBack();
  await expect(files).toBeHidden();
  await expect(page).toHaveURL(/checkups\?name=qayidan$/);
  await expect(screen.rows).toHaveCount(1);

  // A question over the list alone, and one closed by its button inside a dialog that Back closes.
  await screen.rows.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await screen.rows.getByRole('button', { name: 'X-ray files' }).click();
  await files.getByRole('button', { name: 'Delete panoram.png' }).click();
  await screen.answer('Ləğv et');
  await expect(question).toBeHidden();
  await page.goBack();
  await expect(files).toBeHidden();
  await expect(page).toHaveURL(/checkups\?name=qayidan$/);
  await expect(screen.rows).toHaveCount(1);
  await expectOneBackLeaves(page);
});

test('a list that loses its last page behind a dialog keeps its new URL when the dialog closes', async ({
  page,
  staff,
}) => {
  const { partner } = await staff.addPartner({ lastName: 'Sonuncu' });
  const checkups = [];
  for (let count = 0; count < 11; count += 1)
    checkups.push(
      await staff.addCheckup(partner._id, { 'a.txt': Buffer.from('rəy') }, { lastName: 'Sonuncu' }),
    );
  await page.clock.install();
  await storeAdminSession(page);
  const nextRequest = page.waitForRequest((request) =>
    request.url().includes('/api/admin/checkups?'),
  );
  await openLink(page, '/admin/dashboard/checkups?page=2&name=sonuncu');
  const { authorization = '' } = (await nextRequest).headers();
  const screen = new AdminScreen(page, 'checkups');
  await expect(screen.rows).toHaveCount(1);
  const before = await entries(page);
  await screen.rows.getByRole('button', { name: 'Edit' }).click();
  await expect(screen.dialog).toBeVisible();
  const address = `/api/admin/checkups/${checkups[0]?._id}`;
  const deletion = await page.request.delete(address, { headers: { authorization } });
  expect(deletion.ok()).toBe(true);
  await passPoll(page);
  await expect(page).toHaveURL(/checkups\?name=sonuncu$/);
  await page.goBack();
  await expect(screen.dialog).toBeHidden();
  await expect(page).toHaveURL(/checkups\?name=sonuncu$/);
  await expect(screen.rows).toHaveCount(10);
  expect(await entries(page)).toBe(before + 1);
  await expectOneBackLeaves(page);
});
