import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  computePixels,
  type DrawnPane,
  drawGrey,
  drawRgb,
  expectSame,
  RECT,
  SIZE,
  WINDOW,
} from '../../pixels/canvas.ts';
import { brightness, createPhantom } from '../../pixels/phantom.ts';
import type { PixelsServer } from '../../pixels/pixels-server.ts';
import { expect, test } from '../../pixels/pixels-test.ts';

const PICTURE = { width: 37, height: 29 };
const OFFSET = [0.7, -0.4] as const;

interface PictureOptions {
  readonly quarterTurns?: 0 | 1 | 2 | 3;
  readonly isMirrored?: boolean;
  readonly aspect?: number;
  readonly isInverse?: boolean;
}

function pictureView({ quarterTurns = 0, isMirrored = false, aspect = 1 }: PictureOptions) {
  return {
    centre: [18 + OFFSET[0], 14 + OFFSET[1]],
    scale: 2.7,
    aspect,
    quarterTurns,
    isMirrored,
  } as const;
}

/** The picture point under a pixel of the pane: the picture is mirrored first, then rotated clockwise. */
function pictureAt(x: number, y: number, options: PictureOptions): [number, number] {
  const { centre, scale, aspect, quarterTurns, isMirrored } = pictureView(options);
  let across = x - SIZE.width / 2;
  let below = y - SIZE.height / 2;
  for (let quarter = 0; quarter < quarterTurns; quarter += 1) [across, below] = [below, -across];
  if (isMirrored) across = -across;
  return [centre[0] + across / scale, centre[1] + below / (scale * aspect)];
}

/** Linear interpolation; undefined outside of the outer pixels. */
function interpolate(
  values: ArrayLike<number>,
  [x, y]: readonly [number, number],
  channel = 0,
  channels = 1,
): number | undefined {
  const { width, height } = PICTURE;
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return undefined;
  const px = Math.min(Math.max(x, 0), width - 1);
  const py = Math.min(Math.max(y, 0), height - 1);
  const left = Math.min(Math.floor(px), width - 2);
  const top = Math.min(Math.floor(py), height - 2);
  const at = (dx: number, dy: number) =>
    values[((top + dy) * width + left + dx) * channels + channel] ?? 0;
  const row = (dy: number) => at(0, dy) + (at(1, dy) - at(0, dy)) * (px - left);
  return row(0) + (row(1) - row(0)) * (py - top);
}

const grey12 = Uint16Array.from({ length: PICTURE.width * PICTURE.height }, (_, index) =>
  Math.round(2000 + 1700 * Math.sin(index / 7) * Math.cos(index / 190)),
);
const rgb8 = Uint8Array.from({ length: PICTURE.width * PICTURE.height * 3 }, (_, index) =>
  Math.round(127 + 120 * Math.sin(index / 11)),
);

interface ShownPicture {
  /** Overrides of its metadata. */
  readonly changes?: object;
  readonly channels?: 1 | 3;
  readonly kind?: 'image' | 'stack';
  readonly slices?: number;
}

type Scene = { readonly page: Page; readonly server: PixelsServer };

function putPicture({ server }: Scene, values: Uint16Array | Uint8Array, changes: object): void {
  const { geometry: _, ...described } = createPhantom([1, 1, 1], false).metadata;
  const picture = { kind: 'image', ...PICTURE, slices: 1, levels: [] };
  server.putMetadata('/picture', { ...described, ...picture, ...changes });
  server.put('/picture/raw', values);
}

/** Puts a picture on the canvas. */
async function showPicture(
  scene: Scene,
  values: Uint16Array | Uint8Array,
  { changes = {}, channels = 1, kind = 'image', slices = 1 }: ShownPicture = {},
): Promise<void> {
  putPicture(scene, values, { channels, kind, slices, ...changes });
  await scene.page.evaluate((level) => window.harness.addLevel('/picture', level, 'raw'), {
    kind,
    scale: 1,
    sampling: 'wavelet',
    ...PICTURE,
    slices,
    channels,
    isLossless: true,
  } as const);
}

const picturePane = (options: PictureOptions, window = WINDOW) => ({
  rect: RECT,
  kind: 'picture' as const,
  view: pictureView(options),
  window,
  isInverse: options.isInverse ?? false,
  sharpen: 0,
});

for (const [title, options] of Object.entries<PictureOptions>({
  upright: {},
  'rotated by a quarter': { quarterTurns: 1 },
  'upside down': { quarterTurns: 2 },
  'rotated by three quarters and mirrored': { quarterTurns: 3, isMirrored: true },
  mirrored: { isMirrored: true },
  'with unequal spacing': { aspect: 1.4 },
  inverse: { isInverse: true },
}))
  test(`a grey picture, ${title}`, async ({ page, server }) => {
    await showPicture({ page, server }, grey12);
    const grey = await drawGrey(page, picturePane(options));
    const expected = computePixels((x, y) =>
      brightness(interpolate(grey12, pictureAt(x, y, options)), WINDOW, options.isInverse),
    );
    expectSame(grey, expected);
  });

test('low values of MONOCHROME1 are white, and inverse makes them black', async ({
  page,
  server,
}) => {
  await showPicture({ page, server }, grey12, { changes: { isInverse: true } });
  for (const isInverse of [false, true]) {
    const grey = await drawGrey(page, picturePane({ isInverse }));
    const expected = computePixels((x, y) =>
      brightness(interpolate(grey12, pictureAt(x, y, {})), WINDOW, !isInverse),
    );
    expectSame(grey, expected);
  }
});

