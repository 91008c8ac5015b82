import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
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
) {
  const ignore = () => undefined;
  function List() {
    const [content, setContent] = useState(initial);
    return (
      <MeasurementList
        annotations={[createAnnotation('a', content)]}
        scale={{
          picture: { kind: 'none', millimetresPerPixel: [1, 1] },
          space: undefined,
          levelScale: 1,
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
