import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { codecGlue } from './build/portal/codec-glue.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Every rule has its message in a catalogue: 1 KB of English ones would never be shown. */
const withoutZodMessages: Plugin = {
  name: 'zod-without-messages',
  apply: 'build',
  load: (id) => (/zod.v4.locales.en\.js$/.test(id) ? 'export default () => ({})' : undefined),
};

/** One workspace, two builds: `web/build.ts` adds what is special to the portal and to the site. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  // Files of our own origin only: the policy allows fonts no data: address.
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // jsPDF imports them for HTML and SVG, which our documents have none of.
    rolldownOptions: { external: ['canvg', 'dompurify', 'html2canvas'] },
  },
  // Workers are modules, as the page is.
  worker: { format: 'es', plugins: () => [codecGlue] },
  plugins: [react(), tailwindcss(), withoutZodMessages],
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
  },
});
