import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { GreyValues } from '../../annotations/measure-scale.ts';
import { createAnnotation } from '../../testing/annotations.ts';
import { MeasurementList } from './measurement-list.tsx';

const implantAt = (x: number): AnnotationContent => ({
  kind: 'implant',
  position: [x, 0, 0],
  direction: [0, 0, -1],
  diameter: 4,
  length: 10,
});

/** The list beside a stage that shows what is previewed. */
function showList(
  onContent: (annotation: Annotation, content: AnnotationContent) => void,
  initial = implantAt(0),
  valueAt: GreyValues['reader']['valueAt'] = () => undefined,
  change: Partial<Annotation> = {},
) {
  const ignore = () => undefined;
  function List() {
    const [content, setContent] = useState(initial);
    return (
      <MeasurementList
        annotations={[createAnnotation('a', content, change)]}
        scale={{
          picture: { kind: 'none', millimetresPerPixel: [1, 1] },
          space: undefined,
          levelScale: 1,
          grey: { metadata: { unit: '', bits: 12 }, reader: { valueAt } },
        }}
        selected="a"
        onSelect={ignore}
        onRemove={ignore}
        onLabel={ignore}
        onUndo={undefined}
        onContent={onContent}
        onShowPoint={ignore}
        onPreview={(_, next) => setContent(next)}
      />
    );
  }
  render(<List />);
}

test('the size of an implant is shown while its slider moves, and saved once when it is released', () => {
  const save = vi.fn();
  showList(save);
  const slider = screen.getByRole('slider', { name: /Diametr/ });
  for (const value of ['4.5', '5', '5.5']) fireEvent.input(slider, { target: { value } });
  expect(screen.getByText(/Ø 5,5 × 10,0 mm/)).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  act(() => void slider.dispatchEvent(new Event('change', { bubbles: true })));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ _id: 'a' }),
    expect.objectContaining({ diameter: 5.5, length: 10 }),
  );
});

test('an implant gets a system, and then the sizes that it has', async () => {
  const save = vi.fn();
  showList(save, { ...implantAt(0), diameter: 3.9, length: 9.3 } as AnnotationContent);
  const systems = screen.getByRole('combobox', { name: 'İmplant sistemi' });
  expect(systems).toHaveProperty('value', '');
  await userEvent.selectOptions(systems, 'Osstem TSIII SA');
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ _id: 'a' }),
    expect.objectContaining({ system: 'osstem-tsiii-sa', diameter: 4, length: 8.5 }),
  );
});

test('another diameter of a system is saved once, with the longest length that is not longer', async () => {
  const save = vi.fn();
  const blx = { ...implantAt(0), system: 'straumann-blx', diameter: 3.75, length: 18 };
  showList(save, blx as AnnotationContent);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByText(/İmplant: Straumann BLX Ø 3,75 × 18,0 mm/)).toBeDefined();
  expect(screen.getByText(/nominaldır \(Dentweb 2026, FDA K191256/)).toBeDefined();
  const lengths = screen.getByRole('combobox', { name: 'Uzunluq (mm)' });
  expect([...lengths.children].map(({ textContent }) => textContent)).toEqual([
    '6,0',
    '8,0',
    '10,0',
    '12,0',
    '14,0',
    '16,0',
    '18,0',
  ]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Diametr (mm)' }), '6,5');
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: 'a' }), {
    ...blx,
    diameter: 6.5,
    length: 16,
  });
});

test('a size that its system no longer has stays among those to choose', async () => {
  const save = vi.fn();
  const former = { ...implantAt(0), system: 'dentium-superline', diameter: 4.2, length: 9 };
  showList(save, former as AnnotationContent);
  expect(screen.getByRole('combobox', { name: 'Diametr (mm)' })).toHaveProperty('value', '4.2');
  expect(screen.getByRole('combobox', { name: 'Uzunluq (mm)' })).toHaveProperty('value', '9');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'İmplant sistemi' }),
    'Sərbəst ölçü',
  );
  const [, content] = save.mock.calls[0] ?? [];
  expect(content).toEqual({ ...former, system: undefined });
});

test('two presses give an annotation its tooth, which the list then names', async () => {
  const save = vi.fn();
  showList(save);
  await userEvent.click(screen.getByRole('button', { name: 'Diş: —' }));
  await userEvent.click(screen.getByRole('button', { name: 'Diş 46' }));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ _id: 'a' }),
    expect.objectContaining({ kind: 'implant', tooth: 46 }),
  );
});

test('a tooth is named in the list, and can be taken away', async () => {
  const save = vi.fn();
  showList(save, { ...implantAt(0), tooth: 85 } as AnnotationContent);
  expect(screen.getByText(/İmplant: Ø 4,0 × 10,0 mm · Diş 85/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Diş: 85' }));
  expect(screen.getByRole('button', { name: 'Diş 85' }).ariaPressed).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Dişsiz' }));
  const [, content] = save.mock.calls[0] ?? [];
  expect(content.tooth).toBeUndefined();
});

test('a profile is a plot that says its range and units, and a table', () => {
  const points = [
    [0, 0],
    [30, 0],
  ] as const;
  showList(vi.fn(), { kind: 'profile', points }, ([x]) => 100 + x);
  const plot = screen.getByRole('img', { name: /30 px boyunca 100–130 boz dəyər, 12 bit/ });
  expect(plot.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(31);
  const rows = screen.getAllByRole('row', { hidden: true });
  expect(rows[0]?.textContent).toBe('Məsafə (px)Dəyər (boz dəyər, 12 bit)');
  expect(rows.at(-1)?.textContent).toBe('30,0130');
});

test('an arch, which has no size, is listed by its name alone', () => {
  const points: AnnotationContent = {
    kind: 'arch',
    points: [
      [-15, 10, 60],
      [4, -25, 60],
      [23, 10, 60],
    ],
  };
  showList(vi.fn(), points);
  expect(screen.getByText('Diş qövsü')).toBeDefined();
});

test('a line becomes the axis of a root, with the usual diameter of one, or a sinus floor without any', async () => {
  const save = vi.fn();
  const points = [
    [0, 0, 0],
    [0, 0, 10],
  ] as const;
  showList(save, { kind: 'canal', points, diameter: 2.5, verified: [0, 1] });
  const structures = screen.getByRole('combobox', { name: 'Anatomik struktur' });
  const choose = (name: string) => userEvent.selectOptions(structures, name);
  expect(screen.getByRole('slider', { name: /Kanalın diametri/ })).toHaveProperty('value', '2.5');
  await choose('Diş kökü');
  await choose('Haymor cibinin dibi');
  expect(save.mock.calls.map(([, content]) => [content.structure, content.diameter])).toEqual([
    ['root', undefined],
    ['sinus-floor', undefined],
  ]);
});

test('a sinus floor has no diameter, and says where its line belongs', () => {
  const points = [
    [0, 0, 0],
    [0, 0, 10],
  ] as const;
  showList(vi.fn(), { kind: 'canal', points, structure: 'sinus-floor', verified: [0, 1] });
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByText(/implantın oxundan keçən kəsikdə/)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Haymor cibinin dibi/ })).toBeDefined();
});

test('who reads the plan of another person is told that sizes of a system are nominal', () => {
  const blx = { ...implantAt(0), system: 'straumann-blx', diameter: 3.75, length: 10 };
  showList(vi.fn(), blx as AnnotationContent, undefined, { isOwn: false });
  expect(screen.queryByRole('combobox', { name: 'İmplant sistemi' })).toBeNull();
  expect(screen.getByText(/nominaldır \(Dentweb 2026, FDA K191256/)).toBeDefined();
});
