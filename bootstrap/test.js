// npm test: installs what it needs and runs everything there is to run.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './checks/checks.js';
import { runSteps } from './checks/steps.js';
import { ensureBrowser } from './setup/browser.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';
import { root } from './setup/root.js';

ensureInstalled();
const browser = ensureBrowser();
ensureBuilt();

const tests = ['server/src', 'samples/src', 'deploy/tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .sort(),
);
/** Samples and deployment are the same on both databases. */
const ofServer = tests.filter((file) => file.startsWith('server'));
/** @param {string} file */
const usesDatabase = (file) =>
  /@deqiq\/testkit\/|openDatabase/.test(readFileSync(join(root, file), 'utf8'));

/** A test that hangs fails after five minutes instead of holding up everything. @param {string[]} files */
const nodeTest = (files) => [
  ...['node', '--test', '--test-timeout=300000', '--test-reporter=dot'],
  ...files,
];

process.exit(
  (await runSteps([
    ...checks,
    {
      name: 'server on SQLite',
      words: nodeTest(tests.filter(usesDatabase)),
      environment: { TEST_DATABASE: 'sqlite' },
    },
    {
      name: 'server on PostgreSQL',
      words: ['node', 'testkit/src/on-postgres.ts', ...nodeTest(ofServer.filter(usesDatabase))],
      environment: { TEST_DATABASE: 'postgres' },
    },
    {
      // A test that opens a database here fails: it belongs to those that run on both.
      name: 'server without a database',
      words: nodeTest(tests.filter((file) => !usesDatabase(file))),
      environment: { TEST_DATABASE: 'none' },
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
