import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

const installed = process.env.CHROMIUM;

export type { Browser, BrowserContext, Page } from '@playwright/test';

/** The browser CHROMIUM names, else Playwright's own. */
export const launchOptions: LaunchOptions = {
  ...(installed && { executablePath: installed }),
  args: [
    // As root, as in a container, Chromium's own sandbox cannot start.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
    // Without a GPU Chromium would start a process that emulates one: 10 % of a journey's time.
    '--disable-gpu',
  ],
};

/** A browser outside of the journeys. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions);
