import type { Page } from '@playwright/test';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { createBars } from '../../sample-files.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, openJaw, PATIENT, waitForSaving } from '../../viewer/viewer-worlds.ts';

/** The buttons of notes are behind one of the toolbar. */
async function chooseNote(viewer: ViewerScreen, name: string): Promise<void> {
  const all = viewer.toolbar.getByRole('button', { name: 'Qeydlər', exact: true });
  await expect(async () => {
    if ((await all.getAttribute('aria-expanded')) !== 'true') await viewer.press(all);
    await expect(all).toHaveAttribute('aria-expanded', 'true', { timeout: 1_000 });
  }).toPass();
  await viewer.chooseTool(name);
}

async function writeNote(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Qeyd' });
  await dialog.getByRole('textbox', { name: 'Mətn' }).fill(text);
  await dialog.getByRole('button', { name: 'Yadda saxla' }).click();
  await expect(dialog).toBeHidden();
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor points at a tooth, writes beside it and measures grey values', async ({
      page,
      staff,
    }) => {
      const viewer = await openFiles(page, staff, { 'opg.dcm': createBars(PATIENT) }, { isTouch });
      await chooseNote(viewer, 'Ox');
      await viewer.drag(await viewer.at(0.4, 0.4), await viewer.at(0.55, 0.3));
      await expectAccessible(page);
      const arrow = waitForSaving(page, 'arrow');
      await writeNote(page, 'kista?');
      expect((await arrow).ok()).toBe(true);

      await chooseNote(viewer, 'Ellips');
      const ellipse = waitForSaving(page, 'ellipse');
      await viewer.drag(await viewer.at(0.3, 0.4), await viewer.at(0.5, 0.6));
      expect((await ellipse).ok()).toBe(true);

      await chooseNote(viewer, 'Profil');
      const profile = waitForSaving(page, 'profile');
      await viewer.drag(await viewer.at(0.2, 0.5), await viewer.at(0.8, 0.5));
      expect((await profile).ok()).toBe(true);

      const list = await viewer.openMeasurements();
      await expect(list.getByText(/Ellips: ≈ \d+ mm².*· orta [\d,]+ ± [\d,]+ \(σ\)/)).toBeVisible();
      await expect(list.getByText('kista?')).toBeVisible();
      await expect(list.getByRole('img', { name: /^Boz dəyər profili: / })).toBeVisible();

      await viewer.press(list.getByRole('button', { name: /^Ellips: / }));
      await viewer.press(list.getByRole('button', { name: 'Diş: —' }));
      await expectAccessible(page);
      await viewer.press(page.getByRole('button', { name: 'Diş 36', exact: true }));
      await expect(list.getByRole('button', { name: /^Ellips: .* · Diş 36/ })).toBeVisible();
      // axe takes a button that is scrolled behind the head of the panel for one that covers its button.
      await list.getByRole('heading', { name: 'Ölçmələr və qeydlər' }).scrollIntoViewIfNeeded();
      await expectAccessible(page);
      await page.reload();
      const again = await viewer.openMeasurements();
      await expect(again.getByRole('button', { name: /^Ellips: .* · Diş 36/ })).toBeVisible();
    });

    test('an ellipse lies in a plane of a volume', async ({ page, staff }) => {
      const viewer = await openJaw(page, staff, isTouch);
      await viewer.showLayout('Aksial');
      await chooseNote(viewer, 'Ellips');
      const saved = waitForSaving(page, 'ellipse');
      await viewer.drag(await viewer.at(0.4, 0.4), await viewer.at(0.6, 0.6));
      expect((await saved).ok()).toBe(true);
      const list = await viewer.openMeasurements();
      await expect(list.getByText(/^Ellips: [\d,]+ ± [\d,]+ mm² · orta -?[\d,]+ ± /)).toBeVisible();
    });
  });

test('by keyboard: T, arrow keys and Enter write a text', async ({ page, staff }) => {
  const viewer = await openFiles(page, staff, { 'opg.dcm': createBars(PATIENT) });
  const text = viewer.toolbar.getByRole('button', { name: 'Mətn', exact: true });
  await viewer.stage.focus();
  await expect(async () => {
    await page.keyboard.press('t');
    await expect(text).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Qeyd' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Qeydin mətnini yazın')).toBeVisible();
  const saved = waitForSaving(page, 'text');
  await page.keyboard.type('implant yeri');
  await page.keyboard.press('Enter');
  expect((await saved).ok()).toBe(true);
  const list = await viewer.openMeasurements();
  await expect(list.getByRole('textbox', { name: 'Qeydin adı' })).toHaveValue('implant yeri');
});
