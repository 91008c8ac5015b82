import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import { createBars } from '../../sample-files.ts';
import { openFiles, PATIENT, waitForSaving } from '../../viewer/viewer-worlds.ts';

/** By shares of the stage, and the landmark that follows. A below N is an SNA of a right angle. */
const POINTS = [
  [0.3, 0.3, 'Nasion'],
  [0.7, 0.3, 'Porion'],
] as const;

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor places landmarks and reads the angles beside their norms', async ({
      page,
      staff,
    }) => {
      const viewer = await openFiles(
        page,
        staff,
        { 'sefalo.dcm': createBars(PATIENT) },
        { isTouch },
      );
      await viewer.chooseTool('Sefalo');
      const guide = viewer.main.getByRole('region', { name: 'Sefalometriya' });
      await expect(guide.getByRole('status')).toContainText('0 / 27 · Şəkildə göstərin: Sella');
      await expectAccessible(page);
      for (const [x, y, next] of POINTS) {
        const saved = waitForSaving(page, 'ceph');
        await viewer.tap(await viewer.at(x, y));
        expect((await saved).ok()).toBe(true);
        await expect(guide.getByRole('status')).toContainText(next);
      }
      await viewer.press(guide.getByRole('button', { name: 'Ötür' }));
      await expect(guide.getByRole('status')).toContainText('Orbitale');
      await guide.getByRole('combobox', { name: 'Nöqtə' }).selectOption('A');
      // The landmark follows the finger to where it is lifted.
      const moved = waitForSaving(page, 'ceph');
      await viewer.drag(await viewer.at(0.55, 0.5), await viewer.at(0.7, 0.6));
      expect((await moved).ok()).toBe(true);
      await expect(guide.getByRole('status')).toContainText('3 / 27');

      const panel = await viewer.openMeasurements();
      const table = panel.getByRole('table', { name: 'Steiner' });
      await expect(table.getByRole('row', { name: /^SNA 9[01],\d° 82 ± 3,9° / })).toContainText(
        'SD, normadan xeyli yuxarı',
      );
      await expect(panel.getByText('Norma: Steiner 1953; SD: Riedel 1952')).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      const again = await viewer.openMeasurements();
      await expect(
        again.getByRole('button', { name: /^Sefalometriya: 3 \/ 27 nöqtə/ }),
      ).toBeVisible();
      await expect(again.getByRole('row', { name: /^SNA 9[01],\d° / })).toBeVisible();
    });
  });

test('by keyboard: Y, arrow keys and Enter place a landmark, which is taken back', async ({
  page,
  staff,
}) => {
  const viewer = await openFiles(page, staff, { 'sefalo.dcm': createBars(PATIENT) });
  await viewer.stage.focus();
  const guide = viewer.main.getByRole('region', { name: 'Sefalometriya' });
  await expect(async () => {
    await page.keyboard.press('y');
    await expect(guide).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const [key, next] of [
    ['ArrowLeft', 'Nasion'],
    ['ArrowRight', 'Porion'],
  ] as const) {
    const saved = waitForSaving(page, 'ceph');
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    expect((await saved).ok()).toBe(true);
    await expect(guide.getByRole('status')).toContainText(next);
  }
  const changed = waitForSaving(page, 'ceph');
  await guide.getByRole('button', { name: 'Geri al' }).press('Enter');
  expect((await changed).ok()).toBe(true);
  await expect(guide.getByRole('status')).toContainText('1 / 27 · Şəkildə göstərin: Nasion');
});
