import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { type Point as PatientPoint, sphere } from '@deqiq/samples/phantoms/scene.ts';
import { binaryStl } from '@deqiq/samples/phantoms/surface-files.ts';
import type { Locator } from '@playwright/test';
import { DEVICES, expect, expectAccessible, test } from '../../fixtures.ts';
import type { ViewerScreen } from '../../viewer/viewer-screen.ts';
import { openFiles, openFromList, waitForSaving } from '../../viewer/viewer-worlds.ts';

// Without a graphics processor a volume is drawn slowly.
test.setTimeout(300_000);

/** The side of the volume, millimetres. */
const EXTENT = 80;

/** Balls on an arch stand for teeth. Their tops lie in the middle plane of the volume. */
const teeth = Array.from({ length: 8 }, (_, index) => {
  const angle = (Math.PI * (index + 0.5)) / 8;
  return { x: 25 * Math.cos(angle), y: 15 - 32 * Math.sin(angle), radius: 4 + 0.5 * (index % 3) };
});

/** Halfway between both values lies the threshold of bone. */
const volume = multiFrameFile(
  scanPhantom(
    {
      name: 'teeth',
      background: 0,
      extent: EXTENT,
      truth: undefined,
      shapes: teeth.map(({ x, y, radius }) => sphere([x, y, -radius], radius, 800)),
    },
    { side: 160 },
  ),
);

const RINGS = 24;
const SECTORS = 72;

/** The upper halves of the balls in the coordinates of a scanner: 100 mm away. */
function scanOfTeeth(): Buffer {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const { x, y, radius } of teeth) {
    const first = positions.length / 3;
    for (let ring = 0; ring <= RINGS; ring += 1)
      for (let sector = 0; sector < SECTORS; sector += 1) {
        const down = (ring / RINGS) * (Math.PI / 2);
        const around = (sector / SECTORS) * 2 * Math.PI;
        const out = radius * Math.sin(down);
        positions.push(
          100 + x + out * Math.cos(around),
          y + out * Math.sin(around),
          radius * Math.cos(down) - radius,
        );
        if (ring === RINGS) continue;
        const at = first + ring * SECTORS + sector;
        const next = first + ring * SECTORS + ((sector + 1) % SECTORS);
        indices.push(at, at + SECTORS, next, next, at + SECTORS, next + SECTORS);
      }
  }
  return binaryStl({
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
  });
}

const extent = (values: readonly number[]) => {
  const [low, high] = [Math.min(...values), Math.max(...values)] as const;
  return { middle: (low + high) / 2, length: high - low };
};

/** Where the top of a tooth is in the first view of the scan, in CSS pixels: its front is at the top. */
function topOnScan(
  tooth: (typeof teeth)[number],
  { width, height }: Record<'width' | 'height', number>,
) {
  const across = extent(teeth.flatMap(({ x, radius }) => [x - radius, x + radius]));
  const deep = extent(teeth.flatMap(({ y, radius }) => [y - radius, y + radius]));
  const zoom = Math.min((width * 0.88) / across.length, (height * 0.88) / deep.length);
  return {
    x: width / 2 - (tooth.x - across.middle) * zoom,
    y: height / 2 + (tooth.y - deep.middle) * zoom,
  };
}

async function pressScan(scan: Locator, isTouch: boolean): Promise<void> {
  const box = await scan.boundingBox();
  if (!box) throw new Error('the scan is not shown');
  for (const tooth of pressed()) {
    const position = topOnScan(tooth, box);
    if (isTouch) await scan.tap({ position });
    else await scan.click({ position });
    await scan.page().waitForTimeout(500);
  }
}

const CORNER = { width: 170, height: 90 };

/** The outline has the colour of own measurements, which is that of a button in the corner, too. */
async function findOutline(viewer: ViewerScreen) {
  const { width, height } = await viewer.box();
  const isOwn = (red: number, green: number, blue: number) =>
    blue > 180 && green > 150 && red < 160;
  const points = await viewer.findColour(isOwn, { x: 0, y: 0, width, height });
  return points.filter(([x, y]) => x > CORNER.width || y > CORNER.height);
}

