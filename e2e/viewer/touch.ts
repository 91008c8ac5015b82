import type { Page } from '@playwright/test';

type Point = readonly [x: number, y: number];

/** Touch input through the browser's own input handling, including scrolling and zooming. */
export async function fingers(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  return {
    /** Moves each finger from its start to its end in ten steps; `until` runs before they are lifted. */
    async move(
      paths: readonly (readonly [from: Point, to: Point])[],
      beforeEnd?: () => Promise<void>,
    ): Promise<void> {
      const at = (share: number) =>
        paths.map(([[x, y], [toX, toY]]): Point => [x + (toX - x) * share, y + (toY - y) * share]);
      await send('touchStart', at(0));
      for (let step = 1; step <= 10; step += 1) await send('touchMove', at(step / 10));
      await beforeEnd?.();
      await send('touchEnd', []);
    },
  };
}
