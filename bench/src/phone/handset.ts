import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

/** A phone in the hand of somebody on 4G, as Lighthouse simulates one: bits a second, milliseconds, times. */
const LINE = { down: 1.6e6, up: 750e3, delay: 150 };
const SLOWER = 4;

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

/** A phone nobody has used before: nothing cached, nobody signed in. */
export async function newHandset(browser: Browser): Promise<Handset> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    locale: 'az-AZ',
  });
  const page = await context.newPage();
  await slowDown(context, page);
  return { page, close: () => context.close() };
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.delay,
    downloadThroughput: LINE.down / 8,
    uploadThroughput: LINE.up / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Resolves with the moment (ms since 1970) after the first frame that shows what the selector names. */
export function seen(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const check = () => {
          const found = document.querySelector(wanted);
          const whole =
            !(found instanceof HTMLImageElement) || (found.complete && found.naturalWidth > 0);
          if (!found || !whole) {
            requestAnimationFrame(check);
            return;
          }
          // The task after the frame's callbacks: the frame has been painted.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now())),
          );
        };
        check();
      }),
    selector,
  );
}

/** Presses what the selector names. */
export async function press(page: Page, selector: string): Promise<void> {
  // The page clears its sessionStorage at sign-in.
  await page.evaluate((wanted) => {
    const note = ({ timeStamp }: Event) =>
      localStorage.setItem('pressed', String(performance.timeOrigin + timeStamp));
    document.querySelector(wanted)?.addEventListener('click', note, { capture: true, once: true });
  }, selector);
  await page.tap(selector);
}

/** The moment the page, or the one before it, felt the last press. */
export const pressed = (page: Page): Promise<number> =>
  page.evaluate(() => Number(localStorage.getItem('pressed')));

/** The moment the document that is shown began to be fetched. */
export const opened = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);
