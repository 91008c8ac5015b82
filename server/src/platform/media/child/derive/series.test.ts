import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FramePlane, Vector } from '../dicom/frame-attributes.ts';
import { arrange, groupSeries, type SliceHeader } from './series.ts';

const axial = (position: Vector, more: Partial<FramePlane> = {}): FramePlane => ({
  position,
  column: [1, 0, 0],
  row: [0, 1, 0],
  spacing: [0.5, 0.5],
  ...more,
});

const slice = (instanceNumber: number, plane: FramePlane | undefined, more = {}): SliceHeader => ({
  series: 'a',
  width: 4,
  height: 4,
  channels: 1,
  frame: 0,
  instanceNumber,
  plane,
  ...more,
});

/** Slices 2 mm apart; instance numbers run the other way. */
const volume = (count = 10) =>
  Array.from({ length: count }, (_, index) => slice(count - index, axial([0, 0, index * 2])));

const farApart = (each: SliceHeader, factor: number): SliceHeader => ({
  ...each,
  plane: axial([0, 0, (each.plane?.position[2] ?? 0) * factor]),
});

const distances = (slices: readonly SliceHeader[]) => slices.map((each) => each.plane?.position[2]);
const numbers = (slices: readonly SliceHeader[]) => slices.map((each) => each.instanceNumber);

