import { expect, test } from 'vitest';
import { expectNear, volumeMetadata } from '../../geometry/testing.ts';
import { dot, type Point2 } from '../../geometry/vectors.ts';
import { depthDirection } from '../../geometry/volume/planes.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { createModel } from '../../testing/annotations.ts';
import { beginEdit } from './edits.ts';
import { beginDrag } from './interaction.ts';
import { listLineHandles } from './oblique.ts';
import { locate } from './press.ts';

/** A volume in one plane of a phone, with the tool that moves the planes. */
function showAxial(): ViewerModel {
  const model = createModel(volumeMetadata());
  model.resize({ width: 390, height: 500 });
  model.update({ layout: 'axial', tool: 'crosshair', cursor: [4, -6, 64] });
  return model;
}

const NO_ANNOTATIONS = {
  all: [],
  levelScale: 1,
  preview: () => undefined,
  save: () => undefined,
  finish: () => undefined,
};

/** Drags from a point of the pane around the cross by degrees, clockwise. */
function dragAround(model: ViewerModel, from: Point2, degrees: number, isCancelled = false) {
  const pane = model.mainPane();
  const view = planeOf(model, 'axial');
  const { cursor } = model.state.get();
  const cross = [
    195 + dot(view.right, subtract(cursor, view.centre)) / view.millimetresPerPixel,
    250 + dot(view.down, subtract(cursor, view.centre)) / view.millimetresPerPixel,
  ] as const;
  const radians = (degrees * Math.PI) / 180;
  const x = from[0] - cross[0];
  const y = from[1] - cross[1];
  const to: Point2 = [
    cross[0] + x * Math.cos(radians) - y * Math.sin(radians),
    cross[1] + x * Math.sin(radians) + y * Math.cos(radians),
  ];
  const press = { ...locate(model, pane, from), pane, isTouch: true, isPan: false };
  const drag = beginDrag(model, NO_ANNOTATIONS, press, { beginEdit });
  drag.move(locate(model, pane, to));
  drag.end(isCancelled);
}

const subtract = (a: readonly number[], b: readonly number[]) =>
  a.map((value, axis) => value - (b[axis] ?? 0)) as [number, number, number];

function planeOf(model: ViewerModel, kind: 'axial' | 'coronal' | 'sagittal') {
  const pane = model.view({ ...model.mainPane(), id: kind, kind });
  if (pane.kind !== 'plane') throw new Error('no plane');
  return pane.view;
}

test('the end of a line turns both other planes around the cross, and they stay at right angles', () => {
  const model = showAxial();
  const handles = listLineHandles(model, model.mainPane());
  expect(handles.map(({ plane }) => plane)).toEqual(['coronal', 'coronal', 'sagittal', 'sagittal']);
  const before = planeOf(model, 'coronal');
  const axial = planeOf(model, 'axial');
  dragAround(model, handles[1]?.point ?? [0, 0], 30);
  const coronal = planeOf(model, 'coronal');
  const sagittal = planeOf(model, 'sagittal');
  const turned = (Math.acos(dot(coronal.right, before.right)) * 180) / Math.PI;
  expect(Math.abs(turned - 30)).toBeLessThan(0.5);
  // Clockwise as the patient is seen from the feet: from the left towards the back.
  expect(coronal.right[1]).toBeGreaterThan(0);
  expect(dot(depthDirection(coronal), depthDirection(sagittal))).toBeCloseTo(0);
  expectNear(coronal.down, before.down);
  expect(planeOf(model, 'axial')).toEqual(axial);
  const { cursor } = model.state.get();
  const inPane = ({ centre, right, down }: typeof before) => [
    dot(subtract(cursor, centre), right),
    dot(subtract(cursor, centre), down),
  ];
  expectNear(inPane(coronal), inPane(before));
  for (const { centre, right, down } of [coronal, sagittal])
    expect(dot(subtract(cursor, centre), depthDirection({ right, down }))).toBeCloseTo(0);
});

test('a drag that a second finger ends leaves the planes as they were', () => {
  const model = showAxial();
  const [handle] = listLineHandles(model, model.mainPane());
  dragAround(model, handle?.point ?? [0, 0], 30, true);
  expect(model.state.get().planeViews).toEqual({});
});

test('a drag in the middle still moves the cross, and other tools have no ends of lines', () => {
  const model = showAxial();
  const { cursor } = model.state.get();
  dragAround(model, [200, 240], 60);
  expect(model.state.get().planeViews).toEqual({});
  expect(model.state.get().cursor).not.toEqual(cursor);
  model.update({ tool: 'window' });
  expect(listLineHandles(model, model.mainPane())).toEqual([]);
});
