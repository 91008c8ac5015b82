import type { Locator, Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { BARS, barsOf } from '../../sample-files.ts';
import type { Staff } from '../../staff.ts';
import { differenceOf, type Greys, useMobileData, ViewerScreen } from '../../viewer-screen.ts';

/** Columns of the two bars in the middle of a picture on the stage; CSS pixels. */
function barsIn({ width, height, values }: Greys): [number, number] {
  const rows = Array.from({ length: 20 }, (_, row) => Math.round(height / 2) + 20 + row);
  const sums = Array.from({ length: width }, (_, x) =>
    rows.reduce((sum, y) => sum + (values[y * width + x] ?? 0), 0),
  );
  const median = sums.toSorted((a, b) => a - b)[Math.floor(width / 2)] ?? 0;
  const bright = (Math.max(...sums) + median) / 2;
  const middleOf = (from: number, to: number) => {
    const columns = Array.from({ length: to - from }, (_, index) => from + index);
    const found = columns.filter((x) => (sums[x] ?? 0) > bright);
    return found.reduce((sum, x) => sum + x, 0) / found.length;
  };
  const half = Math.floor(width / 2);
  return [middleOf(0, half), middleOf(half, width)];
}

const gapOf = (greys: Greys): number => {
  const [left, right] = barsIn(greys);
  return right - left;
};

async function openFromList(page: Page, staff: Staff, isTouch: boolean): Promise<ViewerScreen> {
  const { partner, password } = await staff.addPartner();
  const files = { 'opg.dcm': barsOf({ firstName: 'Nigar', lastName: 'Hüseynova' }) };
  await staff.whenDerived(await staff.addCheckup(partner._id, files));
  await storePartnerSession(page, { email: partner.email, password });
  if (isTouch) await useMobileData(page);
  await page.goto('/partner/dashboard/rentgen');
  const viewer = new ViewerScreen(page, { isTouch });
  await viewer.press(page.getByRole('button', { name: /^Bax: opg\.dcm/ }).first());
  await expect(viewer.stage).toBeVisible();
  return viewer;
}

const savingOf = (page: Page, kind: string) =>
  page.waitForResponse(
    (response) =>
      /\/annotations(\/|$)/.test(new URL(response.url()).pathname) &&
      ['POST', 'PUT'].includes(response.request().method()) &&
      response.request().postData()?.includes(`"${kind}"`) === true,
  );

/** The number of millimetres in the list of measurements. */
async function readLength(list: Locator): Promise<number> {
  const entry = list.getByRole('button', { name: /^Uzunluq: / });
  await expect(entry).toHaveCount(1);
  const [, millimetres] =
    /Uzunluq: (?:≈ )?([\d,]+) ± [\d,]+ mm/.exec(await entry.innerText()) ?? [];
  return Number(millimetres?.replace(',', '.'));
}

const devices = [
  { name: 'a phone', viewport: PHONE, isTouch: true },
  { name: 'a phone on its side', viewport: { width: 844, height: 390 }, isTouch: true },
  { name: 'a desk computer', viewport: DESK, isTouch: false },
];

for (const { name, viewport, isTouch } of devices)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a doctor windows, zooms and measures a panoramic, and finds the measurement again', async ({
      page,
      staff,
    }) => {
      const viewer = await openFromList(page, staff, isTouch);
      await expect(viewer.badge).toHaveText(isTouch ? /^önizləmə 1\/2$/ : /^tam ölçü$/);
      await expectAccessible(page);
      const opened = await viewer.greys();

      const saving = savingOf(page, 'window');
      await viewer.drag(await viewer.at(0.4, 0.5), await viewer.at(0.4, 0.7));
      const windowed = await viewer.greys();
      expect(differenceOf(opened, windowed)).toBeGreaterThan(2);
      expect((await saving).ok()).toBe(true);

      await viewer.zoomIn(await viewer.at(0.5, 0.5));
      await expect
        .poll(async () => gapOf(await viewer.greys()))
        .toBeGreaterThan(1.8 * gapOf(opened));

      // The sharper level takes the place of the coarse one, zoom and window stay.
      const load = viewer.main.getByRole('button', { name: /^Tam ölçünü yüklə/ });
      const zoomed = await viewer.greys();
      if (isTouch) await viewer.press(load);
      await expect(viewer.badge).toHaveText('tam ölçü');
      await expect(load).toHaveCount(0);
      const sharp = await viewer.greys();
      expect(Math.abs(gapOf(sharp) - gapOf(zoomed))).toBeLessThan(2);

      await viewer.chooseTool('Uzunluq');
      const [left, right] = barsIn(sharp);
      const { height } = await viewer.box();
      const measured = savingOf(page, 'length');
      await viewer.drag([left, height / 2], [right, height / 2]);
      expect((await measured).ok()).toBe(true);
      const list = await viewer.openMeasurements();
      expect(Math.abs((await readLength(list)) - BARS.millimetres)).toBeLessThan(0.3);
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
      expect(differenceOf(windowed, reloaded)).toBeLessThan(differenceOf(windowed, opened) / 2);
      await viewer.press(viewer.close);
      await expect(page.getByRole('button', { name: /^Bax: opg\.dcm/ }).first()).toBeVisible();
    });
  });
