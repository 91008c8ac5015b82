import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Point3 } from '../../../geometry/vectors.ts';
import type { Renderer } from '../../../pixels/renderer.ts';
import { halfLevel, MIDDLE, metadata, RADIUS, WorkerStub } from '../../../testing/air-phantom.ts';
import { createModel } from '../../../testing/annotations.ts';
import { AirwayPanel } from './airway-panel.tsx';

beforeEach(() => {
  WorkerStub.isBroken = false;
  vi.stubGlobal('Worker', WorkerStub);
});
afterEach(() => vi.unstubAllGlobals());

function show(level = halfLevel()) {
  const model = createModel(metadata);
  const renderer = { levels: () => [level] } as unknown as Renderer;
  render(<AirwayPanel model={model} renderer={renderer} isDesk />);
  const tap = (offset: Point3) =>
    act(() => {
      model.state.get().mode?.tap(MIDDLE.map((at, axis) => at + (offset[axis] ?? 0)) as never);
    });
  return { model, tap };
}

test('three presses give the volume, the narrowest area, a plot and its table', async () => {
  const { model, tap } = show();
  tap([0, 0, 0]);
  tap([0, 0, 10]);
  tap([0, 0, -10]);
  const text = (await screen.findByText(/^Həcm: /)).textContent ?? '';
  const volume = Number(/Həcm: ([\d,]+)/.exec(text)?.[1]?.replace(',', '.'));
  expect(Math.abs(volume / ((Math.PI * RADIUS ** 2 * 20) / 1_000) - 1)).toBeLessThan(0.02);
  const area = Number(/Ən dar sahə: (\d+)/.exec(document.body.textContent)?.[1]);
  expect(Math.abs(area / (Math.PI * RADIUS ** 2) - 1)).toBeLessThan(0.03);
  expect(screen.getByText('1/2 ölçüdə hesablanıb')).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Hava yolunun sahəsi: 20/ })).toBeTruthy();
  expect(screen.getAllByRole('row', { hidden: true }).length).toBeGreaterThan(10);
  fireEvent.click(screen.getByRole('button', { name: 'Ən dar yeri göstər' }));
  expect(Math.abs(model.state.get().cursor[0] - MIDDLE[0])).toBeLessThan(0.1);
});

test('an airway that reaches the edge of the picture is refused, and so is a point in tissue', async () => {
  const { tap } = show(halfLevel(true));
  tap([0, 0, 0]);
  tap([0, 0, 10]);
  tap([0, 0, -10]);
  expect(await screen.findByText(/^Hava şəklin kənarına çatır/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Hava yolunun içi/ }));
  tap([0, 15, 0]);
  expect(await screen.findByText(/^Bu nöqtədə hava yoxdur/)).toBeTruthy();
  expect(screen.queryByText(/^Həcm/)).toBeNull();
});

test('a measurement that failed is repeated', async () => {
  WorkerStub.isBroken = true;
  const { tap } = show();
  tap([0, 0, 0]);
  tap([0, 0, 10]);
  tap([0, 0, -10]);
  expect(await screen.findByText(/^Hesablamaq mümkün olmadı/)).toBeTruthy();
  WorkerStub.isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Yenidən cəhd et' }));
  expect(await screen.findByText(/^Həcm/)).toBeTruthy();
});
