import { crc32 } from 'node:zlib';
import { readHeader } from '@deqiq/contract/shared/imaging/brick-header.ts';
import {
  type BrickGrid,
  brickBox,
  countBricks,
  eachBrickRow,
} from '@deqiq/contract/shared/imaging/bricks.ts';
import { encodeHtj2k } from '@deqiq/samples/dicom-variants/encoders.ts';
import { brickMaxima } from '../../../server/src/platform/media/child/derive/pack/brick-maxima.ts';
import { type DrawnPane, drawRgb, SIZE } from '../../pixels/canvas.ts';
import { expect, oblique, test } from '../../pixels/pixels-test.ts';
import { AXIAL, CORONAL, computePlane, SAGITTAL, show, TILTED } from '../../pixels/planes.ts';

const [width, height, slices] = oblique.size;
const cubes = { brick: 16 };
const flat = { brick: 16, brickSlices: 7 };
const small = { brick: 6, brickSlices: 5 };

async function encodeBrick(grid: BrickGrid, index: number): Promise<Buffer> {
  const {
    first: [, , z],
    size: [columns, rows, depth],
  } = brickBox(grid, index);
  const words = new Uint16Array(columns * rows * depth);
  eachBrickRow(grid, index, (inPicture, inSlices) => {
    const start = z * width * height + inSlices;
    words.set(oblique.values.subarray(start, start + columns), inPicture);
  });
  const size = { width: columns, height: rows * depth };
  const codestream = await encodeHtj2k({ words, ...size, samples: 1, bits: 12, isSigned: false });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(codestream));
  return Buffer.concat([codestream, checksum]);
}

const [level] = oblique.metadata.levels;

/** The highest pixel of each brick, as the server finds it. */
function findMaxima(brick: Pick<BrickGrid, 'brick' | 'brickSlices'>): number[] {
  const maxima = brickMaxima({ width, height, channels: 1, bits: 12 }, brick);
  for (let slice = 0; slice < slices; slice += 1)
    maxima.add(oblique.values.subarray(slice * width * height, (slice + 1) * width * height));
  return maxima.end();
}

/** `isShared`: the metadata have the header of the bricks, once. */
async function cut(brick: Pick<BrickGrid, 'brick' | 'brickSlices'>, isShared: boolean) {
  const grid = { width, height, slices, ...brick };
  const count = countBricks(grid).reduce((product, each) => product * each, 1);
  const bricks: Buffer[] = [];
  let header: Uint8Array | undefined;
  for (let index = 0; index < count; index += 1) {
    const encoded = await encodeBrick(grid, index);
    if (isShared) header ??= readHeader(encoded);
    bricks.push(encoded.subarray(header?.length));
  }
  const lengths = bricks.map((each) => each.length);
  const brickHeader = header && Array.from(header);
  const metadata = { ...oblique.metadata, levels: [{ ...level, ...brick, brickHeader, lengths }] };
  return { lengths, metadata, bytes: Buffer.concat(bricks) };
}

test.beforeAll(async ({ server }) => {
  const { lengths, metadata, bytes } = await cut(cubes, false);
  server.putMetadata('/bricks', metadata);
  server.put('/bricks/l2', bytes);
  const thick = await cut(flat, true);
  server.putMetadata('/flat', thick.metadata);
  server.put('/flat/l2', thick.bytes);
  const many = await cut(small, true);
  const withMaxima = many.metadata.levels.map((each) => ({
    ...each,
    brickMaxima: findMaxima(small),
  }));
  server.putMetadata('/many', many.metadata);
  server.put('/many/l2', many.bytes);
  server.putMetadata('/maxima', { ...many.metadata, levels: withMaxima });
  server.put('/maxima/l2', many.bytes);
  server.putMetadata('/damaged', metadata);
  server.put('/damaged/l2', Buffer.from(bytes.map((byte) => byte ^ 1)));
  const wrong = thick.metadata.levels.map((each) => ({
    ...each,
    brickHeader: each.brickHeader?.map((byte, index) => (index === 60 ? byte ^ 1 : byte)),
  }));
  server.putMetadata('/wrong-header', { ...thick.metadata, levels: wrong });
  server.put('/wrong-header/l2', thick.bytes);
  server.putMetadata('/wrong-index', {
    ...metadata,
    levels: [{ ...level, brick: 16, lengths: lengths.slice(1) }],
  });
  server.put('/wrong-index/l2', bytes);
});

