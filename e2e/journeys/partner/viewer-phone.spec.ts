import { expect, expectAccessible, PHONE, test } from '../../fixtures.ts';
import { createBars } from '../../sample-files.ts';
import { measureDifference, type Point } from '../../viewer/greys.ts';
import { fingers } from '../../viewer/touch.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, openJaw, PATIENT, waitForSaving } from '../../viewer/viewer-worlds.ts';

test.use({ hasTouch: true, isMobile: true });

const SIDEWAYS = { width: 844, height: 390 };
const SMALL = { width: 320, height: 640 };

const panelOf = ({ main }: ViewerScreen) =>
  main.getByRole('complementary', { name: 'Ayarlar və ölçmələr' });

/** Buttons and tabs that are not wholly on the screen. */
async function findCut(viewer: ViewerScreen, { width, height }: typeof PHONE): Promise<string[]> {
  const cut: string[] = [];
  for (const button of await viewer.main.getByRole('button').all()) {
    const box = await button.boundingBox();
    const isWhole =
      box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    if (!isWhole) cut.push(await button.innerText());
  }
  return cut;
}

for (const viewport of [PHONE, SIDEWAYS, SMALL])
  test.describe(`on ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('every tool and tab of a volume is on the screen, with its name', async ({
      page,
      staff,
    }) => {
      const viewer = await openJaw(page, staff, true);
      expect(await findCut(viewer, viewport)).toEqual([]);
      for (const name of ['Kanal', 'İmplant', 'Qövs', 'Neqativ', 'Döndər', 'Güzgü', 'Ayarlar'])
        await expect(viewer.toolbar.getByText(name, { exact: true })).toBeVisible();
      await expectAccessible(page);
      const stage = await viewer.box();
      await viewer.press(viewer.main.getByRole('button', { name: 'Tam ekran' }));
      await expect(viewer.toolbar).toBeHidden();
      expect((await viewer.box()).height).toBeGreaterThan(stage.height + 60);
      await viewer.press(viewer.main.getByRole('button', { name: 'Tam ekrandan çıx' }));
      await expect(viewer.toolbar).toBeVisible();
    });
  });

test.describe('with the sheet of settings', () => {
  test.use({ viewport: PHONE });

  test('a preset is seen at once: the picture stays above the settings', async ({
    page,
    staff,
  }) => {
    const viewer = await openJaw(page, staff, true);
    await viewer.openMeasurements();
    const { y, height } = await viewer.box();
    const sheet = await panelOf(viewer).boundingBox();
    expect(y + height).toBeLessThanOrEqual(sheet?.y ?? 0);
    expect(height).toBeGreaterThan(200);
    const before = await viewer.greys();
    await viewer.press(panelOf(viewer).getByRole('button', { name: 'Sümük' }));
    expect(measureDifference(before, await viewer.greys())).toBeGreaterThan(0.5);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panelOf(viewer)).toBeHidden();
  });

  test('a canal of the panoramic says that its depth is unseen until each point was confirmed', async ({
    page,
    staff,
  }) => {
    const viewer = await openJaw(page, staff, true);
    await viewer.showLayout('Panoram');
    await viewer.chooseTool('Kanal');
    for (const x of [0.3, 0.5]) await viewer.tap(await viewer.at(x, 0.55));
    const saved = waitForSaving(page, 'canal');
    await viewer.press(viewer.main.getByRole('button', { name: 'Bitir' }));
    expect((await saved).ok()).toBe(true);
    const list = await viewer.openMeasurements();
    const canal = list.getByRole('button', { name: /^Alt çənə kanalı: Ø 3,0 mm/ });
    await expect(canal).toContainText('dərinlik yoxlanmayıb');
    await viewer.press(list.getByRole('button', { name: 'Nöqtəni en kəsiyində göstər' }));
    for (const count of [1, 2]) {
      const confirmed = waitForSaving(page, 'canal');
      await viewer.press(list.getByRole('button', { name: 'Dərinlik düzgündür' }));
      expect((await confirmed).ok()).toBe(true);
      await expect(list.getByText(`Dərinliyi yoxlanmış nöqtələr: ${count} / 2`)).toBeVisible();
    }
    await expect(canal).not.toContainText('dərinlik');
    await expectAccessible(page);
  });
});

test.describe('with a finger', () => {
  test.use({ viewport: PHONE });

  /** The page's points of points of the stage. */
  async function onPage(viewer: ViewerScreen, points: readonly Point[]): Promise<Point[]> {
    const { x, y } = await viewer.box();
    return points.map(([px, py]) => [x + px, y + py]);
  }

  const readLength = async (viewer: ViewerScreen) => {
    const list = await viewer.openMeasurements();
    const text = await list.getByRole('button', { name: /^Uzunluq: / }).innerText();
    await viewer.closeMeasurements();
    return text.split('\n')[0] ?? '';
  };

  test('a point is set under a loupe, and a moved end is taken back', async ({ page, staff }) => {
    const viewer = await openFiles(
      page,
      staff,
      { 'opg.dcm': createBars(PATIENT) },
      { isTouch: true },
    );
    await expect(viewer.badge).toHaveText('önbaxış 1/2');
    await viewer.chooseTool('Uzunluq');
    const start = await viewer.at(0.3, 0.5);
    const end = await viewer.at(0.6, 0.5);
    const moved = await viewer.at(0.7, 0.6);
    const created = waitForSaving(page, 'length');
    const [from, to, away] = await onPage(viewer, [start, end, moved]);
    if (!from || !to || !away) throw new Error('no points');
    const finger = await fingers(page);
    const bare = await viewer.greys({ isBare: true });
    await finger.move([[from, to]], async () => {
      // The loupe is drawn over the picture while the finger is down.
      expect(measureDifference(bare, await viewer.greys())).toBeGreaterThan(1);
    });
    expect((await created).ok()).toBe(true);
    const before = await readLength(viewer);

    // With the tool, a press at the old end draws; without it, it moves the end.
    await viewer.chooseTool('Sürüşdür');
    const changed = waitForSaving(page, 'length');
    await finger.move([[to, away]]);
    expect((await changed).request().method()).toBe('PUT');
    expect(await readLength(viewer)).not.toBe(before);
    const restored = waitForSaving(page, 'length');
    await viewer.press(viewer.toolbar.getByRole('button', { name: 'Geri qaytar' }));
    expect((await restored).ok()).toBe(true);
    await expect.poll(() => readLength(viewer)).toBe(before);
  });

  test('a finger that rests sets one point where it is lifted', async ({ page, staff }) => {
    const viewer = await openFiles(
      page,
      staff,
      { 'opg.dcm': createBars(PATIENT) },
      { isTouch: true },
    );
    await expect(viewer.badge).toHaveText('önbaxış 1/2');
    await viewer.chooseTool('Uzunluq');
    const points = await onPage(viewer, [await viewer.at(0.3, 0.5), await viewer.at(0.6, 0.5)]);
    const [first, second] = points;
    if (!first || !second) throw new Error('no points');
    const devtools = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at ? [{ x: at[0], y: at[1], id: 0 }] : [],
      });
    const bare = await viewer.greys({ isBare: true });
    await send('touchStart', first);
    await expect.poll(async () => measureDifference(bare, await viewer.greys())).toBeGreaterThan(1);
    await send('touchMove', second);
    await send('touchEnd');
    const saved = waitForSaving(page, 'length');
    await viewer.tap(await viewer.at(0.3, 0.5));
    const { content } = (await saved).request().postDataJSON() as {
      content: { points: readonly Point[] };
    };
    // Where it was lifted, and not where it was pressed.
    const [[lifted = 0] = [], [tapped = 0] = []] = content.points;
    expect(lifted - tapped).toBeGreaterThan(100);
  });
});
