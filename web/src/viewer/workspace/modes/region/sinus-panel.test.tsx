import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Renderer } from '../../../pixels/renderer.ts';
import { halfLevel, MIDDLE, metadata, RADIUS, WorkerStub } from '../../../testing/air-phantom.ts';
import { createModel } from '../../../testing/annotations.ts';
import { SinusPanel } from './sinus-panel.tsx';

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerStub);
});
afterEach(() => vi.unstubAllGlobals());

test('sinuses are shown in a coronal slab of soft tissue, where lengths and air are measured', async () => {
  const model = createModel(metadata);
  const level = halfLevel();
  const renderer = { levels: () => [level] } as unknown as Renderer;
  render(<SinusPanel model={model} renderer={renderer} isDesk={false} />);
  expect(model.state.get()).toMatchObject({
    layout: 'coronal',
    slab: { millimetres: 1, mode: 'mean' },
    window: { centre: 40, width: 400 },
  });
  for (const height of [0, 12, -8])
    act(() => {
      model.state.get().mode?.tap([MIDDLE[0], MIDDLE[1], MIDDLE[2] + height]);
    });
  const text = (await screen.findByText(/^Həcm: /)).textContent ?? '';
  const volume = Number(/Həcm: ([\d,]+)/.exec(text)?.[1]?.replace(',', '.'));
  expect(Math.abs(volume / ((Math.PI * RADIUS ** 2 * 20) / 1_000) - 1)).toBeLessThan(0.02);
  fireEvent.click(screen.getByRole('button', { name: 'Uzunluğu ölç' }));
  expect(model.state.get().tool).toBe('length');
});
