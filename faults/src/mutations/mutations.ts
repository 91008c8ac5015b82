/**
 * npm run test:mutations [-- NAME …]: plants one defect of the list at a time in a copy of the checkout and runs its
 * tests, the nearest ones first, until one fails. Prints what found each defect, and exits with 1 where `npm test` finds
 * too few or `npm run test:all` misses one. About 20 minutes; a name selects defects whose sentence contains it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isOfDecoder,
  ofServer,
  usesOrthanc,
  withoutDatabase,
} from '../../../bootstrap/test-files.js';
import { type Mutation, mutations } from './list.ts';

/** How many of the defects `npm test` may miss: those that take a browser or another database. */
const MAX_MISSED = 3;

/** Milliseconds after which a test that hangs with a defect has found it. */
const TIMEOUT = 15 * 60_000;

/** `server/src/features/people/auth/attempts.service.ts` is of the wing `server/src/features/people`. */
const wingOf = (file: string): string => file.split('/').slice(0, 4).join('/');

interface Step {
  readonly name: string;
  readonly words: readonly string[];
  /** Whether `npm test` runs it, not only `npm run test:all`. */
  readonly isFast: boolean;
}

/** On SQLite, without decoders in the process of the tests, as `npm test` runs them. */
const onSqlite = ofServer.filter((path) => !isOfDecoder(path) && !usesOrthanc(path));

/** Steps that were seen to pass without a defect. */
const sound = new Set<string>();

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'deqiq-mutations-'));
const copy = join(parent, 'checkout');
process.on('exit', () => rmSync(parent, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));

cpSync(checkout, copy, {
  recursive: true,
  verbatimSymlinks: true,
  filter: (path) => !path.endsWith('/.git'),
});
const wanted = process.argv.slice(2);
const planted = mutations.filter(
  ({ defect }) => wanted.length === 0 || wanted.some((name) => defect.includes(name)),
);
const missed: Mutation[] = [];
const foundLate: Mutation[] = [];
for (const mutation of planted) {
  const began = performance.now();
  const finder = withDefect(mutation, findFailingStep);
  if (finder && !isSound(finder)) throw new Error(`${finder.name} fail without a defect, too`);
  if (!finder) missed.push(mutation);
  else if (!finder.isFast) foundLate.push(mutation);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(
    `${finder ? `found by ${finder.name}` : 'NOT FOUND'}, ${seconds} s: ${mutation.defect}`,
  );
}
const fast = planted.length - missed.length - foundLate.length;
console.log(
  `\n${planted.length} defects, ${fast} found by npm test, ${foundLate.length} more by npm run test:all`,
);
for (const { file, defect } of missed) console.log(`not found: ${file}: ${defect}`);
process.exit(missed.length > 0 || foundLate.length > MAX_MISSED ? 1 : 0);

/** Calls `work` while the copy contains the defect. */
function withDefect<Result>(mutation: Mutation, work: (mutation: Mutation) => Result): Result {
  const path = join(copy, mutation.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, plant(source, mutation));
  try {
    return work(mutation);
  } finally {
    writeFileSync(path, source);
  }
}

function plant(source: string, { file, text, defective, defect }: Mutation): string {
  const parts = source.split(text);
  if (parts.length !== 2)
    throw new Error(`${file} contains the text of “${defect}” ${parts.length - 1} times`);
  return parts.join(defective);
}

function findFailingStep({ file }: Mutation): Step | undefined {
  const steps = file.startsWith('web/') ? listWebSteps(file) : listServerSteps(file);
  if (file.startsWith('contract/')) steps.unshift(componentsWith(file));
  return steps.find(({ words: [program = '', ...rest] }) => run(program, rest) !== 0);
}

function isSound({ words }: Step): boolean {
  const [program = '', ...rest] = words;
  const key = words.join(' ');
  if (!sound.has(key) && run(program, rest) === 0) sound.add(key);
  return sound.has(key);
}

/** Returns the exit code; not 0 also where the program hung. */
function run(program: string, words: readonly string[]): number {
  const bin = `${join(copy, 'node_modules', '.bin')}:${process.env.PATH}`;
  const environment = { ...process.env, PATH: bin };
  const { status } = spawnSync(program, words, { cwd: copy, env: environment, timeout: TIMEOUT });
  return status ?? 1;
}

function listServerSteps(file: string): Step[] {
  const all = [...onSqlite, ...withoutDatabase];
  const ofFolder = all.filter((path) => path.startsWith(`${dirname(file)}/`));
  const wings = Map.groupBy(
    all.filter((path) => !ofFolder.includes(path)),
    wingOf,
  );
  const own = wings.get(wingOf(file)) ?? [];
  wings.delete(wingOf(file));
  return [
    ...listTests('the tests beside it', ofFolder),
    ...listTests('the tests of its wing', own),
    { name: 'the types', words: ['tsc', '-p', '.', '--noEmit'], isFast: true },
    ...[...wings].flatMap(([wing, files]) => listTests(`the tests of ${wing}`, files)),
    { name: 'the components', words: ['vitest', 'run', '--root', 'web'], isFast: true },
    ...listJourneys(),
  ];
}

/** One process for the tests on SQLite, one for those without a database. */
function listTests(name: string, files: readonly string[]): Step[] {
  const parts = {
    sqlite: files.filter((file) => onSqlite.includes(file)),
    none: files.filter((file) => !onSqlite.includes(file)),
  };
  return Object.entries(parts)
    .filter(([, own]) => own.length > 0)
    .map(([database, own]) => {
      const words = [
        'env',
        `TEST_DATABASE=${database}`,
        'node',
        'testkit/src/run-tests.ts',
        ...own,
      ];
      return { name, words, isFast: true };
    });
}

function listWebSteps(file: string): Step[] {
  return [
    componentsWith(file),
    { name: 'the types', words: ['tsc', '-p', 'web', '--noEmit'], isFast: true },
    {
      name: 'the bytes of the build',
      words: ['node', '--test', ...findTests('web/build')],
      isFast: true,
    },
    ...listJourneys(),
  ];
}

const componentsWith = (file: string): Step => ({
  name: 'the components that use it',
  words: ['vitest', 'related', '--run', '--root', 'web', join(copy, file)],
  isFast: true,
});

/** Journeys need the build of the copy. */
function listJourneys(): Step[] {
  const journeys = 'node bootstrap/prepare.js && playwright test --config e2e/playwright.config.ts';
  return [
    {
      name: 'a journey per screen',
      words: ['sh', '-c', `${journeys} --grep @screen`],
      isFast: true,
    },
    { name: 'all journeys', words: ['sh', '-c', journeys], isFast: false },
  ];
}

function findTests(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: copy }).sort();
}
