// Runs the test files of its arguments one after the other in this process. Files with a failed test run
// once more: what passes then is reported as flaky, as with the journeys.
import { createHook } from 'node:async_hooks';
import { spawnSync } from 'node:child_process';
import { run } from 'node:test';
import { dot } from 'node:test/reporters';

/** Milliseconds after which a test that hangs fails instead of holding up the others. */
const TIMEOUT = 900_000;

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('usage: run-tests.ts <file> …');

interface AsyncHook {
  enable(): AsyncHook;
}

/**
 * Keeps the test runner from enabling its hook, which follows every promise to learn which test an uncaught error
 * belongs to. That takes a fifth of the processor time of the server's tests.
 */
function skipNextAsyncHook(): void {
  const prototype = Object.getPrototypeOf(createHook({})) as AsyncHook;
  const { enable } = prototype;
  prototype.enable = function skip(this: AsyncHook) {
    prototype.enable = enable;
    return this;
  };
}

skipNextAsyncHook();
let hasStrayError = false;
/** Prints an error of no test. The runner sets the exit code. */
function reportStray(error: unknown): void {
  hasStrayError = true;
  console.error('outside of a test:', error);
}
process.on('uncaughtException', reportStray);
process.on('unhandledRejection', reportStray);

const failed = new Set<string>();
const tests = run({ files, isolation: 'none', timeout: TIMEOUT });
tests.on('test:fail', ({ file = '' }) => {
  process.exitCode = 1;
  failed.add(file);
});
tests.compose(dot).pipe(process.stdout);

process.once('beforeExit', () => {
  if (failed.size === 0 || failed.has('') || hasStrayError) return;
  const again = [...failed];
  console.log(`\nonce more, in processes of their own: ${again.join(', ')}`);
  const words = ['--test', `--test-timeout=${TIMEOUT}`, '--test-reporter=dot', ...again];
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status === 0) console.log(`flaky, passed only the second time: ${again.join(', ')}`);
});
