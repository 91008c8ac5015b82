import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../fixtures.ts';
import { type Greys, measureDifference, type Point } from './greys.ts';
import { fingers } from './touch.ts';

/** Pages opened from now on are on mobile data: the full resolution waits until it is asked for. */
export const useMobileData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } });
  });

/** The X-ray viewer on a page. Points are CSS pixels from the top left corner of the stage. */
export class ViewerScreen {
  readonly page: Page;
  readonly #isTouch: boolean;
  readonly main: Locator;
  readonly close: Locator;
  readonly download: Locator;
  /** The picture with its panes. */
  readonly stage: Locator;
  readonly toolbar: Locator;
  /** Which level is shown. */
  readonly badge: Locator;
  /** The picture where nothing sharper is drawn. */
  readonly preview: Locator;

  /** `stage`: which of the stages beside each other, from 0. */
  constructor(page: Page, { isTouch = false, stage = 0 } = {}) {
    this.page = page;
    this.#isTouch = isTouch;
    this.main = page.getByRole('main', { name: 'Şəkil baxışı' });
    this.close = this.main.locator('header').getByRole('button', { name: 'Bağla' });
    this.download = this.main.locator('header').getByRole('button', { name: 'Yüklə' });
    this.stage = this.main.getByRole('application').nth(stage);
    this.toolbar = this.main.getByRole('toolbar', { name: 'Alətlər' });
    this.badge = this.main.getByRole('status').filter({ hasText: /tam ölçü|önbaxış/ });
    this.preview = this.main.locator('img');
  }

  /** Presses what a finger or the mouse presses. */
  async press(button: Locator): Promise<void> {
    if (this.#isTouch) await button.tap();
    else await button.click();
  }

  /** Presses again where Chromium's emulation of touch loses the tap after a drag (docs/decisions/viewer.md). */
  async chooseTool(name: string): Promise<void> {
    const button = this.toolbar.getByRole('button', { name, exact: true });
    await expect(async () => {
      await this.press(button);
      await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
    }).toPass();
  }

  async showLayout(name: string): Promise<void> {
    const layouts = this.main.getByRole('group', { name: 'Görünüş' });
    await this.press(layouts.getByRole('button', { name, exact: true }));
  }

  /** Shows another file of the examination. */
  async showFile(name: string): Promise<void> {
    const files = this.main.getByRole('combobox', { name: 'Şəkillər' });
    const value = await files.locator('option', { hasText: name }).getAttribute('value');
    await files.selectOption(value ?? name);
  }

  /** The box of the stage on the page: its whole pixels, on which it draws. */
  async box() {
    const box = await this.stage.boundingBox();
    if (!box) throw new Error('the stage is not on the page');
    return { ...box, width: Math.floor(box.width), height: Math.floor(box.height) };
  }

  /** A point of the stage by shares of its size. */
  async at(x: number, y: number): Promise<Point> {
    const { width, height } = await this.box();
    return [Math.round(width * x), Math.round(height * y)];
  }

  /** Drags with one finger or the left button, in ten steps. */
  async drag(from: Point, to: Point): Promise<void> {
    const start = await this.#onPage(from);
    const end = await this.#onPage(to);
    if (this.#isTouch) return (await fingers(this.page)).move([[start, end]]);
    const { mouse } = this.page;
    await mouse.move(...start);
    await mouse.down();
    await mouse.move(...end, { steps: 10 });
    await mouse.up();
  }

  /** Taps, longer after the last tap than a double tap takes. */
  async tap(point: Point): Promise<void> {
    const [x, y] = await this.#onPage(point);
    if (this.#isTouch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Two fingers move apart around a point, from `from` to `to` pixels on each side; a mouse turns its wheel. */
  async zoomIn([x, y]: Point): Promise<void> {
    const [pageX, pageY] = await this.#onPage([x, y]);
    if (!this.#isTouch) {
      await this.page.mouse.move(pageX, pageY);
      for (let step = 0; step < 4; step += 1) await this.page.mouse.wheel(0, -100);
      return;
    }
    const side = (sign: 1 | -1): readonly [Point, Point] => [
      [pageX + sign * 20, pageY],
      [pageX + sign * 60, pageY],
    ];
    await (await fingers(this.page)).move([side(-1), side(1)]);
  }

  /** The settings and measurements: beside the picture on a desk, below it on a phone, where this opens them. */
  async openMeasurements(): Promise<Locator> {
    const panel = this.#panel;
    // The browser drops a tap that follows an emulated drag too closely.
    await expect(async () => {
      if (await panel.isVisible()) return;
      await this.press(this.toolbar.getByRole('button', { name: 'Ayarlar' }));
      await expect(panel).toBeVisible({ timeout: 2_000 });
    }).toPass();
    return panel;
  }

  get #panel(): Locator {
    return this.main.getByRole('complementary', { name: 'Ayarlar və ölçmələr' });
  }

  /** Sets a slider of the settings, which must be open; returns the value that it took. */
  async setSlider(name: string, value: number): Promise<number> {
    const slider = this.page.getByRole('slider', { name: new RegExp(`^${name}`) });
    const { min, step } = await slider.evaluate((input: HTMLInputElement) => ({
      min: Number(input.min),
      step: Number(input.step),
    }));
    await slider.fill(String(min + Math.round((value - min) / step) * step));
    return Number(await slider.inputValue());
  }

  async closeMeasurements(): Promise<void> {
    const close = this.#panel.getByRole('button', { name: 'Bağla' });
    if (!(await close.isVisible())) return;
    await this.press(close);
    await expect(this.#panel).toBeHidden();
  }

  /** Grey values of the stage once two screenshots in a row are equal. `isBare`: without lines and texts. */
  async greys({ isBare = false } = {}): Promise<Greys> {
    let last = await this.#screenshot(isBare);
    for (let count = 0; count < 20; count += 1) {
      const next = await this.#screenshot(isBare);
      if (measureDifference(last, next) === 0) return next;
      last = next;
    }
    return last;
  }

  /** The points of a part of the stage that have a colour, from the top down. */
  async findColour(
    isWanted: (red: number, green: number, blue: number) => boolean,
    part: { x: number; y: number; width: number; height: number },
  ): Promise<Point[]> {
    const box = await this.box();
    const clip = { ...part, x: box.x + part.x, y: box.y + part.y };
    const image = sharp(await this.page.screenshot({ clip, scale: 'css' }))
      .removeAlpha()
      .raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return Array.from({ length: info.width * info.height }, (_, at) => at)
      .filter((at) => isWanted(data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0))
      .map((at) => [part.x + (at % info.width), part.y + Math.floor(at / info.width)]);
  }

  async #screenshot(isBare: boolean): Promise<Greys> {
    // The second canvas has the lines and texts.
    await this.stage
      .locator('canvas')
      .nth(1)
      .evaluate((overlay, isHidden) => {
        overlay.style.visibility = isHidden ? 'hidden' : '';
      }, isBare);
    const png = await this.page.screenshot({ clip: await this.box(), scale: 'css' });
    const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, values: new Uint8Array(data) };
  }

  async #onPage([x, y]: Point): Promise<[number, number]> {
    const box = await this.box();
    return [box.x + x, box.y + y];
  }
}
