import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { volumeMetadata } from '../../geometry/testing.ts';
import { distance, type Point3, subtract } from '../../geometry/vectors.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import { createModel } from '../../testing/annotations.ts';
import { ModePanel } from './mode-panel.tsx';

const renderer = { levels: () => [] } as unknown as Renderer;

async function show() {
  const model = createModel(volumeMetadata());
  const { unmount } = render(
    <ModePanel mode="endo" model={model} renderer={renderer} isDesk onEnd={() => undefined} />,
  );
  await screen.findByText('Şəkildə bu nöqtəyə basın: Tac');
  const tap = (point: Point3) => {
    let isUsed: boolean | undefined;
    act(() => {
      isUsed = model.state.get().mode?.tap(point);
    });
    return isUsed;
  };
  return { model, tap, unmount };
}

test('two presses put the planes along a tooth, and a third one is left to the cross-hair', async () => {
  const { model, tap } = await show();
  const crown: Point3 = [0, 0, 50];
  const apex: Point3 = [3, 5, 70];
  expect(tap(crown)).toBe(true);
  expect(screen.getByRole('status').textContent).toContain('Kök ucu');
  expect(model.state.get().planeViews.coronal).toBeUndefined();
  expect(tap(apex)).toBe(true);
  expect(tap([1, 1, 1])).toBe(false);
  const { planeViews, cursor } = model.state.get();
  const down = planeViews.coronal?.down ?? [0, 0, 0];
  const length = distance(crown, apex);
  expect(subtract(crown, apex).map((value) => value / length)).toEqual(
    down.map((value) => expect.closeTo(value, 6)),
  );
  expect(cursor).toEqual([1.5, 2.5, 60]);
  expect(screen.getByText(/Tacdan kök ucuna: 20,8 mm/)).toBeTruthy();
});

test('a point is set again after its name is chosen', async () => {
  const { model, tap } = await show();
  tap([0, 0, 50]);
  tap([3, 5, 70]);
  fireEvent.click(screen.getByRole('button', { name: /^Tac/ }));
  expect(tap([3, 5, 50])).toBe(true);
  expect(model.state.get().planeViews.sagittal?.down).toEqual([
    expect.closeTo(0),
    expect.closeTo(0),
    -1,
  ]);
});

test('the end of a mode shows what was shown before', async () => {
  const { model, tap, unmount } = await show();
  tap([0, 0, 50]);
  tap([3, 5, 70]);
  expect(model.state.get()).toMatchObject({ layout: 'four', sharpness: 0.6 });
  unmount();
  expect(model.state.get()).toMatchObject({
    layout: 'axial',
    sharpness: 0,
    planeViews: {},
    mode: undefined,
  });
});
