import { expect, test } from 'vitest';
import { loupeCentre } from './loupe.ts';

const stage = { width: 390, height: 500 };

test('the loupe is on the stage and never under the finger', () => {
  for (let x = 0; x <= 390; x += 15)
    for (let y = 0; y <= 500; y += 20) {
      const [cx, cy] = loupeCentre([x, y], stage);
      expect(Math.hypot(cx - x, cy - y)).toBeGreaterThan(80);
      expect(cy - 58).toBeGreaterThanOrEqual(0);
      expect(cx).toBeGreaterThanOrEqual(58);
      expect(cx).toBeLessThanOrEqual(390 - 58);
    }
});