describe('the slices of a file', () => {
  test('at equal distances are a volume in the order of their positions', () => {
    const ascending = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18];
    for (const slices of [
      volume(),
      volume().reverse(),
      volume().sort((a, b) => ((a.instanceNumber * 7) % 10) - ((b.instanceNumber * 7) % 10)),
    ]) {
      const { kind, slices: ordered, issues, geometry, missing } = arrange(slices);
      assert.equal(kind, 'volume');
      assert.deepEqual([distances(ordered), issues, missing], [ascending, [], []]);
      assert.deepEqual(geometry?.spacing, [0.5, 0.5, 2]);
      assert.deepEqual(geometry?.origin, [0, 0, 0]);
    }
  });

  test('of an oblique volume are ordered along their normal', () => {
    const half = Math.SQRT1_2;
    const slices = volume().map(({ instanceNumber }, index) =>
      slice(
        instanceNumber,
        axial([0, -half * index, half * index], { column: [1, 0, 0], row: [0, half, half] }),
      ),
    );
    const { kind, geometry } = arrange(slices);
    assert.equal(kind, 'volume');
    assert.ok(Math.abs((geometry?.spacing[2] ?? 0) - 1) < 1e-9);
  });

  test('that drift sideways within the tolerance have a geometry with that drift', () => {
    const slices = volume(10).map(({ instanceNumber }, index) =>
      slice(instanceNumber, axial([0, index * 0.03, index * 2])),
    );
    const { kind, geometry } = arrange(slices);
    assert.equal(kind, 'volume');
    assert.ok(geometry);
    const last = [0, 1, 2].map(
      (axis) =>
        (geometry.origin[axis] ?? 0) + (geometry.normal[axis] ?? 0) * geometry.spacing[2] * 9,
    );
    for (const [axis, value] of [0, 0.27, 18].entries())
      assert.ok(Math.abs((last[axis] ?? 0) - value) < 1e-9);
  });

  test('with positions that are rounded are a volume', () => {
    const slices = volume().map((each, index) =>
      slice(each.instanceNumber, axial([0, 0, index * 2 + (index % 2) * 0.001])),
    );
    assert.equal(arrange(slices).kind, 'volume');
  });

  const spoiled: Record<string, readonly [issue: string, slices: SliceHeader[]]> = {
    'of which three in a row are missing': [
      'missing-slices',
      volume(40).filter((_, index) => index < 5 || index > 7),
    ],
    'around a gap in which a root may lie': [
      'missing-slices',
      volume(12)
        .filter((_, index) => index !== 5)
        .map((each) => farApart(each, 2)),
    ],
    'of which many are missing': ['missing-slices', volume(80).filter((_, index) => index % 9)],
    'at uneven distances': [
      'uneven-gaps',
      volume().map((each, index) =>
        index === 4 ? slice(each.instanceNumber, axial([0, 0, index * 2 + 0.7])) : each,
      ),
    ],
    'that lie now here, now there': [
      'gantry-tilt',
      volume().map((each, index) => slice(each.instanceNumber, axial([0, index % 2, index * 2]))),
    ],
    'that drift by more than 45 degrees': [
      'gantry-tilt',
      volume().map((each, index) => slice(each.instanceNumber, axial([0, index * 3, index * 2]))),
    ],
    'in several orientations': [
      'mixed-orientations',
      [...volume(9), slice(99, axial([0, 0, 18], { column: [0, 1, 0], row: [0, 0, 1] }))],
    ],
    'of which one has another pixel spacing': [
      'mixed-orientations',
      [...volume(9), slice(99, axial([0, 0, 18], { spacing: [0.6, 0.6] }))],
    ],
    'without positions': ['no-positions', [...volume(9), slice(99, undefined)]],
  };

  for (const [what, [issue, slices]] of Object.entries(spoiled))
    test(`${what} are a stack, and the reason is reported`, () => {
      const { kind, issues, geometry } = arrange(slices);
      assert.deepEqual([kind, issues, geometry], ['stack', [issue], undefined]);
    });

  test('of which one or two are missing are a volume that says which', () => {
    for (const gap of [[5], [5, 6], [3, 8]]) {
      const slices = volume(12).filter((_, index) => !gap.includes(index));
      const { kind, issues, missing, geometry } = arrange(slices);
      assert.deepEqual([kind, issues, missing], ['volume', ['missing-slices'], gap]);
      assert.equal(geometry?.spacing[2], 2);
    }
  });

  test('of a tilted gantry are a volume whose slices lie where they were taken', () => {
    const slices = volume().map((each, index) =>
      slice(each.instanceNumber, axial([0, index, index * 2])),
    );
    const { kind, issues, geometry } = arrange(slices);
    assert.deepEqual([kind, issues], ['volume', ['gantry-tilt']]);
    assert.ok(geometry);
    const last = geometry.normal.map((part) => part * geometry.spacing[2] * 9);
    for (const [axis, value] of [0, 9, 18].entries())
      assert.ok(Math.abs((last[axis] ?? 0) - value) < 1e-9);
  });

  test('that exist twice are a volume without the copies', () => {
    const { kind, slices, issues } = arrange([...volume(), ...volume()]);
    assert.deepEqual([kind, slices.length, issues], ['volume', 10, ['duplicate-slices']]);
  });

  test('all at one position are a stack', () => {
    const slices = volume().map(({ instanceNumber }) => slice(instanceNumber, axial([0, 0, 5])));
    const { kind, issues, slices: shown } = arrange(slices);
    assert.deepEqual([kind, issues, shown.length], ['stack', ['duplicate-slices'], 10]);
  });

  test('of which one has another size are a volume and a picture', () => {
    const scout = slice(0, axial([0, 0, -50]), { width: 9 });
    const kinds = groupSeries([scout, ...volume()]).map((group) => arrange(group).kind);
    assert.deepEqual(kinds, ['volume', 'image']);
  });

  test('of two series are two volumes, and a panoramic beside them is a picture', () => {
    const other = volume(9).map((each) => ({ ...each, series: 'b' }));
    const panoramic = slice(1, undefined, { series: 'c', width: 90 });
    const arranged = groupSeries([panoramic, ...other, ...volume()]).map(arrange);
    assert.deepEqual(
      arranged.map(({ kind, slices }) => [kind, slices.length]),
      [
        ['volume', 10],
        ['volume', 9],
        ['image', 1],
      ],
    );
  });

  test('each in a series of its own are one volume', () => {
    const slices = volume().map((each, index) => ({ ...each, series: `s${index}` }));
    assert.deepEqual(
      groupSeries(slices).map((group) => arrange(group).kind),
      ['volume'],
    );
  });

  test('fewer than eight, or in colour, are a stack in the order of their numbers', () => {
    const few = arrange(volume(5));
    assert.deepEqual([few.kind, numbers(few.slices)], ['stack', [1, 2, 3, 4, 5]]);
    const coloured = arrange(volume().map((each) => ({ ...each, channels: 3 as const })));
    assert.deepEqual([coloured.kind, coloured.issues], ['stack', []]);
  });

  test('one alone is an image, and none is an empty stack', () => {
    assert.equal(arrange(volume(1)).kind, 'image');
    assert.deepEqual(arrange([]).slices, []);
  });
});
