import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { createBars } from '../../sample-files.ts';
import type { Staff } from '../../staff.ts';
import { useMobileData, type ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFromList, PATIENT, waitForSaving } from '../../viewer/viewer-worlds.ts';

/** S, N and A by shares of the stage: an SNA of a right angle before, of less now. */
const BEFORE = [
  [0.3, 0.3],
  [0.7, 0.3],
  [0.7, 0.6],
] as const;
const NOW = [
  [0.3, 0.3],
  [0.7, 0.3],
  [0.55, 0.6],
] as const;

/** The colour of an earlier tracing on grey. */
const isEarlier = (red: number, green: number, blue: number) =>
  red > 200 && red - blue > 100 && green - blue > 50;

async function tapLandmarks(viewer: ViewerScreen, points: readonly (readonly [number, number])[]) {
  await viewer.chooseTool('Sefalo');
  const guide = viewer.main.getByRole('region', { name: 'Sefalometriya' });
  for (const [index, name] of (['S', 'N', 'A'] as const).entries()) {
    await guide.getByRole('combobox', { name: 'Nöqtə' }).selectOption(name);
    const [x, y] = points[index] ?? [0, 0];
    const saved = waitForSaving(viewer.page, 'ceph');
    await viewer.tap(await viewer.at(x, y));
    expect((await saved).ok()).toBe(true);
  }
}

async function openBoth(page: Page, staff: Staff, isTouch: boolean) {
  const { partner, password } = await staff.addPartner();
  for (const name of ['kohne.dcm', 'yeni.dcm'])
    await staff.whenDerived(await staff.addCheckup(partner._id, { [name]: createBars(PATIENT) }));
  await storePartnerSession(page, { email: partner.email, password });
  if (isTouch) await useMobileData(page);
  await tapLandmarks(await openFromList(page, 'kohne.dcm', { isTouch }), BEFORE);
  const viewer = await openFromList(page, 'yeni.dcm', { isTouch });
  await tapLandmarks(viewer, NOW);
  return viewer;
}

for (const { name, viewport, isTouch } of [
  { name: 'a phone', viewport: PHONE, isTouch: true },
  { name: 'a desk computer', viewport: DESK, isTouch: false },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor lays an earlier tracing over the new one and reads what has changed', async ({
      page,
      staff,
    }, info) => {
      const viewer = await openBoth(page, staff, isTouch);
      const findEarlierA = async () => {
        const [x, y] = await viewer.at(0.7, 0.6);
        return viewer.findColour(isEarlier, { x: x - 8, y: y - 8, width: 16, height: 16 });
      };
      expect(await findEarlierA()).toHaveLength(0);
      const panel = await viewer.openMeasurements();
      const select = panel.getByRole('combobox', { name: 'Əvvəlki sefalometriya ilə müqayisə' });
      await select.selectOption({ index: 1 });
      const row = panel.getByRole('table', { name: 'Steiner' }).getByRole('row', { name: /^SNA/ });
      await expect(row).toContainText(/Norma: 82 ± 3,9°\s*(90|89),\d°\s*[5-8]\d,\d°\s*−\d+,\d°/);
      await expect(panel.getByText(/S–N uzunluqları bərabərləşdirilib/)).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('changes.png') });
      await viewer.closeMeasurements();
      await expect.poll(async () => (await findEarlierA()).length).toBeGreaterThan(10);
      await page.screenshot({ path: info.outputPath('tracings.png') });
    });
  });
