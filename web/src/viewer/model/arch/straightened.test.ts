import { archPhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { expect, test } from 'vitest';
import { crossSectionAt } from '../../geometry/arch/cross-section.ts';
import { createCurve } from '../../geometry/arch/curve.ts';
import { expectNear, volumeMetadata } from '../../geometry/testing.ts';
import { along, distance, dot, type Point3 } from '../../geometry/vectors.ts';
import { type Axes, fromAxes, STANDARD } from '../../geometry/volume/axes.ts';
import { patientToPane } from '../../geometry/volume/planes.ts';
import { alongAxes, fromAngles, toAxes } from '../../geometry/volume/straightening.ts';
import { createVolumeSpace } from '../../geometry/volume/volume-space.ts';
import { createModel } from '../../testing/annotations.ts';
import { searchArch } from './search-arch.ts';

const TILT = fromAngles({ pitch: 9, yaw: -6, roll: 7 });

/** The phantom of a jaw in a head that lies askew: `locate` is where a point of the straight jaw is. */
function scanTilted() {
  const { truth } = archPhantom({});
  const scan = scanPhantom(archPhantom({}), { side: 64 });
  const { column, row } = scan.variant;
  const upright = volumeMetadata({ ...scan, column, row });
  const space = createVolumeSpace(upright);
  if (!space || !upright.geometry) throw new Error('no volume');
  const { origin, axes } = alongAxes(space, TILT);
  const metadata = {
    ...upright,
    geometry: {
      ...upright.geometry,
      origin: [...origin] as [number, number, number],
      column: [...axes[0]] as [number, number, number],
      row: [...axes[1]] as [number, number, number],
      normal: [...axes[2]] as [number, number, number],
    },
  };
  const [width, height, slices] = scan.size;
  const values = Uint16Array.from(scan.densities, (density) =>
    Math.max(0, Math.round(density + 1024)),
  );
  const model = createModel(metadata);
  const locate = (point: Point3) => toAxes(TILT, point);
  return { model, level: { scale: 1, width, height, slices, values }, locate, truth };
}

const HEAD: Axes = [toAxes(TILT, [1, 0, 0]), toAxes(TILT, [0, 1, 0]), toAxes(TILT, [0, 0, 1])];

test('the arch of a head that lies askew is found in its own axial plane once it is straightened', () => {
  const { model, level, locate, truth } = scanTilted();
  model.update({ axes: HEAD });
  searchArch(model, level);
  const arch = model.arch();
  const heights = (arch?.controlPoints ?? []).map((point) => toAxes(HEAD, point)[2]);
  expect(heights.length).toBeGreaterThan(4);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-9);
  for (const [x, y] of truth.curve) {
    const section = arch?.nearestSection(locate([x, y, 0])) ?? -1;
    const centre = toAxes(HEAD, arch?.sectionCentre(section) ?? [0, 0, 0]);
    expect(Math.hypot(centre[0] - x, centre[1] - y)).toBeLessThan(0.9 + 0.5);
  }
});

test('its cross-sections contain the axis to the head and cut the arch at a right angle', () => {
  const { model, level } = scanTilted();
  model.update({ axes: HEAD });
  searchArch(model, level);
  const arch = model.arch();
  if (!arch) throw new Error('no arch');
  for (let index = 1; index < arch.sectionCount - 1; index += 1) {
    const view = arch.sectionView(index, { width: 100, height: 200 }, 1);
    if (!view) throw new Error('no section');
    expectNear(view.down, fromAxes(HEAD, [0, 0, -1]), 1e-9);
    const [before, after] = [index - 1, index + 1].map((one) => arch.sectionCentre(one));
    const chord = after && before ? along(after, before, -1) : HEAD[0];
    expect(Math.abs(dot(chord, view.right)) / Math.hypot(...chord)).toBeLessThan(
      Math.sin((5 * Math.PI) / 180),
    );
  }
});

test('a panoramic of a straightened head shows each point of the arch where it is', () => {
  const { model, level, locate } = scanTilted();
  model.update({ axes: HEAD });
  searchArch(model, level);
  const surface = model.arch()?.surface;
  const point = locate([3, -22, 6]);
  const shown = surface?.fromPatient(point);
  const back = surface?.toPatient(shown?.point ?? [0, 0]) ?? [0, 0, 0];
  expect(distance(point, back)).toBeCloseTo(Math.abs(shown?.depth ?? NaN), 1);
  expect(toAxes(HEAD, back)[2]).toBeCloseTo(6);
});

test('the height of a ridge is that of the straightened jaw, and too large without it', () => {
  const { model, locate } = scanTilted();
  const height = 20;
  // Both ends of a rod in the midline that is upright in the jaw.
  const ends = [locate([0, -20, -height / 2]), locate([0, -20, height / 2])] as const;
  const measure = (axes: Axes) => {
    model.update({ axes, arch: ARCH.map(locate), isArchEdited: true });
    const arch = model.arch();
    const section = arch?.nearestSection(locate([0, -20, 0])) ?? -1;
    const view = arch?.sectionView(section, { width: 100, height: 200 }, 1);
    if (!view) throw new Error('no section');
    return ends.map((end) => patientToPane(view, { width: 100, height: 200 }, end));
  };
  const [top, bottom] = measure(HEAD);
  expect(Math.abs((top?.depth ?? 9) - (bottom?.depth ?? 0))).toBeLessThan(0.2);
  const askew = measure(STANDARD);
  expect(Math.abs((askew[0]?.depth ?? 0) - (askew[1]?.depth ?? 0))).toBeGreaterThan(1);
});

const ARCH: readonly Point3[] = [
  [-24, 14, 0],
  [-18, -10, 0],
  [0, -20, 0],
  [18, -10, 0],
  [24, 14, 0],
];

test('an arch that was set before the head was straightened keeps its points from above', () => {
  const { model, locate } = scanTilted();
  model.update({ axes: STANDARD, arch: ARCH.map(locate), isArchEdited: true });
  model.update({ axes: HEAD });
  const points = model.arch()?.controlPoints ?? [];
  for (const [index, point] of points.entries())
    expectNear(toAxes(HEAD, point), ARCH[index] ?? [], 1e-9);
  const upright = createCurve(ARCH);
  const section = crossSectionAt(upright, 10, {
    width: 40,
    height: 60,
    paneSize: { width: 100, height: 200 },
  });
  const view = model.arch()?.sectionView(10, { width: 100, height: 200 }, 1);
  expectNear(toAxes(HEAD, view?.right ?? [0, 0, 0]), section.right, 1e-9);
  // Points that lay in the machine's axial plane lie in that of the head.
  model.update({ arch: ARCH });
  const heights = (model.arch()?.controlPoints ?? []).map((point) => toAxes(HEAD, point)[2]);
  expect(new Set(heights.map((height) => height.toFixed(6))).size).toBe(1);
  model.update({ arch: ARCH.map(locate) });
  // The user's own points stay as they were stored.
  expect(model.state.get().arch).toEqual(ARCH.map(locate));
});
