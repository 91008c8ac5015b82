// npm test: installs what it needs and runs everything there is to run.

import { checks } from './checks/checks.js';
import { runSteps } from './checks/steps.js';
import { ensureBrowser } from './setup/browser.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';

ensureInstalled();
const browser = ensureBrowser();
ensureBuilt();

// A test that hangs fails after five minutes instead of holding up everything.
const serverTests = [
  ...['node', '--test', '--test-timeout=300000', '--test-reporter=dot'],
  'server/src/**/*.test.ts',
  'samples/src/**/*.test.ts',
  'deploy/tests/*.test.ts',
];

process.exit(
  (await runSteps([
    ...checks,
    {
      name: 'server on SQLite',
      words: serverTests,
      environment: { TEST_DATABASE: 'sqlite' },
    },
    {
      name: 'server on PostgreSQL',
      words: ['node', 'testkit/src/on-postgres.ts', ...serverTests],
      environment: { TEST_DATABASE: 'postgres' },
    },
    { name: 'a new feature', words: ['node', '--test', 'bootstrap/**/*.test.js'] },
    { name: 'components', words: ['vitest', 'run', '--root', 'web'] },
    { name: 'bytes of the build', words: ['node', '--test', 'web/build/**/*.test.ts'] },
    {
      name: 'journeys',
      words: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
      ...(browser && { environment: { CHROMIUM: browser } }),
      alone: true,
    },
    {
      name: 'faults, short',
      words: ['node', 'faults/src/main.ts', '--short'],
      ...(browser && { environment: { CHROMIUM: browser } }),
      alone: true,
    },
  ]))
    ? 0
    : 1,
);
