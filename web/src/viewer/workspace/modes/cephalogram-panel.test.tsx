import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { volumeMetadata } from '../../geometry/testing.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import { createModel } from '../../testing/annotations.ts';
import { ModePanel } from './mode-panel.tsx';

/** Bone in front of the middle row, and air. */
const renderer = {
  levels: () => [],
  valueAt: ([, row = 0]: readonly number[]) => (row < 48 ? 1000 : -1000),
} as unknown as Renderer;

async function show() {
  const model = createModel(volumeMetadata());
  const former = model.state.get();
  const { unmount } = render(
    <ModePanel
      mode="cephalogram"
      model={model}
      renderer={renderer}
      isDesk
      onEnd={() => undefined}
    />,
  );
  await screen.findByRole('button', { name: 'Hər iki tərəf' });
  return { model, former, unmount };
}

test('the whole head, or one half of it up to the midline, is projected with its own window', async () => {
  const { model, former, unmount } = await show();
  const { millimetres } = model.state.get().slab;
  expect(model.panes().map(({ id }) => id)).toEqual(['cephalogram']);
  expect(millimetres).toBeCloseTo(48, 6);
  expect(model.state.get().window).toEqual({ centre: 0, width: 2000 });
  fireEvent.click(screen.getByRole('button', { name: 'Sağ yarı' }));
  expect(model.state.get().slab.millimetres).toBeLessThan(millimetres);
  act(unmount);
  expect(model.state.get()).toMatchObject({ layout: former.layout, slab: former.slab });
});

test('landmarks are placed in the projection', async () => {
  const { model } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Sefalometrik nöqtələri qoy' }));
  expect(model.state.get()).toMatchObject({ tool: 'ceph', layout: 'two' });
});
