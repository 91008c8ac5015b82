/** The full level of a volume is cut into cubes, so that a plane needs only those that it cuts. */

type Triple = readonly [number, number, number];

export interface BrickGrid {
  /** Columns, rows and slices of the level. */
  readonly width: number;
  readonly height: number;
  readonly slices: number;
  /** Voxels along an edge of a brick; those at the far ends may be thinner. */
  readonly brick: number;
}

/** Bytes after each codestream: its CRC-32 as in ZIP, big-endian. */
export const BRICK_CHECKSUM = 4;

/** How many bricks lie along columns, rows and slices. */
export const countBricks = ({ width, height, slices, brick }: BrickGrid): Triple => [
  Math.ceil(width / brick),
  Math.ceil(height / brick),
  Math.ceil(slices / brick),
];

/** First voxel and size of the brick with this index: columns first, then rows, then slices. */
export function brickBox(
  grid: BrickGrid,
  index: number,
): { readonly first: Triple; readonly size: Triple } {
  const { width, height, slices, brick } = grid;
  const [columns, rows] = countBricks(grid);
  const x = (index % columns) * brick;
  const y = (Math.floor(index / columns) % rows) * brick;
  const z = Math.floor(index / (columns * rows)) * brick;
  return {
    first: [x, y, z],
    size: [Math.min(brick, width - x), Math.min(brick, height - y), Math.min(brick, slices - z)],
  };
}

/** The index of the brick of a voxel; -1 outside. */
export function indexOfBrick(grid: BrickGrid, voxel: Triple): number {
  const [columns, rows, layers] = countBricks(grid);
  const [x, y, z] = [voxel[0], voxel[1], voxel[2]].map((part) => Math.floor(part / grid.brick));
  if (x === undefined || y === undefined || z === undefined) return -1;
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
