import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Line } from '../harness/program.ts';
import { median } from '../harness/rounds.ts';
import { startBrowser } from '../phone/handset.ts';
import type { Login } from '../upload/partner.ts';
import { FILE, openList, waitForLevel } from './opening.ts';

/** Memory of the viewer and frames of a drag. `name`: what is opened. */
export async function measureResources(
  baseUrl: string,
  login: Login,
  name: string,
): Promise<Line[]> {
  const { half, full, frames } = await measureDesk(baseUrl, login);
  return [
    { what: `${name}, memory at the half level`, unit: 'MB', ours: half, bar: atMost(250) },
    { what: `${name}, memory at the full level`, unit: 'MB', ours: full, bar: atMost(500) },
    {
      what: `${name}, a plane of 512 × 512 that is dragged: frames`,
      unit: 'per s',
      ours: frames,
      bar: { of: 'ours', min: 30 },
    },
  ];
}

/** Memory of a volume whose full level does not fit into a phone: a part of its bricks is there. */
export async function measurePool(baseUrl: string, login: Login, name: string): Promise<Line> {
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({ ...PHONE, locale: 'az-AZ' });
    const page = await context.newPage();
    await openList(page, baseUrl, login);
    const before = await memoryOf(browser, context, page);
    await page.tap(FILE);
    await waitForLevel(page, 2);
    await page.waitForLoadState('networkidle');
    await page.tap(FULL);
    await waitForLevel(page, 1);
    const full = await memoryOf(browser, context, page);
    return {
      what: `${name} on a phone, memory`,
      unit: 'MB',
      ours: full - before,
      bar: atMost(250),
    };
  } finally {
    await browser.close();
  }
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The button that loads the full level. */
export const FULL = 'main button:has-text("Tam ölçü ·")';

const atMost = (max: number) => ({ of: 'ours', max }) as const;

/** The side of the dragged plane, CSS pixels. */
export const PLANE = 512;

/** 10^6 bytes that the levels add to the list, and frames a second of a drag through the full one. */
export async function measureDesk(baseUrl: string, login: Login) {
  // A browser of its own: all its processes are the viewer's.
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({
      viewport: { width: PLANE, height: 844 },
      locale: 'az-AZ',
    });
    const page = await context.newPage();
    await openList(page, baseUrl, login);
    const before = await memoryOf(browser, context, page);
    await page.click(FILE);
    await waitForLevel(page, 2);
    await page.waitForLoadState('networkidle');
    const half = await memoryOf(browser, context, page);
    await page.click(FULL);
    await waitForLevel(page, 1);
    const full = await memoryOf(browser, context, page);
    const frames = await framesOfDrag(context, page);
    return { half: half - before, full: full - before, frames };
  } finally {
    await browser.close();
  }
}

/** Proportional set size of all processes of a browser, after a collection of garbage; 10^6 bytes. Linux only. */
export async function memoryOf(
  browser: Browser,
  context: BrowserContext,
  page: Page,
): Promise<number> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.detach();
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = await Promise.all(processInfo.map(({ id }) => proportionalSizeOf(id)));
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

async function proportionalSizeOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1_024;
}

const SLOWER = 4;
/** Milliseconds of a drag. */
const DRAG = 3_000;
const DRAGS = 5;

async function framesOfDrag(context: BrowserContext, page: Page): Promise<number> {
  await page.click('[role=toolbar] button:has-text("Vərəqlə")');
  const { height: shown = 0 } = (await page.getByRole('application').boundingBox()) ?? {};
  await page.setViewportSize({ width: PLANE, height: Math.round(844 + PLANE - shown) });
  return dragPlane(context, page);
}

/** Frames a second of a drag through the slices at a quarter of the processor; the median of some drags. */
export async function dragPlane(context: BrowserContext, page: Page): Promise<number> {
  const stage = page.getByRole('application');
  const box = await stage.boundingBox();
  if (!box) throw new Error('there is no stage');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const rates: number[] = [];
  for (let count = 0; count < DRAGS; count += 1) {
    const x = box.x + PLANE / 2;
    const y = box.y + PLANE / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 20);
    rates.push(await stage.evaluate(countFrames, { x, y, time: DRAG }));
    await page.mouse.up();
  }
  return median(rates);
}

/** Moves the pressed mouse in every frame, and counts the frames in which the viewer drew. Runs in the page. */
async function countFrames(
  stage: Element,
  { x, y, time }: { x: number; y: number; time: number },
): Promise<number> {
  const { prototype } = WebGL2RenderingContext;
  const { drawArrays } = prototype;
  let hasDrawn = false;
  prototype.drawArrays = function (...words) {
    hasDrawn = true;
    drawArrays.apply(this, words);
  };
  const start = performance.now();
  let drawn = 0;
  for (let step = 0; performance.now() - start < time; step += 1) {
    await new Promise(requestAnimationFrame);
    if (hasDrawn) drawn += 1;
    hasDrawn = false;
    const clientY = y + 150 * Math.sin(step / 10);
    const pointer = { pointerId: 1, pointerType: 'mouse', buttons: 1, bubbles: true };
    stage.dispatchEvent(new PointerEvent('pointermove', { ...pointer, clientX: x, clientY }));
  }
  prototype.drawArrays = drawArrays;
  return (drawn * 1_000) / (performance.now() - start);
}
