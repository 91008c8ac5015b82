import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '../../ui/overlay/toast.ts';
import { volumeMetadata } from '../geometry/testing.ts';
import { STANDARD } from '../geometry/volume/axes.ts';
import { measureStraightening, toAngles } from '../geometry/volume/straightening.ts';
import { applyLine } from '../model/panes/straighten.ts';
import { createModel } from '../testing/annotations.ts';
import { StraighteningSection } from './straightening-section.tsx';

function show() {
  const model = createModel(volumeMetadata());
  const undone: (() => void)[] = [];
  render(<StraighteningSection model={model} remember={(undo) => undone.push(undo)} />);
  const angles = () => toAngles(model.state.get().axes);
  return { model, angles, undone };
}

const slider = (name: RegExp) => screen.getByRole<HTMLInputElement>('slider', { name });

test('an angle is set by its slider, said in degrees, and taken back as one change', () => {
  const { model, angles, undone } = show();
  const pitch = slider(/^Öndən-arxaya əyilmə/);
  expect(pitch.step).toBe('0.5');
  fireEvent.input(pitch, { target: { value: '2' } });
  fireEvent.input(pitch, { target: { value: '4.5' } });
  fireEvent.change(pitch);
  expect(angles().pitch).toBeCloseTo(4.5);
  expect(pitch.getAttribute('aria-valuetext')).toBe('4,5°');
  expect(undone).toHaveLength(1);
  act(() => undone[0]?.());
  expect(model.state.get().axes).toBe(STANDARD);
});

test('the other angles stay, and a reset goes back to the machine', () => {
  const { model, angles, undone } = show();
  fireEvent.input(slider(/^Yana əyilmə/), { target: { value: '-3' } });
  fireEvent.change(slider(/^Yana əyilmə/));
  fireEvent.input(slider(/^Sağa-sola dönmə/), { target: { value: '6' } });
  expect(angles().roll).toBeCloseTo(-3);
  expect(angles().yaw).toBeCloseTo(6);
  fireEvent.click(screen.getByRole('button', { name: 'Sıfırla' }));
  expect(model.state.get().axes).toBe(STANDARD);
  expect(screen.queryByRole('button', { name: 'Sıfırla' })).toBeNull();
  act(() => undone.at(-1)?.());
  expect(measureStraightening(model.state.get().axes)).toBeGreaterThan(2.9);
});

test('a line that is too steep or too short changes nothing and says why', () => {
  const { model } = show();
  const error = vi.spyOn(toast, 'error');
  const remember = vi.fn();
  model.update({ layout: 'coronal' });
  const draw = (x: number, z: number) =>
    act(() =>
      applyLine(
        model,
        {
          kind: 'straightening',
          pane: 'coronal',
          levelScale: 1,
          points: [
            [0, 0, 60],
            [x, 0, 60 + z],
          ],
        },
        remember,
      ),
    );
  draw(10, 14);
  expect(error).toHaveBeenLastCalledWith(expect.stringContaining('ən çox 45° düzləndirilə bilər'));
  draw(2, 0.1);
  expect(error).toHaveBeenLastCalledWith(expect.stringContaining('Xətt çox qısadır'));
  expect(model.state.get().axes).toBe(STANDARD);
  expect(remember).not.toHaveBeenCalled();
  draw(20, 2);
  expect(toAngles(model.state.get().axes).roll).toBeCloseTo(5.71, 1);
  expect(remember).toHaveBeenCalledOnce();
});

test('a line is drawn in a plane: where none is shown, the axial one appears', () => {
  const { model } = show();
  model.update({ layout: 'coronal' });
  const button = screen.getByRole('button', { name: 'İki nöqtə ilə' });
  fireEvent.click(button);
  expect(model.state.get()).toMatchObject({ tool: 'straightening', layout: 'coronal' });
  fireEvent.click(button);
  expect(model.state.get().tool).toBe('crosshair');
  act(() => model.update({ layout: 'panoramic' }));
  fireEvent.click(button);
  expect(model.state.get()).toMatchObject({ tool: 'straightening', layout: 'axial' });
});
