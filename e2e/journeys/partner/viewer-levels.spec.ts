import { DESK, expect, expectAccessible, PHONE, test } from '../../fixtures.ts';
import { measureContrast } from '../../viewer/greys.ts';
import { openJaw, openPanoramic } from '../../viewer/viewer-worlds.ts';

test.describe('on a desk computer', () => {
  test.use({ viewport: DESK });

  test('the preview is the first frame, and sharper levels keep what the user has zoomed', {
    tag: '@screen',
  }, async ({ page, staff }) => {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/l2$/, async (route) => {
      await arrival;
      await route.continue();
    });
    const viewer = await openPanoramic(page, staff, /^önbaxış · /);
    const { width, height } = await viewer.box();
    // The bars of the picture, in one row of the screen. Its window is another one than that of the preview.
    const bars = () =>
      viewer.findColour((red) => red > 240, { x: 0, y: height * 0.3, width, height: 1 });
    const whole = await bars();
    expect(whole.length).toBeGreaterThan(0);
    await viewer.zoomIn(await viewer.at(0.7, 0.5));
    await page.mouse.move(0, 0);
    await expect(async () => expect(await bars()).not.toEqual(whole)).toPass();
    const zoomed = await bars();
    expect(zoomed.length).toBeGreaterThan(0);
    arrive();
    await expect(viewer.badge).toHaveText('tam ölçü');
    const sharp = await bars();
    for (const end of [0, -1])
      expect(Math.abs((sharp.at(end)?.[0] ?? -9) - (zoomed.at(end)?.[0] ?? 0))).toBeLessThanOrEqual(
        2,
      );
  });
});

test.describe('in the background of a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a volume gives the memory of its full level back', async ({ page, staff }) => {
    const viewer = await openJaw(page, staff, true);
    // The tabs scroll by themselves: the viewer is as wide as the screen.
    expect(await viewer.main.evaluate(({ scrollWidth }) => scrollWidth)).toBe(PHONE.width);
    const load = viewer.main.getByRole('button', { name: /^Tam ölçü · / });
    await load.tap();
    await expect(viewer.badge).toHaveText('tam ölçü');
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(viewer.badge).toHaveText('önbaxış 1/2');
    await expect(load).toBeVisible();
    expect(measureContrast(await viewer.greys(), [0.1, 0.2], [0.9, 0.8])).toBeGreaterThan(5);
  });
});

test.describe('in the hand of a dentist who was called away', () => {
  test.use({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    expectedErrors: [/status of 410/],
  });

  test('an ended link is replaced, and after a failure the view stays as it was', async ({
    page,
    staff,
  }) => {
    const viewer = await openJaw(page, staff, true);
    await viewer.showLayout('Koronal');
    let isRenewed = false;
    let isDamaged = true;
    page.on('request', (request) => {
      isRenewed ||= /\/api\/partner\/checkups/.test(request.url());
    });
    await page.route(/\/l2$/, async (route) => {
      if (!isRenewed) await route.fulfill({ status: 410 });
      else if (isDamaged) {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.body()).fill(0) });
      } else await route.continue();
    });
    await viewer.main.getByRole('button', { name: /^Tam ölçü · / }).tap();
    const alert = viewer.main.getByRole('alert');
    await expect(alert).toContainText('Daha dəqiq görüntü yüklənmədi');
    await expect(viewer.badge).toHaveText('önbaxış 1/2');
    await expectAccessible(page);
    isDamaged = false;
    await alert.getByRole('button', { name: 'Yenidən cəhd et' }).tap();
    await expect(viewer.badge).toHaveText('tam ölçü');
    await expect(alert).toBeHidden();
    const layouts = viewer.main.getByRole('group', { name: 'Görünüş' });
    await expect(layouts.getByRole('button', { name: 'Koronal' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});
