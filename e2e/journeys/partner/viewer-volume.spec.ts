import type { Page } from '@playwright/test';
import {
  DESK,
  expect,
  expectAccessible,
  PHONE,
  storePartnerSession,
  test,
} from '../../fixtures.ts';
import { jawVolume } from '../../sample-files.ts';
import type { Staff } from '../../staff.ts';
import {
  contrastOf,
  differenceOf,
  type Point,
  useMobileData,
  ViewerScreen,
} from '../../viewer-screen.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(180_000);

async function openVolume(page: Page, staff: Staff, isTouch: boolean): Promise<ViewerScreen> {
  const { partner, password } = await staff.addPartner();
  await staff.whenDerived(await staff.addCheckup(partner._id, { 'klkt.dcm': jawVolume() }));
  await storePartnerSession(page, { email: partner.email, password });
  if (isTouch) await useMobileData(page);
  await page.goto('/partner/dashboard/rentgen');
  const viewer = new ViewerScreen(page, { isTouch });
  await viewer.press(page.getByRole('button', { name: /^Bax: klkt\.dcm/ }).first());
  await expect(viewer.stage).toBeVisible();
  await expect(viewer.badge).toHaveText(isTouch ? /^önizləmə 1\/2$/ : /^tam ölçü$/);
  return viewer;
}

/** Waits for the request that saves an annotation of this kind. */
const savingOf = (page: Page, kind: string) =>
  page.waitForResponse(
    (response) =>
      /\/annotations(\/|$)/.test(new URL(response.url()).pathname) &&
      ['POST', 'PUT'].includes(response.request().method()) &&
      response.request().postData()?.includes(`"${kind}"`) === true,
  );

/** The part of a stage with one pane that no label covers. */
const WHOLE = [
  [0.1, 0.2],
  [0.9, 0.8],
] as const;

/** The colour of the dental arch; the picture is grey. */
const isArch = (red: number, green: number, blue: number) => green - red > 45 && green - blue > 30;

/** The control point of the arch in the middle of the face, which is its foremost one. */
async function findArch(viewer: ViewerScreen): Promise<Point> {
  const { width, height } = await viewer.box();
  const [point] = await viewer.findColour(isArch, {
    ...{ x: width * 0.4, y: height * 0.12, width: width * 0.2, height: height * 0.7 },
  });
  if (!point) throw new Error('no arch is drawn');
  return point;
}

const phones = [
  { name: 'a phone', viewport: PHONE },
  { name: 'a phone on its side', viewport: { width: 844, height: 390 } },
];

for (const { name, viewport } of phones)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('a doctor goes through the slices, the panoramic and the cross-sections, and plans an implant', async ({
      page,
      staff,
    }) => {
      const viewer = await openVolume(page, staff, true);
      await expectAccessible(page);
      const slices = viewer.main.getByRole('slider', { name: /^Kəsik / });
      const middle = Number(await slices.inputValue());
      const axial = await viewer.greys();
      expect(contrastOf(axial, ...WHOLE)).toBeGreaterThan(5);
      await slices.fill(String(middle + 20));
      await expect(slices).toHaveAttribute('aria-valuetext', `Kəsik ${middle + 21} / 96`);
      expect(differenceOf(axial, await viewer.greys())).toBeGreaterThan(1);
      await slices.fill(String(middle));

      // The cross-hair is one point in all planes.
      await viewer.showLayout('Koronal');
      const before = await slices.inputValue();
      await viewer.showLayout('Aksial');
      await viewer.tap(await viewer.at(0.5, 0.4));
      await viewer.showLayout('Koronal');
      expect(await slices.inputValue()).not.toBe(before);
      await viewer.showLayout('Aksial');

      await viewer.chooseTool('Diş qövsü');
      await expectAccessible(page);
      await viewer.showLayout('Panoram');
      expect(contrastOf(await viewer.greys(), ...WHOLE)).toBeGreaterThan(3);
      await expectAccessible(page);

      await viewer.showLayout('Kəsiklər');
      const sections = viewer.main.getByRole('slider', { name: /^En kəsiyi / });
      const first = await viewer.greys();
      await sections.fill('15');
      await expect(sections).toHaveAttribute('aria-valuetext', /^Kəsik 16 \/ \d+$/);
      const section = await viewer.greys();
      expect(contrastOf(section, ...WHOLE)).toBeGreaterThan(5);
      expect(differenceOf(first, section)).toBeGreaterThan(0.5);

      await viewer.chooseTool('Alt çənə kanalı');
      await viewer.tap(await viewer.at(0.35, 0.65));
      await sections.fill('18');
      await viewer.tap(await viewer.at(0.6, 0.72));
      const canal = savingOf(page, 'canal');
      await viewer.press(viewer.main.getByRole('button', { name: 'Bitir' }));
      expect((await canal).ok()).toBe(true);
      await viewer.chooseTool('İmplant');
      const implant = savingOf(page, 'implant');
      await viewer.tap(await viewer.at(0.5, 0.4));
      expect((await implant).ok()).toBe(true);
      const list = await viewer.openMeasurements();
      const planned = list.getByRole('button', { name: /^İmplant: / });
      await expect(planned).toContainText(/Ø 4,0 × 10,0 mm · kanala \d+,\d mm/);
      await expect(list.getByRole('button', { name: /^Alt çənə kanalı: / })).toBeVisible();
      await expectAccessible(page);
      const text = (await planned.innerText()).replaceAll('\n', '');
      await viewer.closeMeasurements();

      await page.reload();
      await expect(viewer.stage).toBeVisible();
      const again = await viewer.openMeasurements();
      await expect(again.getByRole('button', { name: /^İmplant: / })).toHaveText(text);
      await expect(again.getByRole('button', { name: /^Alt çənə kanalı: / })).toBeVisible();
    });
  });

