import { crossSectionAt, crossSectionPositions } from '../../geometry/arch/cross-section.ts';
import { type Curve, createCurve } from '../../geometry/arch/curve.ts';
import { COLUMN_STRIDE, panoramicSurface, traceOutline } from '../../geometry/arch/panoramic.ts';
import { along, clamp, type Point2, type Point3, type Size } from '../../geometry/vectors.ts';
import { type Axes, fromAxes } from '../../geometry/volume/axes.ts';
import type { PlaneView } from '../../geometry/volume/planes.ts';
import { alongAxes, toAxes } from '../../geometry/volume/straightening.ts';
import { listCorners, type VolumeSpace } from '../../geometry/volume/volume-space.ts';

/** The surface through the arch, unrolled: a picture of columns along the arch and rows from the head down. */
export type PanoramicSurface = {
  /** Columns and rows. */
  readonly size: Size;
  readonly millimetresPerPixel: number;
  /** z of the first row, along the axes. */
  readonly top: number;
  /** Five numbers per column along the axes, see `panoramicSurface`. */
  readonly columns: Float32Array;
  readonly axes: Axes;
  /** The volume along the axes. */
  readonly space: VolumeSpace;
  toPatient: (point: Point2) => Point3;
  /** `depth`: millimetres outside of the arch. */
  fromPatient: (point: Point3) => { readonly point: Point2; readonly depth: number };
};

/** The dental arch with everything that is computed from it once. */
export type ArchModel = {
  readonly points: readonly Point3[];
  readonly axes: Axes;
  /** The points in one plane across the axis to the head: they may have been set before the head was straightened. */
  readonly controlPoints: readonly Point3[];
  /** Millimetres between cross-sections. */
  readonly step: number;
  readonly surface: PanoramicSurface;
  /** The curve in the axial plane. */
  readonly outline: readonly Point3[];
  readonly sectionCount: number;
  sectionView: (index: number, pane: Size, zoom: number) => PlaneView | undefined;
  sectionCentre: (index: number) => Point3 | undefined;
  /** The cross-section as a line across the arch: its ends outside and inside, the arch in the middle. */
  sectionMark: (index: number) => readonly [Point3, Point3, Point3] | undefined;
  nearestSection: (point: Point3) => number;
};

/** Millimetres that a cross-section shows across the arch. */
const SECTION_WIDTH = 40;

/**
 * Millimetres from head to feet up to which a cross-section shows all of a volume, and those that it shows around the
 * arch in a higher one, in which the ridge would be small: from the eyes to the chin. Zoomed out it shows twice as much.
 */
const FIELD_HEIGHT = 80;
const SECTION_HEIGHT = 75;

export function createArchModel(
  space: VolumeSpace,
  points: readonly Point3[],
  step: number,
  axes: Axes,
): ArchModel {
  const straight = alongAxes(space, axes);
  const flat = flatten(points.map((point) => toAxes(axes, point)));
  const curve = createCurve(flat);
  const positions = crossSectionPositions(curve, step);
  const { bottom, top } = findHeights(straight);
  const height = top - bottom;
  const sectionHeight = height > FIELD_HEIGHT ? SECTION_HEIGHT : height;
  const archHeight = curve.pointAt(0)[2];
  const halfHeight = sectionHeight / 2;
  const elevation = clamp(archHeight, bottom + halfHeight, top - halfHeight) - archHeight;
  const toPatient = (point: Point3) => fromAxes(axes, point);

  const sectionCentre = (index: number): Point3 | undefined => {
    const position = positions[index];
    return position === undefined ? undefined : toPatient(curve.pointAt(position));
  };

  return {
    points,
    step,
    axes,
    controlPoints: flat.map(toPatient),
    surface: createSurface(straight, curve, axes),
    outline: traceOutline(curve).map(toPatient),
    sectionCount: positions.length,
    sectionCentre,
    sectionView(index, paneSize, zoom) {
      const position = positions[index];
      if (position === undefined) return undefined;
      const view = crossSectionAt(curve, position, {
        width: SECTION_WIDTH / zoom,
        height: sectionHeight / zoom,
        paneSize,
        elevation,
      });
      return {
        ...view,
        centre: toPatient(view.centre),
        right: toPatient(view.right),
        down: toPatient(view.down),
      };
    },
    sectionMark(index) {
      const centre = sectionCentre(index);
      const position = positions[index];
      if (!centre || position === undefined) return undefined;
      const outwards = toPatient(curve.normalAt(position));
      const half = SECTION_WIDTH / 2;
      return [along(centre, outwards, half), centre, along(centre, outwards, -half)];
    },
    nearestSection: (point) =>
      clamp(
        Math.round(curve.nearest(toAxes(axes, point)).position / step),
        0,
        positions.length - 1,
      ),
  };
}

/** Points of one height, the mean of theirs. */
function flatten(points: readonly Point3[]): Point3[] {
  const height = points.reduce((sum, [, , z]) => sum + z, 0) / points.length;
  return points.map(([x, y]) => [x, y, height]);
}

function createSurface(space: VolumeSpace, curve: Curve, axes: Axes): PanoramicSurface {
  const millimetresPerPixel = Math.min(...space.spacing);
  const columns = panoramicSurface(curve, { millimetresPerPixel });
  const { bottom, top } = findHeights(space);
  return {
    columns,
    axes,
    space,
    millimetresPerPixel,
    top,
    size: {
      width: columns.length / COLUMN_STRIDE,
      height: Math.max(1, Math.round((top - bottom) / millimetresPerPixel)),
    },
    toPatient([column, row]) {
      const [x, y] = curve.pointAt(column * millimetresPerPixel);
      return fromAxes(axes, [x, y, top - row * millimetresPerPixel]);
    },
    fromPatient(point) {
      const straight = toAxes(axes, point);
      const { position, offset } = curve.nearest(straight);
      const row = (top - straight[2]) / millimetresPerPixel;
      return { point: [position / millimetresPerPixel, row], depth: offset };
    },
  };
}

function findHeights(space: VolumeSpace): { readonly bottom: number; readonly top: number } {
  const heights = listCorners(space).map(([, , z]) => z);
  return { bottom: Math.min(...heights), top: Math.max(...heights) };
}
