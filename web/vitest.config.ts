import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { FlakyReporter } from './src/testing/flaky-reporter.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const FUNCTIONS = 'src/**/*.test.ts';
const COMPONENTS = 'src/**/*.test.tsx';

/** Finds the tests that change what the others share: they replace a module, bring IndexedDB, or step back. */
const findApart = (files: string) =>
  globSync(files, { cwd: here('.') }).filter((file) =>
    /\bvi\.mock\(|\bfake-indexeddb\b|\bhistory(?:\.|, ')back\b/.test(
      readFileSync(here(file), 'utf8'),
    ),
  );

const functionsApart = findApart(FUNCTIONS);
const componentsApart = findApart(COMPONENTS);

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
    // Tests share their modules and a document, which is emptied after each test (src/testing/setup.ts). Of components,
    // a document and new modules for each file took 152 s of a processor instead of 77 to 89 s.
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          pool: 'threads',
          isolate: false,
          include: [COMPONENTS],
          exclude: componentsApart,
        },
      },
      {
        extends: true,
        test: {
          name: 'functions',
          // A thread ends where memory does.
          pool: 'forks',
          isolate: false,
          include: [FUNCTIONS],
          exclude: functionsApart,
        },
      },
      // A realm for each file: with globals of its own, but the compiled code of React and jsdom is shared.
      {
        extends: true,
        test: { name: 'components apart', pool: 'vmThreads', include: componentsApart },
      },
      // Node's streams refuse the bytes of another realm: a process for each file.
      {
        extends: true,
        test: { name: 'functions apart', pool: 'forks', include: functionsApart },
      },
    ],
  },
});