test.describe('on a desk computer', () => {
  test.use({ viewport: DESK });

  test('three planes and the bone surface are linked, and an arch that was changed is kept', async ({
    page,
    staff,
  }) => {
    const viewer = await openVolume(page, staff, false);
    await expectAccessible(page);
    const opened = await viewer.greys();
    const panes = { axial: [0, 0], coronal: [0.5, 0], sagittal: [0, 0.5], surface: [0.5, 0.5] };
    for (const [left, top] of Object.values(panes) as [number, number][])
      expect(contrastOf(opened, [left + 0.1, top + 0.1], [left + 0.4, top + 0.4])).toBeGreaterThan(
        3,
      );

    const slices = viewer.main.getByRole('slider', { name: /^Kəsik / });
    const middle = Number(await slices.inputValue());
    const box = await viewer.box();
    const [x, y] = await viewer.at(0.25, 0.25);
    await page.mouse.move(box.x + x, box.y + y);
    await page.mouse.wheel(0, 100);
    await expect(slices).not.toHaveValue(String(middle));
    expect(Math.abs(Number(await slices.inputValue()) - middle)).toBe(1);

    // A press in the axial plane moves the other two.
    const before = await viewer.greys();
    await viewer.tap(await viewer.at(0.3, 0.45));
    const after = await viewer.greys();
    expect(differenceOf(before, after)).toBeGreaterThan(1);

    await viewer.showLayout('Panoram və kəsiklər');
    const board = await viewer.greys();
    expect(contrastOf(board, [0.05, 0.1], [0.6, 0.4])).toBeGreaterThan(3);
    expect(contrastOf(board, [0.3, 0.6], [0.7, 0.95])).toBeGreaterThan(3);
    await expectAccessible(page);

    await viewer.showLayout('Aksial');
    await viewer.chooseTool('Diş qövsü');
    const [x0, y0] = await findArch(viewer);
    const saving = savingOf(page, 'arch');
    await viewer.drag([x0, y0], [x0, y0 - 20]);
    expect((await saving).ok()).toBe(true);
    await expectAccessible(page);
    const list = await viewer.openMeasurements();
    await expect(list.getByRole('button', { name: /^Diş qövsü/ })).toBeVisible();
    await page.reload();
    await expect(viewer.stage).toBeVisible();
    await expect(list.getByRole('button', { name: /^Diş qövsü/ })).toBeVisible();

    await viewer.showLayout('3D');
    const surface = await viewer.greys();
    await viewer.drag(await viewer.at(0.4, 0.5), await viewer.at(0.6, 0.5));
    expect(differenceOf(surface, await viewer.greys())).toBeGreaterThan(1);
    await expectAccessible(page);
  });
});
