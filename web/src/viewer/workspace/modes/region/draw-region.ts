import { type Grid, gridInverse } from '../../../geometry/registration/grid.ts';
import { dot, type Point3, type Size, scale, subtract } from '../../../geometry/vectors.ts';
import { type PlaneView, paneToPatient } from '../../../geometry/volume/planes.ts';
import { COLOURS } from '../../../stage/overlay/strokes.ts';

/** CSS pixels between the points of a plane that are looked up. */
const STEP = 2;

/** Draws the outline of a region on a plane. */
export function drawRegion(
  context: CanvasRenderingContext2D,
  view: PlaneView,
  size: Size,
  grid: Grid,
  mask: Uint8Array,
): void {
  const columns = Math.ceil(size.width / STEP);
  const rows = Math.ceil(size.height / STEP);
  const isIn = samplePlane(view, size, grid, mask, columns);
  const inside = new Uint8Array(columns * rows);
  for (const index of inside.keys()) inside[index] = isIn(index) ? 1 : 0;
  context.fillStyle = COLOURS.own;
  for (const [index, isInside] of inside.entries()) {
    if (!isInside) continue;
    const isInner =
      inside[index - 1] && inside[index + 1] && inside[index - columns] && inside[index + columns];
    if (isInner) continue;
    context.fillRect((index % columns) * STEP, Math.floor(index / columns) * STEP, STEP, STEP);
  }
}

/** Whether a point of the plane lies in the region. Voxel coordinates change linearly over a plane. */
function samplePlane(
  view: PlaneView,
  size: Size,
  grid: Grid,
  mask: Uint8Array,
  columns: number,
): (index: number) => boolean {
  const [width, height, slices] = grid.size;
  const [toColumn, toRow, toSlice] = gridInverse(grid);
  const toVoxels = (offset: Point3): Point3 => [
    dot(toColumn, offset),
    dot(toRow, offset),
    dot(toSlice, offset),
  ];
  const start = toVoxels(subtract(paneToPatient(view, size, [0, 0]), grid.origin));
  const pixel = view.millimetresPerPixel * STEP;
  const across = toVoxels(scale(view.right, pixel));
  const down = toVoxels(scale(view.down, pixel));
  return (index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const x = Math.round(start[0] + column * across[0] + row * down[0]);
    const y = Math.round(start[1] + column * across[1] + row * down[1]);
    const z = Math.round(start[2] + column * across[2] + row * down[2]);
    if (x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= slices) return false;
    return mask[(z * height + y) * width + x] === 1;
  };
}
