// Runs the test files of its arguments one after the other in this process, and prints those that fail.
import { createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { dot } from 'node:test/reporters';

/** Milliseconds after which a test that hangs fails instead of holding up the others. */
const TIMEOUT = 300_000;

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
// The runner sets the exit code for an error of no test; the reporter does not print it.
process.on('uncaughtException', (error) => console.error('uncaught:', error));
process.on('unhandledRejection', (reason) => console.error('not handled:', reason));
const tests = run({ files, isolation: 'none', timeout: TIMEOUT });
tests.on('test:fail', () => {
  process.exitCode = 1;
});
tests.compose(dot).pipe(process.stdout);
