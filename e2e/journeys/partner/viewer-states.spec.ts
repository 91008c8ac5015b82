import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  openListWithPicture,
  PHONE,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { picture } from '../../sample-files.ts';
import { measureContrast, measureDifference } from '../../viewer/greys.ts';
import { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openPanoramic } from '../../viewer/viewer-worlds.ts';

test.use({ viewport: DESK });

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 40 && !(await isReached()); count += 1)
    await page.keyboard.press('Tab');
  expect(await isReached()).toBe(true);
}

test('a length is measured, named and deleted with the keyboard alone', async ({ page, staff }) => {
  const viewer = await openPanoramic(page, staff);
  const focused = page.locator(':focus');
  await tabTo(page, async () => (await viewer.toolbar.locator(':focus').count()) > 0);
  const length = viewer.toolbar.getByRole('button', { name: 'Uzunluq', exact: true });
  await page.keyboard.press('Home');
  while ((await focused.textContent()) !== 'Uzunluq') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(length).toHaveAttribute('aria-pressed', 'true');

  await tabTo(page, () => viewer.stage.evaluate((element) => element === document.activeElement));
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  const list = await viewer.openMeasurements();
  const entry = list.getByRole('button', { name: /^Uzunluq: / });
  await expect(entry).toContainText(/≈ \d+ mm \(proyeksiya/);

  await tabTo(page, () => entry.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Enter');
  const name = list.getByRole('textbox', { name: 'Qeydin adı' });
  await tabTo(page, () => name.evaluate((element) => element === document.activeElement));
  await page.keyboard.type('36 kök');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await page.reload();
  await expect(list.getByText('36 kök')).toBeVisible();
  await tabTo(page, () => entry.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await expect(entry).toHaveCount(0);
  await expectAccessible(page);
});

test('the list of keys opens on a question mark, in full screen as well', async ({
  page,
  staff,
}) => {
  const viewer = await openPanoramic(page, staff);
  await viewer.main.getByRole('button', { name: 'Tam ekran' }).click();
  const leave = viewer.main.getByRole('button', { name: 'Tam ekrandan çıx' });
  await expect(leave).toBeVisible();
  const help = page.getByRole('dialog', { name: 'Klaviatura' });
  // The keys are loaded after the first picture.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(help.getByText('Uzunluq', { exact: true })).toBeVisible();
  await expectAccessible(page);
  // The press reaches only what is above the picture.
  await help.getByRole('button', { name: 'Bağla' }).first().click();
  await expect(help).toBeHidden();
  await leave.click();
  await expect(leave).toBeHidden();
  const before = await viewer.greys();
  await page.keyboard.press('i');
  await expect(viewer.toolbar.getByRole('button', { name: 'Neqativ' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(measureDifference(before, await viewer.greys())).toBeGreaterThan(5);
});

test('another file of the examination is chosen in place, names are hidden, Back leaves in one step', async ({
  page,
  staff,
}) => {
  const viewer = await openPanoramic(page, staff);
  await viewer.showFile('əvvəlki.dcm');
  await expect(viewer.badge).toHaveText('tam ölçü');
  await viewer.main.getByRole('button', { name: 'Adları gizlət' }).click();
  await expect(viewer.main).not.toContainText(/Hüseynova|əvvəlki/);
  await expectAccessible(page);
  await page.goBack();
  await expect(viewer.main).toBeHidden();
  await expect(page).toHaveURL(/\/partner\/dashboard\/rentgen$/);
});

test.describe('when the graphics processor fails', () => {
  test.use({ expectedErrors: [/CONTEXT_LOST_WEBGL/] });

  test('a lost WebGL context comes back with the picture, its zoom and a begun measurement', async ({
    page,
    staff,
  }) => {
    const viewer = await openPanoramic(page, staff);
    await viewer.zoomIn(await viewer.at(0.5, 0.5));
    await viewer.chooseTool('Qırıq xətt');
    await viewer.tap(await viewer.at(0.3, 0.3));
    await viewer.tap(await viewer.at(0.6, 0.6));
    await page.mouse.move(0, 0);
    const finish = viewer.main.getByRole('button', { name: 'Bitir' });
    await expect(finish).toBeVisible();
    const before = await viewer.greys();
    const extension = await viewer.stage.evaluateHandle((stage) => {
      const gl = stage.querySelector('canvas')?.getContext('webgl2');
      return gl?.getExtension('WEBGL_lose_context');
    });
    await extension.evaluate((lost) => lost?.loseContext());
    const restoring = viewer.main.getByText('Şəkil bərpa olunur');
    await expect(restoring).toBeVisible();
    await expectAccessible(page);
    await extension.evaluate((lost) => lost?.restoreContext());
    await expect(restoring).toBeHidden();
    await expect(finish).toBeVisible();
    await expect
      .poll(async () => measureDifference(before, await viewer.greys()))
      .toBeLessThan(0.5);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a photo is zoomed by two fingers, and Back returns to the list where it was', async ({
    page,
    staff,
  }) => {
    const { partner, password } = await staff.addPartner();
    for (const firstName of ['Aygün', 'Lalə', 'Səid'])
      await staff.whenDerived(
        await staff.addCheckup(partner._id, { 'panoram.png': await picture() }, { firstName }),
      );
    await storePartnerSession(page, { email: partner.email, password });
    await page.goto('/partner/dashboard/rentgen');
    // The oldest is the last one.
    const open = page.getByRole('button', { name: /^Aç: panoram\.png/ }).last();
    await open.scrollIntoViewIfNeeded();
    await expect(open.locator('img')).toBeVisible();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    await open.tap();
    const viewer = new ViewerScreen(page, { isTouch: true });
    await expect(viewer.stage).toBeVisible();
    await expect(viewer.main.getByRole('heading')).toContainText('Aygün');
    await expectAccessible(page);
    const before = await viewer.greys();
    expect(measureContrast(before, [0.1, 0.4], [0.9, 0.6])).toBeGreaterThan(5);
    await viewer.zoomIn(await viewer.at(0.5, 0.5));
    await expect
      .poll(async () => measureDifference(before, await viewer.greys()))
      .toBeGreaterThan(5);
    await page.goBack();
    await expect(viewer.main).toBeHidden();
    await expect(page).toHaveURL(/\/partner\/dashboard\/rentgen$/);
    await expect(open).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });

  test('the preview in the cache is shown while the picture still loads', async ({
    page,
    staff,
  }) => {
    const open = await openListWithPicture(page, staff);
    await expect(open.locator('img')).toBeVisible();
    const released = Promise.withResolvers<void>();
    await page.route('**/public/uploads/**', async (route) => {
      await released.promise;
      await route.continue();
    });
    await open.tap();
    const viewer = new ViewerScreen(page, { isTouch: true });
    await expect(viewer.preview).toBeVisible();
    await expect(viewer.main.getByText('Şəkil yüklənir')).toBeVisible();
    await expectAccessible(page);
    released.resolve();
    await expect(viewer.stage).toBeVisible();
    expect(measureContrast(await viewer.greys(), [0.1, 0.4], [0.9, 0.6])).toBeGreaterThan(5);
  });
});
