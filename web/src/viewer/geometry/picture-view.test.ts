import { describe, expect, test } from 'vitest';
import {
  clampView,
  fitView,
  mirror,
  type PictureView,
  panBy,
  paneToPicture,
  pictureToPane,
  pixelAspect,
  rotate,
  zoomAt,
} from './picture-view.ts';
import { expectNear } from './testing.ts';
import type { Point2 } from './vectors.ts';

const size = { width: 400, height: 100 };
const pane = { width: 200, height: 200 };
const view = fitView(size, pane);
const shown = (of: PictureView, point: Point2) => pictureToPane(of, pane, point);

describe('a picture', () => {
  test('fits into its pane, edge to edge and in the middle', () => {
    expect(view).toMatchObject({ scale: 0.5, centre: [199.5, 49.5] });
    expectNear(shown(view, [-0.5, -0.5]), [0, 75]);
    expectNear(shown(view, [399.5, 99.5]), [200, 125]);
  });

  test('fits by its content, without blank borders', () => {
    const content = { x: 100, y: 20, width: 50, height: 60 };
    const fitted = fitView(size, pane, { content });
    expectNear(shown(fitted, [99.5, 19.5]), [100 - 25 * fitted.scale, 0]);
    expectNear(shown(fitted, [149.5, 79.5]), [100 + 25 * fitted.scale, 200]);
  });

  test('whose rows are wider apart is stretched', () => {
    const aspect = pixelAspect([0.1, 0.2]);
    expect(aspect).toBe(2);
    expect(pixelAspect(undefined)).toBe(1);
    const stretched = fitView(size, pane, { aspect });
    const [left, top] = shown(stretched, [0, 0]);
    const [right, bottom] = shown(stretched, [10, 10]);
    expect((bottom - top) / (right - left)).toBeCloseTo(2);
  });

  test('fits when it is on its side', () => {
    const upright = fitView(size, pane, { quarterTurns: 1 });
    expect(upright.scale).toBe(0.5);
    expectNear(shown(upright, [-0.5, 49.5]), [100, 0]);
  });

  test('in a pane without a size has a scale above 0', () => {
    expect(fitView(size, { width: 0, height: 0 }).scale).toBeGreaterThan(0);
  });

  test('is rotated clockwise', () => {
    expectNear(shown(rotate(view), [209.5, 49.5]), [100, 105]);
    expectNear(shown(rotate(view, -1), [209.5, 49.5]), [100, 95]);
    expect(rotate(rotate(view, 3), 2).quarterTurns).toBe(1);
  });

  test('is mirrored as the screen shows it, also when it is rotated', () => {
    for (const before of [view, rotate(view), rotate(view, 2), mirror(rotate(view, 3))]) {
      const point: Point2 = [30, 80];
      const [x, y] = shown(before, point);
      expectNear(shown(mirror(before), point), [pane.width - x, y]);
      expect(mirror(mirror(before))).toEqual(before);
    }
  });

  test('is rotated clockwise also when it is mirrored', () => {
    const flipped = mirror(view);
    const [x, y] = shown(flipped, [30, 80]);
    expectNear(shown(rotate(flipped), [30, 80]), [100 - (y - 100), 100 + (x - 100)]);
  });
});

const orientations = [0, 1, 2, 3].flatMap((quarters) => {
  const rotated = rotate(fitView(size, pane, { aspect: 1.5 }), quarters);
  return [rotated, mirror(rotated)];
});

test('pane and picture coordinates are inverse in every orientation', () => {
  expect(orientations).toHaveLength(8);
  for (const each of orientations)
    expectNear(paneToPicture(each, pane, shown(each, [12.5, 90])), [12.5, 90]);
});

test('zooming keeps what is under the pointer', () => {
  for (const each of orientations) {
    const fixed = paneToPicture(each, pane, [30, 170]);
    const zoomed = zoomAt(each, pane, [30, 170], 2.5);
    expect(zoomed.scale).toBeCloseTo(each.scale * 2.5);
    expectNear(paneToPicture(zoomed, pane, [30, 170]), fixed);
  }
});

test('the picture follows the finger in every orientation', () => {
  for (const each of orientations) {
    const [x, y] = shown(each, [50, 60]);
    expectNear(shown(panBy(each, [7, -9]), [50, 60]), [x + 7, y - 9]);
  }
});

describe('a view that is clamped', () => {
  test('is centred where the picture is smaller than the pane', () => {
    const moved = clampView(panBy(view, [80, 90]), size, pane);
    expect(moved).toEqual({ ...view, centre: [expect.closeTo(199.5), expect.closeTo(49.5)] });
  });

  test('leaves no border where the picture is larger', () => {
    for (const each of orientations) {
      const large = zoomAt(each, pane, [100, 100], 8);
      const clamped = clampView(panBy(large, [10_000, 10_000]), size, pane);
      const corners = [
        shown(clamped, [-0.5, -0.5]),
        shown(clamped, [size.width - 0.5, size.height - 0.5]),
      ];
      expect(Math.min(...corners.map(([x]) => x))).toBeCloseTo(0);
      expect(Math.min(...corners.map(([, y]) => y))).toBeCloseTo(0);
    }
  });

  test('is neither enlarged nor reduced without end', () => {
    expect(clampView({ ...view, scale: 1e6 }, size, pane).scale).toBe(32);
    expect(clampView({ ...view, scale: 1e-6 }, size, pane).scale).toBe(0.25);
  });

  test('that is within bounds does not change', () => {
    const zoomed = zoomAt(view, pane, [100, 100], 6);
    expectNear(clampView(zoomed, size, pane).centre, zoomed.centre);
  });
});