test('a colour picture keeps its colours', async ({ page, server }) => {
  const window = { centre: 127.5, width: 255 };
  const scale = { slope: 1, intercept: 0 };
  await showPicture({ page, server }, rgb8, { channels: 3, changes: { bits: 8, ...scale } });
  const drawn = await drawRgb(page, picturePane({}, window));
  for (const channel of [0, 1, 2])
    expectSame(
      drawn.filter((_, index) => index % 3 === channel),
      computePixels((x, y) =>
        brightness(interpolate(rgb8, pictureAt(x, y, {}), channel, 3), window, false, scale),
      ),
    );
});

test('beyond four times, a pixel of the full level is a square', async ({ page, server }) => {
  await showPicture({ page, server }, grey12);
  const scale = 5;
  const pane = picturePane({});
  const drawn = await drawGrey(page, { ...pane, view: { ...pane.view, scale } } as DrawnPane);
  const at = (x: number, y: number): [number, number] => [
    pane.view.centre[0] + (x - SIZE.width / 2) / scale,
    pane.view.centre[1] + (y - SIZE.height / 2) / scale,
  ];
  expectSame(
    drawn,
    computePixels((x, y) => {
      const [column, row] = at(x, y).map((each) => Math.floor(each + 0.5)) as [number, number];
      return brightness(interpolate(grey12, [column, row]), WINDOW);
    }),
  );
});

test('a preview is drawn as it is, until the picture replaces it in the same position', async ({
  page,
  server,
}) => {
  const preview = await sharp(rgb8, { raw: { ...PICTURE, channels: 3 } })
    .png()
    .toBuffer();
  server.put('/preview.png', new Uint8Array(preview));
  await page.evaluate((size) => window.harness.setBitmap('/preview.png', size, true), PICTURE);
  const scale = { slope: 1, intercept: 0 };
  const drawn = await drawRgb(page, picturePane({}));
  expectSame(
    drawn.filter((_, index) => index % 3 === 0),
    computePixels((x, y) =>
      brightness(
        interpolate(rgb8, pictureAt(x, y, {}), 0, 3),
        { centre: 127.5, width: 255 },
        false,
        scale,
      ),
    ),
  );
  await showPicture({ page, server }, grey12);
  expectSame(
    await drawGrey(page, picturePane({})),
    computePixels((x, y) => brightness(interpolate(grey12, pictureAt(x, y, {})), WINDOW)),
  );
});

test('each frame of a stack is drawn', async ({ page, server }) => {
  const frames = [grey12, grey12.map((value) => 4095 - value)];
  const values = Uint16Array.from(frames.flatMap((each) => [...each]));
  await showPicture({ page, server }, values, { kind: 'stack', slices: 2 });
  for (const frame of [0, 1, 0])
    expectSame(
      await drawGrey(page, { ...picturePane({}), frame } as DrawnPane),
      computePixels((x, y) =>
        brightness(interpolate(frames[frame] ?? [], pictureAt(x, y, {})), WINDOW),
      ),
    );
  const value = await page.evaluate(() => window.harness.valueAt([3, 2], 1));
  expect(value).toBe((frames[1]?.[2 * PICTURE.width + 3] ?? 0) * 2 - 1000);
});

test('sharpening raises edges and leaves plain areas', async ({ page, server }) => {
  const half = Uint16Array.from(grey12, (_, index) => (index % PICTURE.width < 18 ? 1000 : 2000));
  await showPicture({ page, server }, half);
  const plain = await drawGrey(page, picturePane({}));
  const sharp = await drawGrey(page, { ...picturePane({}), sharpen: 1 } as DrawnPane);
  const row = (grey: readonly number[]) => grey.slice(45 * SIZE.width, 46 * SIZE.width);
  expect(row(sharp).at(25)).toBe(row(plain).at(25));
  expect(row(sharp).at(95)).toBe(row(plain).at(95));
  const contrast = (grey: readonly number[]) =>
    Math.max(...grey) - Math.min(...grey.slice(20, 100));
  expect(contrast(row(sharp))).toBeGreaterThan(contrast(row(plain)) + 10);
});

test('a smaller resolution lies where the picture does', async ({ page, server }) => {
  // Pixels of the low-pass band are those of every second column and row.
  const ramp = (x: number, y: number) => Math.round(300 + 60 * x + 50 * y);
  const width = 19;
  const height = 15;
  const half = Uint16Array.from({ length: width * height }, (_, index) =>
    ramp(2 * (index % width), 2 * Math.floor(index / width)),
  );
  putPicture({ page, server }, half, {});
  const level = { kind: 'image', scale: 2, sampling: 'wavelet', channels: 1 } as const;
  await page.evaluate((level) => window.harness.addLevel('/picture', level, 'raw'), {
    ...level,
    width,
    height,
    slices: 1,
    isLossless: false,
  });
  const grey = await drawGrey(page, picturePane({}));
  const expected = computePixels((x, y) => {
    const [px, py] = pictureAt(x, y, {});
    const isOutside = px < -0.5 || py < -0.5 || px > 36.5 || py > 28.5;
    const cx = Math.min(Math.max(px, 0), 36);
    const cy = Math.min(Math.max(py, 0), 28);
    return isOutside ? 0 : brightness(300 + 60 * cx + 50 * cy, WINDOW);
  });
  expectSame(grey, expected);
});
