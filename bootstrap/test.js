// npm test: installs what it needs and runs what finds nearly every defect in a few minutes. npm run test:all (--all)
// runs everything there is to run.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { checks, fewChecks } from './checks/checks.js';
import { runSteps } from './checks/steps.js';
import { ensureBrowser } from './setup/browser.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';
import { pinnedNode, toolEnvironment } from './setup/node.js';
import { ensureObjectStore } from './setup/object-store.js';
import { ensureOhif } from './setup/ohif.js';
import { root } from './setup/root.js';
import { createTemporaryFolder } from './setup/temporary-folder.js';
import {
  isOfDecoder,
  ofServer,
  onDatabase,
  onObjectStore,
  startsPrograms,
  usesOrthanc,
  withoutDatabase,
} from './test-files.js';

const isAll = process.argv.includes('--all');
ensureInstalled();
const browser = ensureBrowser();
if (isAll) ensureObjectStore();
const ohif = isAll ? ensureOhif() : undefined;
ensureBuilt();
fillCompileCache();

const withoutDecoder = ofServer.filter((file) => !isOfDecoder(file));

/** Importing the server and warming it up costs more than the tests of a usual file. @param {string[]} files */
const inOneProcess = (files) => ['node', 'testkit/src/run-tests.ts', ...files];

/** A test that hangs fails after a quarter of an hour instead of holding up everything. @param {string[]} files */
const inProcesses = (files) => [
  'node',
  '--test',
  '--test-timeout=900000',
  '--test-reporter=dot',
  ...files,
];

/** A world of the server writes its folder and syncs it: on a disk that is a quarter of the time of a processor. */
const IN_MEMORY = { TMPDIR: createTemporaryFolder() };

const POSTGRES = ['node', 'testkit/src/on-postgres.ts'];
const chromium = browser ? { CHROMIUM: browser } : {};
/** Node removes the types itself: Playwright's own compiler takes 6 s of a processor more. */
const ofJourneys = { ...chromium, PW_DISABLE_TS_ESM: '1' };
const JOURNEYS = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--retries', '0'];
const FAILED_JOURNEYS = [...JOURNEYS, '--last-failed'];

/** Their SQL is what the two databases do differently; `every-operation` calls all routes. @param {string} file */
const isOfDatabase = (file) =>
  file.includes('/platform/db/') ||
  /\/(every-operation|races|[\w-]+\.repo|concurrent-[\w-]+)\.test\.ts$/.test(file);

/** The fast list tries a part of the long series of cases, such as damaged files (testkit/src/fast-run.ts). */
const SERIES = isAll ? {} : { FAST_RUN: '1' };

/** @param {string[]} files */
const onSqlite = (files) =>
  inHalves(files.filter((file) => !usesOrthanc(file))).map((part, index) => ({
    name: `server on SQLite, part ${index + 1}`,
    words: inOneProcess(part),
    environment: { ...SERIES, ...IN_MEMORY, TEST_DATABASE: 'sqlite' },
  }));

/** The longest step of the fast list, on one processor. @type {import('./checks/steps.js').Step} */
const components = {
  name: 'components',
  words: ['vitest', 'run', '--root', 'web'],
  environment: SERIES,
};

/** @type {import('./checks/steps.js').Step[]} */
const withoutServer = [
  {
    name: 'decoders',
    words: inOneProcess(withoutDatabase.filter(isOfDecoder)),
    environment: { ...SERIES, TEST_DATABASE: 'none' },
  },
  {
    // A test that opens a database here fails: it belongs to those that run on both.
    name: 'server without a database',
    words: inOneProcess(withoutDatabase.filter((file) => !isOfDecoder(file))),
    environment: { ...SERIES, ...IN_MEMORY, TEST_DATABASE: 'none' },
  },
  {
    // Only the whole run makes the build a second time.
    name: 'bytes of the build',
    words: [
      'node',
      '--test',
      ...(isAll ? [] : ['--test-skip-pattern', 'when made again']),
      'web/build/**/*.test.ts',
    ],
  },
];

/** Campaigns without chance: who may do what, and what a clock, a disk and a decoder do. */
const DETERMINISTIC = ['authorization', 'clock', 'disk-full', 'decoders'];

