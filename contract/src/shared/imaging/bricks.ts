/** The full level of a volume is cut into bricks, so that a plane needs only those that it cuts. */

type Triple = readonly [number, number, number];

export interface BrickGrid {
  /** Columns, rows and slices of the level. */
  readonly width: number;
  readonly height: number;
  readonly slices: number;
  /** Columns and rows of a brick; those at the far ends may be thinner. */
  readonly brick: number;
  /** Slices of a brick; absent where they are as many as its columns. */
  readonly brickSlices?: number | undefined;
}

/** Ranges of one request for bricks: 3 KB of its header, of which many proxies take 8 KB. */
export const MAX_RANGES = 128;

/** Bytes after each codestream: its CRC-32 as in ZIP, big-endian. */
export const BRICK_CHECKSUM = 4;

/** Columns, rows and slices of a brick. */
export const brickSize = ({
  brick,
  brickSlices = brick,
}: Pick<BrickGrid, 'brick' | 'brickSlices'>): Triple => [brick, brick, brickSlices];

/** How many bricks lie along columns, rows and slices. */
export function countBricks(grid: BrickGrid): Triple {
  const [across, down, through] = brickSize(grid);
  return [
    Math.ceil(grid.width / across),
    Math.ceil(grid.height / down),
    Math.ceil(grid.slices / through),
  ];
}

/** First voxel and size of the brick with this index: columns first, then rows, then slices. */
export function brickBox(
  grid: BrickGrid,
  index: number,
): { readonly first: Triple; readonly size: Triple } {
  const { width, height, slices } = grid;
  const [across, down, through] = brickSize(grid);
  const [columns, rows] = countBricks(grid);
  const x = (index % columns) * across;
  const y = (Math.floor(index / columns) % rows) * down;
  const z = Math.floor(index / (columns * rows)) * through;
  return {
    first: [x, y, z],
    size: [Math.min(across, width - x), Math.min(down, height - y), Math.min(through, slices - z)],
  };
}

/** Pixels of the picture of a brick: its slices lie below each other. */
export function brickPicture(
  grid: BrickGrid,
  index: number,
): { readonly width: number; readonly height: number } {
  const [width, rows, slices] = brickBox(grid, index).size;
  return { width, height: rows * slices };
}

/** The index of the brick of a voxel; -1 outside. */
export function indexOfBrick(grid: BrickGrid, voxel: Triple): number {
  const [columns, rows, layers] = countBricks(grid);
  const [across, down, through] = brickSize(grid);
  const x = Math.floor(voxel[0] / across);
  const y = Math.floor(voxel[1] / down);
  const z = Math.floor(voxel[2] / through);
  const isInside = x >= 0 && y >= 0 && z >= 0 && x < columns && y < rows && z < layers;
  return isInside ? (z * rows + y) * columns + x : -1;
}

/**
 * The slices of a brick lie below each other in one picture, every second one upside down: neighbouring rows are then
 * neighbours in the volume, and 32³ bricks take 5 % fewer bytes. Calls back with the offset of each row in the picture,
 * and with its row and slice in the brick.
 */
export function eachBrickLine(
  [width, height, depth]: Triple,
  visit: (inPicture: number, row: number, slice: number) => void,
): void {
  for (let slice = 0; slice < depth; slice += 1)
    for (let row = 0; row < height; row += 1)
      visit((slice * height + row) * width, slice % 2 === 0 ? row : height - 1 - row, slice);
}

/** Calls back with the offsets of each row of a brick in its picture, and in the slices from the brick's first one on. */
export function eachBrickRow(
  grid: BrickGrid,
  index: number,
  visit: (inPicture: number, inSlices: number) => void,
): void {
  const {
    first: [x, y],
    size,
  } = brickBox(grid, index);
  eachBrickLine(size, (inPicture, row, slice) =>
    visit(inPicture, (slice * grid.height + y + row) * grid.width + x),
  );
}
