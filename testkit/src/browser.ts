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
    // Without a GPU, Chromium would start a process that emulates one: 10 % of the time of a journey.
    '--disable-gpu',
  ],
};

/** Launches a browser outside of the journeys. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions);
