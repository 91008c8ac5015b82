import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { volumeMetadata } from '../../geometry/testing.ts';
import type { Point3 } from '../../geometry/vectors.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import { createModel } from '../../testing/annotations.ts';
import { ModePanel } from './mode-panel.tsx';

const renderer = { levels: () => [] } as unknown as Renderer;

/** Right lateral and medial pole, then those of the left: axes of 45° and 0°. */
const POLES: readonly Point3[] = [
  [-20, 0, 50],
  [-10, 10, 50],
  [20, 0, 50],
  [10, 0, 50],
];

async function show() {
  const model = createModel(volumeMetadata());
  const { unmount } = render(
    <ModePanel mode="joints" model={model} renderer={renderer} isDesk onEnd={() => undefined} />,
  );
  await screen.findByText('Şəkildə bu nöqtəyə basın: Sağ baş, bayır uc');
  const tap = (point: Point3) => act(() => void model.state.get().mode?.tap(point));
  const ids = () => model.panes().map(({ id }) => id);
  const centres = () =>
    model.panes().map((pane) => {
      const shown = model.view(pane);
      return shown.kind === 'plane' ? shown.view.centre.map(Math.round) : undefined;
    });
  return { model, tap, ids, centres, unmount };
}

test('four presses show both joints along and across their axes, and a tab shows a plain plane', async () => {
  const { model, tap, ids, centres } = await show();
  for (const pole of POLES.slice(0, 3)) tap(pole);
  expect(ids()).toEqual(['axial']);
  for (const pole of POLES.slice(3)) tap(pole);
  expect(ids()).toEqual(['right-sagittal', 'left-sagittal', 'right-coronal', 'left-coronal']);
  expect(centres()).toEqual([
    [-15, 5, 50],
    [15, 0, 50],
    [-15, 5, 50],
    [15, 0, 50],
  ]);
  expect(screen.getByText('Sağ oynaq: oxun bucağı 45,0°, baş 14,1 mm')).toBeTruthy();
  expect(screen.getByText('Sol oynaq: oxun bucağı 0,0°, baş 10,0 mm')).toBeTruthy();
  act(() => model.chooseLayout('coronal', []));
  expect(ids()).toEqual(['coronal']);
});

test('sections move together outwards, or in one joint alone', async () => {
  const { tap, centres } = await show();
  for (const pole of POLES) tap(pole);
  fireEvent.change(screen.getByRole('slider', { name: /^Sagital kəsik bayıra/ }), {
    target: { value: '4' },
  });
  expect(centres().slice(0, 2)).toEqual([
    [-18, 2, 50],
    [19, 0, 50],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Hər ikisi birlikdə' }));
  fireEvent.change(screen.getByRole('slider', { name: /^Sol, sagital/ }), {
    target: { value: '-4' },
  });
  expect(centres().slice(0, 2)).toEqual([
    [-18, 2, 50],
    [11, 0, 50],
  ]);
});

test('a pole is set again in its axial plane, and the end of the mode shows one plane', async () => {
  const { model, tap, ids, unmount } = await show();
  for (const pole of POLES) tap(pole);
  fireEvent.click(screen.getByRole('button', { name: /^Sol baş, iç uc/ }));
  expect(ids()).toEqual(['axial']);
  tap([10, 10, 50]);
  expect(ids()).toHaveLength(4);
  expect(screen.getByText('Sol oynaq: oxun bucağı 45,0°, baş 14,1 mm')).toBeTruthy();
  unmount();
  expect(model.state.get()).toMatchObject({ layout: 'axial', mode: undefined });
  expect(ids()).toEqual(['axial']);
});