for (const [name, directions, url, max, through] of [
  ['axial', AXIAL, '/bricks', 9, [24, 20, 24]],
  ['coronal', CORONAL, '/bricks', 18, [24, 20, 24]],
  ['sagittal', SAGITTAL, '/bricks', 18, [24, 20, 24]],
  ['tilted', TILTED, '/bricks', 24, [24, 20, 24]],
  ['axial', AXIAL, '/flat', 9, [24, 20, 24]],
  ['first axial', AXIAL, '/flat', 9, [24, 20, 21]],
  ['last axial', AXIAL, '/flat', 9, [24, 20, 27]],
  ['tilted', TILTED, '/flat', 48, [24, 20, 24]],
] as const)
  test(`${url}: the ${name} plane needs only the bricks that it cuts, and is that of the slices`, async ({
    page,
    server,
  }) => {
    const plane = computePlane(oblique, { directions, through, millimetresPerPixel: 0.25 });
    const pooled = await drawFromBricks(page, url, plane, true);
    const pooledValue = await page.evaluate(() => window.harness.valueAt([24, 20, 24]));
    const drawn = await drawFromBricks(page, url, plane);
    expect(drawn.arrived).toBeLessThanOrEqual(max);
    const value = await page.evaluate(() => window.harness.valueAt([24, 20, 24]));
    const voxel = oblique.values[(24 * height + 20) * width + 24] ?? 0;
    expect([value, pooledValue]).toEqual([voxel * 2 - 1000, voxel * 2 - 1000]);
    const requested = server.requests.filter((each) => each.startsWith(`${url}/l2`));
    for (const each of requested) expect(each).toMatch(/ bytes=[\d,-]+\d$/);
    await show(page, 'oblique', oblique);
    const expected = await drawRgb(page, plane);
    expect(drawn.pixels).toEqual(expected);
    expect(pooled.pixels).toEqual(expected);
  });

for (const [name, slab] of [
  ['a plane', { millimetres: 0, mode: 'mean' }],
  ['the highest values of a slab', { millimetres: 2, mode: 'maximum' }],
  ['the lowest values of a slab', { millimetres: 2, mode: 'minimum' }],
  ['the mean of a slab', { millimetres: 2, mode: 'mean' }],
] as const)
  test(`${name} without the bricks that are black in its window is that of all`, async ({
    page,
  }) => {
    const plane = {
      ...computePlane(oblique, { directions: TILTED, slab, millimetresPerPixel: 0.25 }),
      window: { centre: 3700, width: 1200 },
    };
    const all = await drawFromBricks(page, '/many', plane);
    const some = await drawFromBricks(page, '/maxima', plane);
    const pooled = await drawFromBricks(page, '/maxima', plane, true);
    const black = (all.pixels ?? []).filter((value) => value === 0).length;
    expect(black).toBeGreaterThan(SIZE.width * SIZE.height);
    expect(new Set(all.pixels).size).toBeGreaterThan(200);
    expect(some.pixels).toEqual(all.pixels);
    expect(pooled.pixels).toEqual(all.pixels);
    const part = Number(some.arrived) / Number(all.arrived);
    if (slab.mode === 'mean' && slab.millimetres > 0) expect(part).toBe(1);
    else expect(part).toBeLessThan(0.9);
  });

test('bricks with other bytes, another header, or an index that does not fit, are damaged', async ({
  page,
}) => {
  const plane = computePlane(oblique, { directions: AXIAL });
  expect(await drawFromBricks(page, '/damaged', plane)).toEqual({ failure: 'damaged' });
  expect(await drawFromBricks(page, '/wrong-header', plane)).toEqual({ failure: 'damaged' });
  expect(await drawFromBricks(page, '/wrong-index', plane)).toEqual({ failure: 'damaged' });
});

/** `isPooled`: each brick is in any slot of the texture, as where memory is short. */
const drawFromBricks = (
  page: Parameters<typeof drawRgb>[0],
  url: string,
  plane: DrawnPane,
  isPooled = false,
) =>
  page.evaluate(
    ([url, plane, size, isPooled]) => window.harness.drawBricks(url, [plane], size, isPooled),
    [url, plane, SIZE, isPooled] as const,
  );
