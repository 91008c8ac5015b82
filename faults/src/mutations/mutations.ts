/**
 * npm run test:mutations [-- NAME …]: plants one defect of the list at a time in a copy of the checkout and runs its
 * test. Where that passes it runs all other tests, the nearest ones first, until one fails. Prints what found each
 * defect, and exits with 1 where `npm test` finds too few or `npm run test:all` misses one. About 25 minutes; a name
 * selects defects whose sentence contains it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutation, mutations } from './list.ts';
import { findTest, listSteps, type Step } from './steps.ts';

/** How many of the defects `npm test` may miss: those that take a browser or another database. */
const MAX_MISSED = 3;

/** Milliseconds after which a test that hangs with a defect has found it. */
const TIMEOUT = 15 * 60_000;

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
const foundElsewhere: Mutation[] = [];
for (const mutation of planted) {
  const began = performance.now();
  const finder = withDefect(mutation, findFailingStep);
  if (finder && !isSound(finder)) throw new Error(`${finder.name} fail without a defect, too`);
  if (!finder) missed.push(mutation);
  else if (!finder.isFast) foundLate.push(mutation);
  if (finder && finder.name !== mutation.test) foundElsewhere.push(mutation);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(
    `${finder ? `found by ${finder.name}` : 'NOT FOUND'}, ${seconds} s: ${mutation.defect}`,
  );
}
const fast = planted.length - missed.length - foundLate.length;
console.log(
  `\n${planted.length} defects, ${fast} found by npm test, ${foundLate.length} more by npm run test:all`,
);
for (const { test, defect } of foundElsewhere) console.log(`not found by ${test}: ${defect}`);
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

function findFailingStep({ file, test }: Mutation): Step | undefined {
  const nearest = findTest(test);
  const steps = [...(nearest ? [nearest] : []), ...listSteps(copy, file)];
  return steps.find((step) => run(step) !== 0);
}

function isSound(step: Step): boolean {
  const key = step.words.join(' ');
  if (!sound.has(key) && run(step) === 0) sound.add(key);
  return sound.has(key);
}

/** Returns the exit code; not 0 also where the program hung. `npm test` tries a part of long series. */
function run({ words: [program = '', ...rest], isFast }: Step): number {
  const bin = `${join(copy, 'node_modules', '.bin')}:${process.env.PATH}`;
  const environment = { ...process.env, PATH: bin, ...(isFast && { FAST_RUN: '1' }) };
  const { status } = spawnSync(program, rest, { cwd: copy, env: environment, timeout: TIMEOUT });
  return status ?? 1;
}
