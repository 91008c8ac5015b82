import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

/** The slow 4G line that Lighthouse simulates, and the slowdown of the processor. */
const SLOW_4G: Line = { down: 1.6e6, up: 750e3, delay: 150 };
/** The line of the promises of the viewer. */
export const FAST_4G: Line = { down: 12e6, up: 6e6, delay: 70 };
const SLOWER = 4;

/** Begins the message in which a page tells the time of a press: what it stores is cleared at sign-in. */
const PRESSED = 'pressed at ';

/** Bits per second in both directions, and milliseconds of latency. */
export interface Line {
  readonly down: number;
  readonly up: number;
  readonly delay: number;
}

export interface Handset {
  page: Page;
  close(): Promise<void>;
}

export function startBrowser(): Promise<Browser> {
  const installed = process.env.CHROME_PATH;
  return chromium.launch({
    ...(installed && { executablePath: installed }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
}

/** A new phone: nothing cached, no user signed in. */
export async function newHandset(browser: Browser, line: Line = SLOW_4G): Promise<Handset> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    locale: 'az-AZ',
  });
  const page = await context.newPage();
  // Browsers remember 250 requests; a volume takes one for each slice or brick.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(5_000));
  await slowDown(context, page, line);
  return { page, close: () => context.close() };
}

async function slowDown(context: BrowserContext, page: Page, line: Line): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.delay,
    downloadThroughput: line.down / 8,
    uploadThroughput: line.up / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Resolves with the time (ms since 1970) after the first frame that shows the selector. */
export function waitUntilShown(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const check = () => {
          const element = document.querySelector(wanted);
          const whole =
            !(element instanceof HTMLImageElement) ||
            (element.complete && element.naturalWidth > 0);
          if (!element || !whole) {
            requestAnimationFrame(check);
            return;
          }
          // This task runs after the callbacks of the frame, so the frame has been painted.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now())),
          );
        };
        check();
      }),
    selector,
  );
}

/** Presses the element of the selector, and returns when it was pressed (ms since 1970). */
export async function press(page: Page, selector: string): Promise<number> {
  const pressed = page.waitForEvent('console', (message) => message.text().startsWith(PRESSED));
  await page.evaluate(
    ([wanted = '', name = '']) => {
      const note = ({ timeStamp }: Event) =>
        console.debug(`${name}${performance.timeOrigin + timeStamp}`);
      const options = { capture: true, once: true };
      document.querySelector(wanted)?.addEventListener('click', note, options);
    },
    [selector, PRESSED],
  );
  await page.tap(selector);
  return Number((await pressed).text().slice(PRESSED.length));
}

/** Bytes of the responses between two times (ms since 1970), those to workers included. */
export async function countBytes(page: Page, from: number, to: number): Promise<number> {
  const count = ([start = 0, end = 0]: number[]) =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ startTime, responseEnd }) => {
        const began = performance.timeOrigin + startTime;
        return began >= start - 50 && performance.timeOrigin + responseEnd <= end;
      })
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  const times = [from, to];
  const counts = await Promise.all([
    page.evaluate(count, times),
    ...page.workers().map((worker) => worker.evaluate(count, times)),
  ]);
  return counts.reduce((sum, bytes) => sum + bytes, 0);
}

/** The time at which the navigation to this document started. */
export const navigationStart = (page: Page): Promise<number> =>
  page.evaluate(() => performance.timeOrigin);
