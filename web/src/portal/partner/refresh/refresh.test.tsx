import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { later } from '../../../testing/server.ts';
import { Refresh } from './refresh.tsx';

let answer = later<void>();
const onRefresh = vi.fn(() => answer.promise);

beforeEach(() => {
  answer = later<void>();
  onRefresh.mockClear();
  render(
    <>
      <main>
        <p>row</p>
        <Refresh onRefresh={onRefresh} />
      </main>
      <p>above the page</p>
    </>,
  );
});

afterEach(() => {
  window.scrollY = 0;
});

type Point = readonly [x: number, y: number];
const touches = (...fingers: readonly Point[]) => ({
  touches: fingers.map(([clientX, clientY]) => ({ clientX, clientY })),
});

/** Moves one finger through the points and lifts it. */
function drag(points: readonly Point[], on = 'row') {
  const [first = [0, 0], ...others] = points;
  const target = screen.getByText(on);
  fireEvent.touchStart(target, touches(first));
  for (const point of others) fireEvent.touchMove(target, touches(point));
  fireEvent.touchEnd(target, touches());
}

test('a page pulled down far enough refreshes, and several pulls refresh once', async () => {
  drag([
    [200, 100],
    [203, 150],
    [205, 200],
  ]);
  drag([
    [200, 100],
    [200, 300],
  ]);
  expect(onRefresh).toHaveBeenCalledTimes(1);
  const button = screen.getByRole('button', { name: 'Yenilə' });
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  answer.resolve();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
});

test.each([
  [
    'not far enough',
    [
      [200, 100],
      [200, 170],
    ],
  ],
  [
    'pulled, then pushed back',
    [
      [200, 100],
      [200, 200],
      [200, 110],
    ],
  ],
  [
    'a swipe aside',
    [
      [200, 100],
      [260, 120],
      [300, 220],
    ],
  ],
  [
    'a scroll upwards that turns round',
    [
      [200, 300],
      [200, 280],
      [200, 460],
    ],
  ],
] satisfies [string, Point[]][])('%s: nothing is asked', (_, points) => {
  drag(points);
  expect(onRefresh).not.toHaveBeenCalled();
});

test('scrolling a page only scrolls, and overlays do not refresh', () => {
  const way: Point[] = [
    [200, 100],
    [200, 300],
  ];
  drag(way, 'above the page');
  window.scrollY = 40;
  drag(way);
  expect(onRefresh).not.toHaveBeenCalled();
});

test('a scroll that reaches the upper end under the finger is still a scroll', () => {
  const row = screen.getByText('row');
  window.scrollY = 40;
  fireEvent.touchStart(row, touches([200, 100]));
  window.scrollY = 0;
  fireEvent.touchMove(row, touches([200, 300]));
  fireEvent.touchEnd(row, touches());
  expect(onRefresh).not.toHaveBeenCalled();
});

test('a second finger means to zoom', () => {
  const row = screen.getByText('row');
  fireEvent.touchStart(row, touches([200, 100]));
  fireEvent.touchMove(row, touches([200, 300]));
  fireEvent.touchMove(row, touches([200, 300], [100, 300]));
  fireEvent.touchEnd(row, touches());
  expect(onRefresh).not.toHaveBeenCalled();
});
