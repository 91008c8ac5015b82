import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

const installed = process.env.CHROMIUM;

export type { Browser, BrowserContext, Page } from '@playwright/test';

/** The browser named by CHROMIUM, otherwise Playwright's own. */
export const launchOptions: LaunchOptions = {
  ...(installed && { executablePath: installed }),
  args: [
    // Chromium's sandbox cannot start as root, as in a container.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
    // The headless shell does not know the speed of its network, and would load pictures that are 5,000 px away; the
    // full browser knows 4G. The first four are Playwright's, which this argument replaces.
    `--blink-settings=${[
      'primaryHoverType=2',
      'availableHoverTypes=2',
      'primaryPointerType=4',
      'availablePointerTypes=4',
      'lazyLoadingImageMarginPxUnknown=2500',
    ].join(',')}`,
    // Without a GPU, Chromium would start a process that emulates one: 10 % of the time of a journey.
    '--disable-gpu',
  ],
};

/** Launches a browser outside of the journeys. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions);

/** A browser whose processes `kill` ends without a word to its pages. */
export async function openKillableBrowser(): Promise<{ browser: Browser; kill(): Promise<void> }> {
  const server = await chromium.launchServer(launchOptions);
  return { browser: await chromium.connect(server.wsEndpoint()), kill: () => server.kill() };
}