/**
 * The fast list calls each operation eight times instead of 24, and on PostgreSQL only: what is found depends on the
 * operation far more than on the database.
 */
const FEW_CALLS = { OPERATION_CALLS: '8' };

/** @param {string} file */
const callsEverything = (file) => file.endsWith('/every-operation.test.ts');

/** The longest comes first, beside those that wait; the short ones come last, so that no processor is idle. @type {import('./checks/steps.js').Step[]} */
const few = [
  components,
  {
    name: 'faults without chance',
    words: ['node', 'faults/src/main.ts', '--short', ...DETERMINISTIC],
    environment: { ...SERIES, ...chromium, ...IN_MEMORY },
  },
  {
    name: 'statements on PostgreSQL',
    words: [...POSTGRES, ...inOneProcess(withoutDecoder.filter(isOfDatabase))],
    environment: { ...IN_MEMORY, ...FEW_CALLS, TEST_DATABASE: 'postgres' },
  },
  {
    name: 'one journey per screen',
    words: [...JOURNEYS, '--grep', '@screen'],
    repeat: FAILED_JOURNEYS,
    environment: { ...SERIES, ...ofJourneys, ...IN_MEMORY },
  },
  ...onSqlite(withoutDecoder.filter((file) => !callsEverything(file) && !startsPrograms(file))),
  ...withoutServer,
  ...fewChecks,
];

/** How long others wait beside an attack and beside none, and what a killed browser had for two seconds. */
const TIMED = ['attacks', 'editors'];

/** Those that wait come first, the short ones last, so that no processor is idle. @type {import('./checks/steps.js').Step[]} */
const all = [
  ...[1, 2].map((part) => ({
    name: `faults, short, part ${part}`,
    words: [
      'node',
      'faults/src/main.ts',
      '--short',
      ...TIMED.flatMap((name) => ['--except', name]),
      '--part',
      `${part}/2`,
    ],
    environment: chromium,
  })),
  {
    name: 'faults that measure time, short',
    words: ['node', 'faults/src/main.ts', '--short', ...TIMED],
    environment: chromium,
    isAlone: true,
  },
  ...inHalves(withoutDecoder).map((files, index) => ({
    name: `server on PostgreSQL, part ${index + 1}`,
    words: [...POSTGRES, ...inOneProcess(files)],
    environment: { ...IN_MEMORY, TEST_DATABASE: 'postgres' },
  })),
  {
    name: 'journeys',
    words: JOURNEYS,
    repeat: FAILED_JOURNEYS,
    environment: { ...ofJourneys, ...(ohif && { OHIF_DIST: ohif }) },
  },
  ...onSqlite(withoutDecoder),
  components,
  ...withoutServer,
  ...checks,
  { name: 'a new feature', words: ['node', '--test', 'bootstrap/**/*.test.js'] },
  {
    // Skipped, with the reason, where neither Swift nor TEST_STORAGE_URL is there.
    name: 'server on PostgreSQL and an object store',
    words: [...POSTGRES, 'node', 'testkit/src/on-object-store.ts', ...inProcesses(onObjectStore)],
    environment: { TEST_DATABASE: 'postgres' },
  },
  {
    name: 'decoders, samples and deployment on SQLite',
    words: inProcesses(onDatabase.filter((file) => !withoutDecoder.includes(file))),
    environment: { TEST_DATABASE: 'sqlite' },
  },
  {
    name: 'decoders on PostgreSQL',
    words: [...POSTGRES, ...inProcesses(ofServer.filter(isOfDecoder))],
    environment: { TEST_DATABASE: 'postgres' },
  },
];

/** Campaigns and PostgreSQL wait a third of the time: one step more than there are processors keeps these busy. */
const AT_ONCE = availableParallelism() + 1;

process.exit((await runSteps(isAll ? all : few, AT_ONCE)) ? 0 : 1);

/** Failures are ignored: each fails again in a step. */
function fillCompileCache() {
  const options = { cwd: root, env: toolEnvironment() };
  spawnSync(pinnedNode(), ['testkit/src/fill-compile-cache.ts'], options);
}

/**
 * Half of the files each, for two processors.
 * @param {string[]} files
 */
function inHalves(files) {
  const middle = Math.ceil(files.length / 2);
  return [files.slice(0, middle), files.slice(middle)];
}
