import { describe, expect, test } from 'vitest';
import { crossSectionAt } from './arch/cross-section.ts';
import { createCurve } from './arch/curve.ts';
import { type Canal, distanceToCanal, polylineInPlane } from './canal.ts';
import { directionOfTilt, findApex, type Implant, implantToCanal, measureTilt } from './implant.ts';
import { outlineInPlane, silhouetteInPlane } from './implant-outline.ts';
import { expectNear, volumeSpace } from './testing.ts';
import { distance, dot, norm, normalize, type Point2, type Point3, subtract } from './vectors.ts';
import { paneToPatient, planeView, rotateBy, throughPoint } from './volume/planes.ts';

const pane = { width: 200, height: 200 };
const space = volumeSpace({ origin: [-24, -24, -24] });
const canal: Canal = [
  [0, 0, -10],
  [0, 10, -12],
  [0, 20, -10],
];

describe('the distance to a canal', () => {
  test('of a point is that to its nearest section', () => {
    const line = distanceToCanal([[4, 10, -15]], canal);
    expect(line?.distance).toBeCloseTo(5);
    expectNear(line?.to ?? [], [0, 10, -12]);
  });

  test('of a line that passes above is the shortest between both', () => {
    const line = distanceToCanal(
      [
        [-5, 5, -8],
        [5, 5, -8],
      ],
      canal,
    );
    const expected = 3 * Math.cos(Math.atan2(2, 10));
    expect(line?.distance).toBeCloseTo(expected);
    expect(distance(line?.from ?? [0, 0, 0], line?.to ?? [0, 0, 0])).toBeCloseTo(expected);
  });

  test('of a parallel, a crossing and a line without length is right', () => {
    expect(
      distanceToCanal(
        [
          [3, 0, -10],
          [3, 10, -12],
        ],
        canal,
      )?.distance,
    ).toBeCloseTo(3);
    expect(
      distanceToCanal(
        [
          [-5, 10, -12],
          [5, 10, -12],
        ],
        canal,
      )?.distance,
    ).toBeCloseTo(0);
    expect(
      distanceToCanal(
        [
          [0, 30, -10],
          [0, 30, -10],
        ],
        canal,
      )?.distance,
    ).toBeCloseTo(10);
    expect(distanceToCanal([[0, 30, -10]], [[0, 20, -10]])?.distance).toBeCloseTo(10);
  });

  test('agrees with a search through many points', () => {
    const line: readonly Point3[] = [
      [-7, 2, 3],
      [6, 15, -4],
      [9, 19, -14],
    ];
    const points = (of: readonly Point3[]) =>
      of.slice(1).flatMap((end, index) =>
        Array.from({ length: 301 }, (_, step): Point3 => {
          const start = of[index] ?? end;
          return [0, 1, 2].map(
            (axis) => (start[axis] ?? 0) + (((end[axis] ?? 0) - (start[axis] ?? 0)) * step) / 300,
          ) as unknown as Point3;
        }),
      );
    const own = points(line);
    const others = points(canal);
    const searched = Math.min(...own.map((a) => Math.min(...others.map((b) => distance(a, b)))));
    expect(distanceToCanal(line, canal)?.distance).toBeCloseTo(searched, 1);
  });

  test('is missing without a canal', () => {
    expect(distanceToCanal([[0, 0, 0]], [])).toBeUndefined();
    expect(implantToCanal({ ...upright, length: 5 }, [])).toBeUndefined();
  });
});

describe('a canal in a plane', () => {
  test('crosses a coronal plane at one point', () => {
    const view = planeView(space, 'coronal', [0, 5, 0], pane);
    const { crossings } = polylineInPlane(canal, view, pane, 1);
    expect(crossings).toHaveLength(1);
    expectNear(paneToPatient(view, pane, crossings[0] ?? [0, 0]), [0, 5, -11], 1e-6);
  });

  test('is seen within the slab only', () => {
    const view = planeView(space, 'coronal', [0, 5, 0], pane);
    const { segments } = polylineInPlane(canal, view, pane, 4);
    expect(segments).toHaveLength(1);
    const ends = segments[0]?.map((end) => paneToPatient(view, pane, end)[2]) ?? [];
    expectNear(ends.toSorted(), [-10.6, -11.4], 1e-6);
  });

  test('lies in its own sagittal plane as a whole, and not in one beside it', () => {
    const view = planeView(space, 'sagittal', [0, 0, 0], pane);
    expect(polylineInPlane(canal, view, pane, 1).segments).toHaveLength(2);
    const beside = throughPoint(view, [3, 0, 0]);
    expect(polylineInPlane(canal, beside, pane, 1)).toEqual({ segments: [], crossings: [] });
  });
});

const upright: Implant = { position: [0, 10, 5], direction: [0, 0, -1], diameter: 4, length: 10 };

const extent = (polygon: readonly Point2[], axis: 0 | 1) => {
  const values = polygon.map((point) => point[axis]);
  return Math.max(...values) - Math.min(...values);
};

