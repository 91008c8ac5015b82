import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { FlakyReporter } from './src/testing/flaky-reporter.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests of functions with a state that outlives a test: session, network, history of the window. */
const STATEFUL = ['src/{api,lib,site/islands}/**/*.test.ts'];

/** Component tests: a document without layout, the network stubbed at `fetch`. */
export default defineConfig({
  root: here('.'),
  plugins: [react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    setupFiles: [here('src/testing/setup.ts')],
    // No test is about time: a machine under load may take it.
    testTimeout: 60_000,
    retry: 1,
    reporters: ['default', new FlakyReporter()],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    projects: [
      // A realm for each file: with globals of its own, but the compiled code of React and jsdom is shared. That is
      // two thirds of the processor time of a process for each.
      {
        extends: true,
        test: { name: 'components', pool: 'vmThreads', include: ['src/**/*.test.tsx'] },
      },
      // Node's streams refuse the bytes of another realm, and a thread ends where memory does: tests of functions have
      // processes.
      {
        extends: true,
        test: { name: 'functions with a state', pool: 'forks', include: STATEFUL },
      },
      // The others share a process: a document for each file takes longer than its tests.
      {
        extends: true,
        test: {
          name: 'functions',
          pool: 'forks',
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: STATEFUL,
        },
      },
    ],
  },
});
