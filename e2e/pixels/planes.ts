import type { Page } from '@playwright/test';
import type { Slab } from '../../web/src/viewer/pixels/panes.ts';
import { computePixels, RECT, SIZE, WINDOW } from './canvas.ts';
import { brightness, type Phantom, slabIn, toPatient } from './phantom.ts';

const THIN: Slab = { millimetres: 0, mode: 'mean' };

export type Vector = readonly [number, number, number];
export const AXIAL = { right: [1, 0, 0], down: [0, 1, 0] } as const;
export const CORONAL = { right: [1, 0, 0], down: [0, 0, -1] } as const;
export const SAGITTAL = { right: [0, 1, 0], down: [0, 0, -1] } as const;
/** At right angles to each other, and to nothing else. */
export const TILTED = { right: [2 / 3, 2 / 3, 1 / 3], down: [-2 / 3, 1 / 3, 2 / 3] } as const;

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const describeLevel = ({ size: [width, height, slices] }: Phantom, scale = 1) => ({
  kind: 'volume' as const,
  scale,
  width,
  height,
  slices,
  sampling: 'mean' as const,
  channels: 1 as const,
  isLossless: true,
});

export const show = (page: Page, name: string, phantom: Phantom) =>
  page.evaluate(([name, level]) => window.harness.addLevel(`/${name}`, level, 'raw'), [
    name,
    describeLevel(phantom),
  ] as const);

export interface PlaneOptions {
  readonly directions: { readonly right: Vector; readonly down: Vector };
  readonly slab?: Slab;
  readonly isInverse?: boolean;
  /** Voxel in the middle of the pane. */
  readonly through?: Vector;
  readonly millimetresPerPixel?: number;
}

export function computePlane(phantom: Phantom, options: PlaneOptions) {
  const { directions, slab = THIN, isInverse = false } = options;
  const { through = [20.3, 18.7, 17.1], millimetresPerPixel = 0.131 } = options;
  const centre = toPatient(phantom, through);
  const view = { centre, ...directions, millimetresPerPixel };
  const tone = { window: WINDOW, isInverse, sharpen: 0 };
  return { rect: RECT, kind: 'plane' as const, view, slab, ...tone };
}

/** The grey values of a plane, computed pixel by pixel. */
export function expectedPlane(phantom: Phantom, options: PlaneOptions): number[] {
  const { view, slab, isInverse } = computePlane(phantom, options);
  const { centre, right, down, millimetresPerPixel } = view;
  return computePixels((x, y) => {
    const point = centre.map(
      (part, axis) =>
        part +
        (x - SIZE.width / 2) * millimetresPerPixel * (right[axis] ?? 0) +
        (y - SIZE.height / 2) * millimetresPerPixel * (down[axis] ?? 0),
    );
    const pixel = slabIn(phantom, point, cross(right, down), slab);
    return pixel === undefined ? 0 : brightness(pixel, WINDOW, isInverse);
  });
}
