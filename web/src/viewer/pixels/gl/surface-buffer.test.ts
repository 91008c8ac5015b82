import { afterEach, expect, test, vi } from 'vitest';
import { createSurfaceBuffer } from './surface-buffer.ts';

/** A graphics processor that needs this many milliseconds for a pixel. */
function createProcessor(timePerPixel: number) {
  const speed = { timePerPixel };
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const gl = new Proxy({}, { get: () => () => ({}) }) as WebGL2RenderingContext;
  const buffer = createSurfaceBuffer(gl);
  const sizes: number[] = [];
  const draw = (key: string, quality: 'moving' | 'rest' = 'rest') => {
    sizes.length = 0;
    buffer.draw(key, FULL, quality, ({ width, height }) => {
      sizes.push(width * height);
      now += width * height * speed.timePerPixel;
    });
    return sizes.at(-1);
  };
  return { draw, sizes, speed };
}

const FULL = { width: 800, height: 600 };
const ALL = 800 * 600;

afterEach(() => vi.restoreAllMocks());

test('with a graphics processor the surface is drawn in all its pixels', () => {
  const { draw } = createProcessor(1e-6);
  expect(draw('a')).toBe(ALL);
  expect(draw('b', 'moving')).toBe(ALL);
});

test('without one it takes a quarter of a second at rest, and less while it is turned', () => {
  const { draw } = createProcessor(0.002);
  for (const key of ['a', 'b']) expect((draw(key) ?? 0) * 0.002).toBeCloseTo(250, -1);
  for (const key of ['c', 'd']) expect((draw(key, 'moving') ?? 0) * 0.002).toBeCloseTo(40, -1);
});

test('however slow it is, something is seen', () => {
  const { draw } = createProcessor(1);
  for (const key of ['a', 'b']) expect(draw(key)).toBeGreaterThan(16_000);
});

test('a surface that has not changed is not drawn again, but for its sharper form at rest', () => {
  const { draw, sizes } = createProcessor(0.002);
  draw('a', 'moving');
  draw('a', 'rest');
  expect(sizes).not.toEqual([]);
  for (const quality of ['rest', 'moving', 'rest'] as const) {
    draw('a', quality);
    expect(sizes).toEqual([]);
  }
});

test('more is drawn as soon as the processor has time', () => {
  const { draw, speed } = createProcessor(0.1);
  draw('a');
  speed.timePerPixel = 1e-6;
  expect(draw('b')).toBe(ALL);
});
