import {
  type BrickGrid,
  brickBox,
  brickSize,
  countBricks,
  eachBrickLine,
  indexOfBrick,
} from '@deqiq/contract/shared/imaging/bricks.ts';
import { allocate, type PixelArray } from '../../level.ts';

type Triple = readonly [number, number, number];

/** In the table: the brick is not there, and its voxels are drawn with the lowest value. */
export const BLACK = 0xffff;

/** Voxels of the texture of a pool: 64 MB with 16 bits, 1,024 bricks of 32³. */
const POOL: Triple = [512, 256, 256];

/** How many bricks fit along columns, rows and slices of a pool. */
export function poolSlots(grid: BrickGrid): Triple {
  const [across, down, through] = brickSize(grid);
  return [Math.floor(POOL[0] / across), Math.floor(POOL[1] / down), Math.floor(POOL[2] / through)];
}

export type BrickStore = ReturnType<typeof createBrickStore>;

/**
 * The bricks of a level in memory. Without `slots` each is at the coordinates of its voxels, and all fit. With `slots`
 * there are as many bricks as slots, each in any of them: for devices whose memory the whole level would fill.
 */
export function createBrickStore(grid: BrickGrid, bits: number, slots?: Triple) {
  const { width, height, slices } = grid;
  const brick = brickSize(grid);
  const counts = countBricks(grid);
  const total = count(counts);
  const capacity = slots ? count(slots) : total;
  const textureSize: Triple = slots
    ? [slots[0] * brick[0], slots[1] * brick[1], slots[2] * brick[2]]
    : [width, height, slices];
  /** Columns and rows from one layer of a brick to the next. */
  const stride = slots ? brick : ([width, height] as const);
  const values = allocate(count(textureSize), bits);
  /** Per brick 0 or BLACK while it is not there, otherwise 1 more than its slot. */
  const table = new Uint16Array(total);
  let blackChanges = 0;
  const free = slots ? Array.from({ length: capacity }, (_, slot) => capacity - 1 - slot) : [];

  const has = (index: number): boolean => Boolean(table[index]) && table[index] !== BLACK;

  /** The part of the texture that a brick fills, and where its values start. */
  function region(index: number) {
    const { first, size } = brickBox(grid, index);
    if (!slots) {
      const [x, y, z] = first;
      return { first, size, start: (z * height + y) * width + x, stride };
    }
    const slot = (table[index] ?? 0) - 1;
    const [columns, rows] = slots;
    const at: Triple = [
      (slot % columns) * brick[0],
      (Math.floor(slot / columns) % rows) * brick[1],
      Math.floor(slot / (columns * rows)) * brick[2],
    ];
    return { first: at, size, start: slot * count(brick), stride };
  }

  return {
    values,
    table,
    capacity,
    slots,
    /** Columns, rows and layers. */
    textureSize,
    region,

    has,
    isBlack: (index: number): boolean => table[index] === BLACK,

    /** Increases when other bricks are black. */
    get blackChanges() {
      return blackChanges;
    },

    /** From now on these bricks are black while they are not there, and no others. */
    setBlack(indices: readonly number[]): void {
      const before = table.slice();
      for (const [index, slot] of before.entries()) if (slot === BLACK) table[index] = 0;
      for (const index of indices) if (table[index] === 0) table[index] = BLACK;
      if (table.some((slot, index) => slot !== before[index])) blackChanges += 1;
    },

    isFull: (): boolean => slots !== undefined && free.length === 0,

    /** Adds a brick, as its picture was decoded. A full pool needs a free slot first. */
    put(index: number, pixels: PixelArray): void {
      table[index] = 1 + (slots ? (free.pop() ?? 0) : 0);
      const { size, start } = region(index);
      eachBrickLine(size, (inPicture, row, slice) =>
        values.set(
          pixels.subarray(inPicture, inPicture + size[0]),
          start + (slice * stride[1] + row) * stride[0],
        ),
      );
    },

    /** Frees the slot of a brick. */
    remove(index: number): void {
      free.push((table[index] ?? 1) - 1);
      table[index] = 0;
    },

    /** The pixel at these coordinates of the level; undefined while its brick is not there. */
    read(voxel: Triple): number | undefined {
      const index = indexOfBrick(grid, voxel);
      if (!has(index)) return undefined;
      const [x, y, z] = brickBox(grid, index).first;
      const row = (voxel[2] - z) * stride[1] + voxel[1] - y;
      return values[region(index).start + row * stride[0] + voxel[0] - x];
    },
  };
}

const count = ([columns, rows, layers]: Triple): number => columns * rows * layers;
