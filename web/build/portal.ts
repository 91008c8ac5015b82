import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { emitted } from './emitted.ts';
import type { Output } from './output.ts';

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
const entry = fileURLToPath(new URL('../src/portal/index.html', import.meta.url));

/** The portal: one HTML shell and its chunks. */
export async function buildPortal(): Promise<Output> {
  const output = emitted(
    await build({
      configFile,
      logLevel: 'warn',
      build: { write: false, rolldownOptions: { input: entry } },
    }),
  );
  const shell = output.get('src/portal/index.html');
  if (!shell) throw new Error('The portal build made no index.html');
  output.delete('src/portal/index.html');
  return output.set('portal.html', shell);
}
