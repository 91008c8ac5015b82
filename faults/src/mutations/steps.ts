import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isOfDecoder,
  ofServer,
  startsPrograms,
  usesOrthanc,
  withoutDatabase,
} from '../../../bootstrap/test-files.js';

/** A program that `npm test` or `npm run test:all` runs. */
export interface Step {
  readonly name: string;
  readonly words: readonly string[];
  /** Whether `npm test` runs it, not only `npm run test:all`. */
  readonly isFast: boolean;
}

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** `server/src/features/people/auth/attempts.service.ts` is of the wing `server/src/features/people`. */
const wingOf = (file: string): string => file.split('/').slice(0, 4).join('/');

/** On SQLite, without decoders in the process of the tests, as `npm test` runs them. */
const onSqlite = ofServer.filter(
  (path) => !isOfDecoder(path) && !usesOrthanc(path) && !startsPrograms(path),
);

const ofBytes = globSync('web/build/**/*.test.ts', { cwd: checkout }).sort();

/** One test file; undefined where `npm test` does not run it. */
export function findTest(file: string): Step | undefined {
  const isOfServer = onSqlite.includes(file) || withoutDatabase.includes(file);
  if (isOfServer) return listTests(file, [file])[0];
  if (ofBytes.includes(file)) return { name: file, words: ['node', '--test', file], isFast: true };
  const isOfWeb = /^web\/src\/.*\.test\.tsx?$/.test(file) && existsSync(join(checkout, file));
  const words = ['vitest', 'run', '--root', 'web', file];
  return isOfWeb ? { name: file, words, isFast: true } : undefined;
}

/** All tests that may find a defect in a file of the copy, the nearest ones first. */
export function listSteps(copy: string, file: string): Step[] {
  const components = componentsWith(copy, file);
  if (file.startsWith('web/')) return [components, ...listWebSteps()];
  const steps = listServerSteps(file);
  return file.startsWith('contract/') ? [components, ...steps] : steps;
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

function listWebSteps(): Step[] {
  return [
    { name: 'the types', words: ['tsc', '-p', 'web', '--noEmit'], isFast: true },
    { name: 'the bytes of the build', words: ['node', '--test', ...ofBytes], isFast: true },
    ...listJourneys(),
  ];
}

const componentsWith = (copy: string, file: string): Step => ({
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
