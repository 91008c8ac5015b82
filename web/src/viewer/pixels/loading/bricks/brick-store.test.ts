import { brickBox, eachBrickLine } from '@deqiq/contract/shared/imaging/bricks.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { expect, test } from 'vitest';
import { createBrickQueue } from './brick-queue.ts';
import { createBrickStore, poolSlots } from './brick-store.ts';

/** Bricks at the far ends are thinner; all have fewer slices than columns. */
const grid = { width: 20, height: 15, slices: 10, brick: 8, brickSlices: 6 };
const TOTAL = 3 * 2 * 2;
const SLOTS = [2, 2, 1] as const;

/** Each voxel of the volume has another value. */
const valueAt = (x: number, y: number, z: number) => (z * grid.height + y) * grid.width + x + 1;

/** The picture of a brick, as it is decoded. */
function pictureOf(index: number): Uint16Array<ArrayBuffer> {
  const { first, size } = brickBox(grid, index);
  const [width, height, depth] = size;
  const picture = new Uint16Array(width * height * depth);
  eachBrickLine(size, (inPicture, row, slice) => {
    for (let x = 0; x < width; x += 1)
      picture[inPicture + x] = valueAt(first[0] + x, first[1] + row, first[2] + slice);
  });
  return picture;
}

/** The bricks whose voxels are all read as they were put in; the voxels of the others must not be read. */
function readBricks({ read }: ReturnType<typeof createBrickStore>): number[] {
  return Array.from({ length: TOTAL }, (_, index) => index).filter((index) => {
    const { first, size } = brickBox(grid, index);
    let isThere: boolean | undefined;
    for (let z = first[2]; z < first[2] + size[2]; z += 1)
      for (let y = first[1]; y < first[1] + size[1]; y += 1)
        for (let x = first[0]; x < first[0] + size[0]; x += 1) {
          const value = read([x, y, z]);
          isThere ??= value !== undefined;
          const right = isThere ? valueAt(x, y, z) : undefined;
          // An expectation for each of some million voxels takes ten seconds.
          if (value !== right) expect(value, `brick ${index}, voxel ${x} ${y} ${z}`).toBe(right);
        }
    return isThere === true;
  });
}

test('a store for all bricks has the values of the slices', () => {
  const store = createBrickStore(grid, 16);
  for (let index = 0; index < TOTAL; index += 1) store.put(index, pictureOf(index));
  expect([...store.values]).toEqual(
    Array.from({ length: store.values.length }, (_, index) => index + 1),
  );
});

test('a pool returns each voxel of its bricks, whichever slots they have had', () => {
  const random = randomFrom(20);
  const store = createBrickStore(grid, 16, SLOTS);
  const there = new Set<number>();
  for (let round = 0; round < 300; round += 1) {
    const index = random.below(TOTAL);
    if (there.delete(index)) store.remove(index);
    else if (!store.isFull()) {
      store.put(index, pictureOf(index));
      there.add(index);
    }
    expect(readBricks(store)).toEqual([...there].toSorted((one, other) => one - other));
    expect(store.isFull()).toBe(there.size === store.capacity);
  }
});

test('a pool has the same memory for flat bricks', () => {
  expect(poolSlots({ ...grid, brick: 32, brickSlices: undefined })).toEqual([16, 8, 8]);
  expect(poolSlots({ ...grid, brick: 32, brickSlices: 16 })).toEqual([16, 8, 16]);
});

test('what panes show stays in the pool, and what they have not shown for longest leaves it', () => {
  const random = randomFrom(30);
  const store = createBrickStore(grid, 16, SLOTS);
  const lengths = Array.from({ length: TOTAL }, () => 100_000);
  const queue = createBrickQueue({ lengths, store, isWhole: true });
  const shownAt = new Map<number, number>();
  for (let round = 0; round < 300; round += 1) {
    const before = readBricks(store);
    const shown = new Set(Array.from({ length: 1 + random.below(6) }, () => random.below(TOTAL)));
    queue.want([...shown], []);
    for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
      for (const index of batch)
        if (queue.makeRoom()) {
          store.put(index, pictureOf(index));
          queue.add(index);
        }
      queue.release(batch);
    }
    const fitting = [...shown].slice(0, store.capacity);
    expect(queue.listMissing()).toEqual([]);
    expect(queue.isCut()).toBe(shown.size > store.capacity);
    for (const index of fitting) shownAt.set(index, round);
    const there = readBricks(store);
    expect(there).toEqual(expect.arrayContaining(fitting));
    const gone = before.filter((index) => !there.includes(index));
    const others = there.filter((index) => !shown.has(index));
    const lastShown = (indices: readonly number[]) =>
      indices.map((index) => shownAt.get(index) ?? 0);
    expect(Math.max(...lastShown(gone))).toBeLessThanOrEqual(Math.min(...lastShown(others)));
  }
});
