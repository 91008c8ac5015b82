// npm run test:pseudo: opens each screen with English texts that are longer and in brackets, and finds words without them.
import { runSteps } from './checks/steps.js';
import { ensureBrowser } from './setup/browser.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';

process.env.PSEUDO_LOCALE = 'true';
ensureInstalled();
ensureBuilt();
const browser = ensureBrowser();
const words = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--grep', 'pseudo'];
const environment = { PSEUDO_LOCALE: 'true', ...(browser && { CHROMIUM: browser }) };
process.exit((await runSteps([{ name: 'pseudo-locale', words, environment }], 1)) ? 0 : 1);