describe('an implant', () => {
  test('ends at its apex', () => {
    expectNear(findApex(upright), [0, 10, -5]);
  });

  test.each([0, 12, -25, 180, 160])('is tilted by %d degrees in a cross-section', (degrees) => {
    const arch = createCurve([
      [-20, 20, 0],
      [-12, 0, 0],
      [0, -8, 0],
      [12, 0, 0],
      [20, 20, 0],
    ]);
    const view = crossSectionAt(arch, 14, { width: 40, height: 40, paneSize: pane });
    const direction = directionOfTilt(view, degrees);
    expect(norm(direction)).toBeCloseTo(1);
    expect(measureTilt({ ...upright, direction }, view)).toBeCloseTo(degrees);
    const arms = dot(direction, view.down);
    expect(arms).toBeCloseTo(Math.cos((degrees * Math.PI) / 180));
  });

  test('is a circle in the axial plane and a rectangle in the coronal one', () => {
    const axial = planeView(space, 'axial', [0, 0, 0], pane);
    const round = outlineInPlane(upright, axial, pane);
    const perPixel = axial.millimetresPerPixel;
    expect(extent(round, 0) * perPixel).toBeCloseTo(4, 2);
    expect(extent(round, 1) * perPixel).toBeCloseTo(4, 2);
    const coronal = planeView(space, 'coronal', [0, 10, 0], pane);
    const square = outlineInPlane(upright, coronal, pane);
    expect(extent(square, 0) * perPixel).toBeCloseTo(4, 1);
    expect(extent(square, 1) * perPixel).toBeCloseTo(10);
  });

  test('that is tilted is an ellipse in the axial plane', () => {
    const direction = normalize([Math.sin(0.5), 0, -Math.cos(0.5)]);
    const view = planeView(space, 'axial', [0, 0, 0], pane);
    const outline = outlineInPlane({ ...upright, direction }, view, pane);
    expect(extent(outline, 0) * view.millimetresPerPixel).toBeCloseTo(4 / Math.cos(0.5), 2);
    expect(extent(outline, 1) * view.millimetresPerPixel).toBeCloseTo(4, 2);
  });

  test('has an outline on its surface in any oblique plane', () => {
    const direction = normalize([0.3, -0.2, -1]);
    const implant = { ...upright, direction };
    const view = throughPoint(
      rotateBy(planeView(space, 'coronal', [0, 0, 0], pane), 31),
      [0, 9, 0],
    );
    const outline = outlineInPlane(implant, view, pane);
    expect(outline.length).toBeGreaterThan(20);
    for (const point of outline) {
      const offset = subtract(paneToPatient(view, pane, point), implant.position);
      const depth = dot(offset, direction);
      const radius = Math.sqrt(Math.max(dot(offset, offset) - depth * depth, 0));
      expect(depth).toBeGreaterThan(-1e-6);
      expect(depth).toBeLessThan(10 + 1e-6);
      const isOnCap = Math.min(Math.abs(depth), Math.abs(depth - 10)) < 1e-6;
      if (!isOnCap) expect(radius).toBeCloseTo(2, 2);
      expect(radius).toBeLessThan(2.001);
    }
  });

  test('is not in a plane that misses it, but has a shadow there', () => {
    const view = planeView(space, 'axial', [0, 0, 8], pane);
    expect(outlineInPlane(upright, view, pane)).toEqual([]);
    expect(
      extent(silhouetteInPlane(upright, view, pane), 0) * view.millimetresPerPixel,
    ).toBeCloseTo(4, 1);
  });

  test('has the distance to a canal below it, beside it and through it', () => {
    const below: Canal = [
      [-5, 10, -8],
      [5, 10, -8],
    ];
    expect(implantToCanal(upright, below)?.distance).toBeCloseTo(3);
    const beside: Canal = [
      [7, 0, 0],
      [7, 20, 0],
    ];
    expect(implantToCanal(upright, beside)?.distance).toBeCloseTo(5);
    const diagonal: Canal = [
      [5, 10, -9],
      [5, 30, -9],
    ];
    const line = implantToCanal(upright, diagonal);
    expect(line?.distance).toBeCloseTo(5);
    expectNear(line?.from ?? [], [2, 10, -5], 1e-6);
    expectNear(line?.to ?? [], [5, 10, -9], 1e-6);
    const through: Canal = [
      [-5, 10, 0],
      [5, 10, 0],
    ];
    expect(implantToCanal(upright, through)?.distance).toBe(0);
  });

  test('that is tilted has the distance that a search through its surface finds', () => {
    const direction = normalize([0.25, 0.35, -1]);
    const implant = { ...upright, direction };
    let searched = Number.POSITIVE_INFINITY;
    const helper = normalize(
      subtract([0, 0, 1], direction.map((v) => v * direction[2]) as unknown as Point3),
    );
    const other: Point3 = [
      direction[1] * helper[2] - direction[2] * helper[1],
      direction[2] * helper[0] - direction[0] * helper[2],
      direction[0] * helper[1] - direction[1] * helper[0],
    ];
    for (let ring = 0; ring <= 40; ring += 1)
      for (let spoke = 0; spoke < 72; spoke += 1)
        for (const radius of [0.5, 1, 1.5, 2]) {
          const angle = (spoke * 5 * Math.PI) / 180;
          const surface = [0, 1, 2].map(
            (axis) =>
              (implant.position[axis] ?? 0) +
              (direction[axis] ?? 0) * ring * 0.25 +
              ((helper[axis] ?? 0) * Math.cos(angle) + (other[axis] ?? 0) * Math.sin(angle)) *
                radius,
          ) as unknown as Point3;
          searched = Math.min(searched, distanceToCanal([surface], canal)?.distance ?? searched);
        }
    const found = implantToCanal(implant, canal)?.distance ?? 0;
    expect(found).toBeLessThanOrEqual(searched + 1e-9);
    expect(searched - found).toBeLessThan(0.02);
  });
});
