import { createHash } from 'node:crypto';
import { encodeHtj2k } from '@deqiq/samples/dicom-variants/encoders.ts';
import { createPhantom } from '../../pixels/phantom.ts';
import { expect, test } from '../../pixels/pixels-test.ts';

const phantom = createPhantom([48, 40, 36], false);
const [width, height, slices] = phantom.size;

interface Format {
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 3;
  readonly bits: number;
}

const encode = (words: ArrayLike<number>, format: Format, hasResolutionLengths = false) =>
  encodeHtj2k({ words, ...format, isSigned: false }, 2, hasResolutionLengths);

/** A picture that gets smaller with little loss, so that its resolutions can be compared. */
const PICTURE = { width: 1100, height: 701, samples: 1, bits: 12 } as const;
const picture = Uint16Array.from({ length: PICTURE.width * PICTURE.height }, (_, index) =>
  Math.round(2000 + 1500 * Math.sin((index % PICTURE.width) / 60) + index / PICTURE.width / 3),
);

const digestOf = (values: Uint16Array) =>
  [...createHash('sha256').update(new Uint8Array(values.buffer)).digest()].join();

test.beforeAll(async ({ server }) => {
  const format: Format = { width, height, samples: 1, bits: 12 };
  const encoded = await Promise.all(
    Array.from({ length: slices }, (_, slice) =>
      encode(phantom.values.subarray(slice * width * height, (slice + 1) * width * height), format),
    ),
  );
  const lengths = encoded.map((each) => each.length);
  const volume = {
    ...phantom.metadata,
    levels: [{ ...phantom.metadata.levels[0], name: 'l0', lengths }],
  };
  for (const path of ['/volume', '/interrupted', '/damaged', '/other-size']) {
    server.putMetadata(path, volume);
    server.put(`${path}/l0`, Buffer.concat(encoded));
  }
  const damaged = Buffer.concat(encoded);
  damaged.fill(0xff, 2000, 2600);
  server.put('/damaged/l0', damaged);
  server.putMetadata('/other-size', {
    ...volume,
    levels: [{ ...volume.levels[0], width: width - 1 }],
  });

  const { samples: _, ...size } = PICTURE;
  const codestream = await encode(picture, PICTURE, true);
  const level = { name: 'l2', scale: 1, ...size, slices: 1, isLossless: true };
  const { geometry: __, ...described } = phantom.metadata;
  const metadata = { ...described, ...size, kind: 'image', slices: 1 };
  server.putMetadata('/picture', {
    ...metadata,
    levels: [{ ...level, lengths: [codestream.length] }],
  });
  server.put('/picture/l2', codestream);
  const whole = await encode(picture, PICTURE);
  server.putMetadata('/whole', { ...metadata, levels: [{ ...level, lengths: [whole.length] }] });
  server.put('/whole/l2', whole);
});

test('every voxel of a volume arrives', async ({ page }) => {
  const loaded = await page.evaluate(() => window.harness.load('/volume', 'volume', 1));
  expect(loaded.digest).toEqual(digestOf(phantom.values));
  expect(loaded).toMatchObject({ width, height, slices, ready: slices });
});

test('slices are visible before the last one has arrived, and a broken download continues', async ({
  page,
  server,
}) => {
  const { promise: wait, resolve: interrupt } = Promise.withResolvers<void>();
  const after = 20_000;
  const bytes = server.objects.get('/volume/l0')?.bytes ?? Buffer.alloc(0);
  server.objects.set('/interrupted/l0', { bytes, interruption: { after, wait } });
  const loading = page.evaluate(() => window.harness.load('/interrupted', 'volume', 1));
  const progress = () => page.evaluate(() => window.harness.progress);
  await expect.poll(async () => (await progress()).received).toBe(after);
  await expect.poll(async () => (await progress()).ready).toBeGreaterThan(5);
  expect((await progress()).ready).toBeLessThan(slices);
  interrupt();
  const loaded = await loading;
  expect(loaded.digest).toEqual(digestOf(phantom.values));
  const requests = server.requests.filter((each) => each.startsWith('/interrupted/l0'));
  expect(requests).toEqual(['/interrupted/l0', `/interrupted/l0 bytes=${after}-`]);
});

test('damaged and missing pictures have typed errors', async ({ page }) => {
  const load = (path: string) =>
    page.evaluate((path) => window.harness.load(path, 'volume', 1), path);
  expect(await load('/damaged')).toEqual({ failure: 'damaged' });
  expect(await load('/other-size')).toEqual({ failure: 'damaged' });
  expect(await load('/nothing')).toEqual({ failure: 'missing' });
  // The decoder still works.
  expect(await load('/volume')).toMatchObject({ ready: slices });
});

test('a picture appears at lower resolutions first', async ({ page }) => {
  const loaded = await page.evaluate(() => window.harness.load('/picture', 'image', 1));
  expect(loaded.digest).toEqual(digestOf(picture));
  expect(loaded.seen).toEqual(['2:1', '1:1']);
});

test('a picture without lengths of resolutions appears at once', async ({ page }) => {
  const loaded = await page.evaluate(() => window.harness.load('/whole', 'image', 1));
  expect(loaded.digest).toEqual(digestOf(picture));
  expect(loaded.seen).toEqual(['1:1']);
});

test('a smaller resolution has the pixels of every second column and row', async ({ page }) => {
  const loaded = await page.evaluate(() => window.harness.load('/picture', 'image', 2));
  expect(loaded).toMatchObject({ width: 550, height: 351, seen: ['2:1'] });
  const wrong = (loaded.values ?? []).filter((value, index) => {
    const x = index % 550;
    const y = Math.floor(index / 550);
    return Math.abs(value - (picture[2 * y * PICTURE.width + 2 * x] ?? 0)) > 6;
  });
  expect(wrong).toEqual([]);
});

test('a preloaded picture is requested once', async ({ page, server }) => {
  const requests = () => server.requests.filter((each) => each.startsWith('/volume/')).sort();
  await page.evaluate(() => {
    window.harness.preload('/volume', 'volume');
    window.harness.preload('/volume', 'volume');
  });
  await expect.poll(requests).toEqual(['/volume/l0', '/volume/meta']);
  const loaded = await page.evaluate(() => window.harness.load('/volume', 'volume', 1));
  expect(loaded).toMatchObject({ ready: slices });
  expect(requests()).toEqual(['/volume/l0', '/volume/meta']);
});

test('the pictures of a former user are not used again', async ({ page, server }) => {
  const requests = () => server.requests.filter((each) => each === '/volume/meta').length;
  await page.evaluate(() => window.harness.preload('/volume', 'volume'));
  // A request that is ended immediately may never reach the server.
  await expect.poll(requests).toBe(1);
  const loaded = await page.evaluate(() => {
    window.harness.forgetPreloaded();
    return window.harness.load('/volume', 'volume', 1);
  });
  expect(loaded).toMatchObject({ ready: slices });
  expect(requests()).toBe(2);
});