/** Its header is the same with every picture; its select is small. */
const isSideways = ({ width, height }: Record<'width' | 'height', number>) =>
  width > height && height < 500;

const pressed = () => teeth.filter((_, index) => [0, 3, 7].includes(index));

/** The axial plane shows the whole volume; some presses are a millimetre off. */
async function pressPlane(viewer: ViewerScreen): Promise<void> {
  const { width, height } = await viewer.box();
  const pixels = Math.min(width, height) / EXTENT;
  for (const [index, { x, y }] of pressed().entries()) {
    const point: PatientPoint = [x + (index - 1), y + 0.7, 0];
    await viewer.tap([width / 2 + point[0] * pixels, height / 2 + point[1] * pixels]);
    await viewer.page.waitForTimeout(500);
  }
}

for (const { name, viewport, isTouch } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: isTouch, isMobile: isTouch });

    test('a scan lies over the bone after three points, and is drawn on the planes, the panoramic and in 3D until it is deleted', async ({
      page,
      staff,
    }, info) => {
      const files = { 'klkt.dcm': volume, 'skan.stl': scanOfTeeth() };
      const viewer = await openFiles(page, staff, files, { isTouch });
      await expect(viewer.badge).toBeVisible();
      await viewer.showLayout('Aksial');
      if (isTouch) await viewer.openMeasurements();
      const menu = page.getByRole('combobox', { name: 'Oxu rejimi' });
      await menu.selectOption({ label: 'Ağız skanı' });
      const scan = page.getByRole('application', { name: 'Ağız skanı' });
      await expect(scan.locator('canvas')).toBeVisible();
      await scan.scrollIntoViewIfNeeded();
      await pressScan(scan, isTouch);
      const saving = waitForSaving(page, 'alignment');
      await pressPlane(viewer);
      const outcome = page.getByText(/^Fərq: /);
      await expect(outcome).toBeVisible({ timeout: 60_000 });
      const shown = (await outcome.textContent()) ?? '';
      const rms = Number(/([\d,]+) mm/.exec(shown)?.[1]?.replace(',', '.'));
      expect(rms).toBeLessThanOrEqual(0.2);
      await outcome.scrollIntoViewIfNeeded();
      await viewer.showLayout('Koronal');
      await expect(async () =>
        expect((await findOutline(viewer)).length).toBeGreaterThan(50),
      ).toPass();
      if (!isSideways(viewport)) await expectAccessible(page);
      expect((await saving).ok()).toBe(true);
      await expect(page.getByText(/^Uyğunlaşdırma yadda saxlanılıb/)).toBeVisible();

      // It opens again by itself, and is seen over the bone until it is deleted.
      const again = await openFromList(page, 'klkt.dcm', { isTouch });
      const panel = page.locator('summary', { hasText: 'Ağız skanı' });
      for (const [layout, min] of [
        ['Koronal', 50],
        ['3D', 50],
        ['Panoram', 20],
      ] as const) {
        await again.showLayout(layout);
        const isDrawn = async () => expect((await findOutline(again)).length).toBeGreaterThan(min);
        await expect(isDrawn).toPass();
        await page.screenshot({ path: info.outputPath(`${layout}.png`) });
        await again.press(page.getByRole('button', { name: 'Tam ekran', exact: true }));
        await expect(page.getByRole('button', { name: 'Tam ekrandan çıx' })).toBeVisible();
        await expect(panel).toBeHidden();
        await expect(isDrawn).toPass();
        await page.screenshot({ path: info.outputPath(`${layout}-full.png`) });
        await again.press(page.getByRole('button', { name: 'Tam ekrandan çıx' }));
      }
      await again.showLayout('3D');
      if (isTouch) await panel.tap();
      await expect(page.getByText(/^Fərq: /)).toHaveText(shown);
      await page.screenshot({ path: info.outputPath('panel.png') });
      await again.press(page.getByRole('button', { name: 'Uyğunlaşdırmanı sil' }));
      await expect(page.getByText(/^Eyni üç yeri/)).toBeVisible();
      await expect(async () => expect(await findOutline(again)).toHaveLength(0)).toPass();
    });
  });
