import type { Locator, Page } from '@playwright/test';
import { DEVICES, expect, expectAccessible, storePartnerSession, test } from '../../fixtures.ts';
import { BARS, createBars } from '../../sample-files.ts';
import type { Staff } from '../../staff.ts';
import { barsIn, findLeftBar, measureGap } from '../../viewer/bars.ts';
import { measureDifference } from '../../viewer/greys.ts';
import { useMobileData, ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFromList, PATIENT, waitForSaving } from '../../viewer/viewer-worlds.ts';

/** The number of millimetres in the list of measurements. */
async function readLength(list: Locator): Promise<number> {
  const entry = list.getByRole('button', { name: /^Uzunluq: / });
  await expect(entry).toHaveCount(1);
  const [, millimetres] = /Uzunluq: ≈ ([\d,]+) mm \(proyeksiya/.exec(await entry.innerText()) ?? [];
  return Number(millimetres?.replace(',', '.'));
}

/** A new examination after an earlier one of the same patient and one of another. */
async function openNewest(page: Page, staff: Staff, isTouch: boolean): Promise<ViewerScreen> {
  const { partner, password } = await staff.addPartner();
  const bytes = createBars(PATIENT);
  const add = (fileName: string, patient: { firstName?: string; lastName?: string } = {}) =>
    staff.addCheckup(partner._id, { [fileName]: bytes }, patient);
  const added = [
    await add('əvvəl.dcm', { firstName: 'NİGAR', lastName: 'Huseynova' }),
    await add('başqası.dcm', { firstName: 'Lalə' }),
    await add('opg.dcm'),
  ];
  for (const checkup of added) await staff.whenDerived(checkup);
  await storePartnerSession(page, { email: partner.email, password });
  if (isTouch) await useMobileData(page);
  return openFromList(page, 'opg.dcm', { isTouch });
}

/** Shows the earlier picture beside the new one; either takes the other along. */
async function compareWithEarlier(page: Page, viewer: ViewerScreen, isTouch: boolean) {
  const panel = await viewer.openMeasurements();
  await expect(panel.getByRole('heading', { name: 'Digər müayinələr' })).toBeVisible();
  await expect(panel.getByText('başqası.dcm')).toHaveCount(0);
  // The same window as the earlier one.
  await viewer.press(panel.getByRole('button', { name: 'Avtomatik' }));
  await viewer.press(panel.getByRole('button', { name: 'əvvəl.dcm' }));
  // The sheet of a phone gives way to the comparison.
  if (isTouch) await expect(panel).toBeHidden();
  const beside = new ViewerScreen(page, { isTouch, stage: 1 });
  await expect(beside.stage).toBeVisible();
  await expectAccessible(page);
  const both = [viewer, beside];
  const seen = () => Promise.all(both.map((screen) => screen.greys({ isBare: true })));
  const smallest = async () => Math.min(...(await seen()).map(measureGap));
  await expect.poll(smallest).toBeGreaterThan(10);
  let gaps = (await seen()).map(measureGap);
  for (const screen of both) {
    const before = Math.max(...gaps);
    await screen.zoomIn(await screen.at(0.5, 0.5));
    await expect.poll(smallest).toBeGreaterThan(1.8 * before);
    gaps = (await seen()).map(measureGap);
    expect(Math.abs((gaps[0] ?? 0) - (gaps[1] ?? 0))).toBeLessThan(2);
  }
  await viewer.chooseTool('Sürüşdür');
  const [first = 0] = (await seen()).map(findLeftBar);
  const [x, y] = await viewer.at(0.5, 0.3);
  await viewer.drag([x, y], [x + 24, y]);
  const isMoved = (left: number) => Math.abs(left - first - 24) < 3;
  await expect
    .poll(async () => (await seen()).map(findLeftBar).filter(isMoved))
    .toHaveLength(both.length);
  await viewer.press(viewer.main.getByRole('button', { name: 'Müqayisəni bağla' }));
  await expect(beside.stage).toHaveCount(0);
}

/** Chooses that the earlier panoramic opens beside a panoramic: it does, also the next time. */
async function hangEarlier(page: Page, viewer: ViewerScreen, isTouch: boolean) {
  const beside = new ViewerScreen(page, { isTouch, stage: 1 });
  const choice = page.getByRole('checkbox', { name: 'Panoramın yanında əvvəlkini aç' });
  await page.reload();
  await expect(viewer.stage).toBeVisible();
  await viewer.openMeasurements();
  await viewer.press(choice);
  await viewer.closeMeasurements();
  await expect(beside.stage).toBeVisible();
  await page.reload();
  await expect(beside.stage).toBeVisible();
  await viewer.openMeasurements();
  await expect(choice).toBeChecked();
  await viewer.press(choice);
  await viewer.closeMeasurements();
  await expect(beside.stage).toHaveCount(0);
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor windows, zooms and measures a panoramic, finds the measurement again, and compares with an earlier one', async ({
      page,
      staff,
    }) => {
      const viewer = await openNewest(page, staff, isTouch);
      await expect(viewer.badge).toHaveText(isTouch ? /^önbaxış 1\/2$/ : /^tam ölçü$/);
      await expectAccessible(page);
      const opened = await viewer.greys();

      const saving = waitForSaving(page, 'window');
      await viewer.drag(await viewer.at(0.4, 0.5), await viewer.at(0.4, 0.7));
      const windowed = await viewer.greys();
      expect(measureDifference(opened, windowed)).toBeGreaterThan(2);
      expect((await saving).ok()).toBe(true);

      await viewer.zoomIn(await viewer.at(0.5, 0.5));
      await expect
        .poll(async () => measureGap(await viewer.greys()))
        .toBeGreaterThan(1.8 * measureGap(opened));

      // The sharper level takes the place of the coarse one, zoom and window stay.
      const load = viewer.main.getByRole('button', { name: /^Tam ölçü · / });
      const zoomed = await viewer.greys();
      if (isTouch) await viewer.press(load);
      await expect(viewer.badge).toHaveText('tam ölçü');
      await expect(load).toHaveCount(0);
      const sharp = await viewer.greys();
      expect(Math.abs(measureGap(sharp) - measureGap(zoomed))).toBeLessThan(2);

      await viewer.chooseTool('Uzunluq');
      const [left, right] = barsIn(sharp);
      const { height } = await viewer.box();
      const measured = waitForSaving(page, 'length');
      await viewer.drag([left, height / 2], [right, height / 2]);
      expect((await measured).ok()).toBe(true);
      const list = await viewer.openMeasurements();
      expect(Math.abs((await readLength(list)) - BARS.millimetres)).toBeLessThan(0.8);
      await expectAccessible(page);
      const text = await list.getByRole('button', { name: /^Uzunluq: / }).innerText();
      await viewer.closeMeasurements();

      await page.reload();
      await expect(viewer.stage).toBeVisible();
      const again = await viewer.openMeasurements();
      await expect(again.getByRole('button', { name: /^Uzunluq: / })).toHaveText(
        text.replaceAll('\n', ''),
      );
      await viewer.closeMeasurements();
      // The window was kept as well.
      const reloaded = await viewer.greys();
      expect(measureDifference(windowed, reloaded)).toBeLessThan(
        measureDifference(windowed, opened) / 2,
      );

      await compareWithEarlier(page, viewer, isTouch);
      await hangEarlier(page, viewer, isTouch);
      await viewer.press(viewer.close);
      await expect(page.getByRole('button', { name: /^Bax: opg\.dcm/ }).first()).toBeVisible();
    });
  });
