import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Component tests: a document without layout, the network stubbed at `fetch`. */
export default defineConfig({
  root: here('.'),
  plugins: [react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    setupFiles: [here('src/testing/setup.ts')],
    // No test is about time: a machine under load may take it.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
  },
});
