import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const VERSION = '5.14.0';

/** Their dependencies are those of this day; the hash is of the names and hashes of all packages. */
const BEFORE = '2026-11-20';
const SHA_512 =
  'igE3budsHkzGngbCg+foa4/D73uCRgMXVQGUs97fPoAPxtDOWvJaaxkrS7dZFwouWXkAF3dkmQHZvH48Ovarnw==';

const PACKAGES = [
  ...['core', 'dicom-image-loader', 'metadata', 'utils'].map(
    (name) => `@cornerstonejs/${name}@${VERSION}`,
  ),
  'dicom-parser@1.8.21',
];

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const folder = join(modules, '.cache', `cornerstone-${VERSION}`);

const PAGE = 'cornerstone-peer.ts';

/** The code is loaded by a press, as our viewer is from the list. */
const HTML = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<body style="margin: 0"><button style="position: fixed; z-index: 1">CBCT</button>
<script type="module">
document.querySelector('button').onclick = ({ target }) => { target.remove(); import('./${PAGE}'); };
</script>`;

/** Only meshes need the parser of XML: without it there are 210 KB less to load, and no module of Node. */
const CONFIG = `export default {
  resolve: { alias: { xmlbuilder2: '${join(folder, 'no-xml.js')}' } },
  worker: { format: 'es' },
  build: { target: 'esnext' },
};`;

/** Builds the page of Cornerstone3D into a folder. False where npm cannot fetch these versions of its packages. */
export function buildPeerPage(outDir: string): boolean {
  if (!ensurePackages()) return false;
  writeFileSync(join(folder, 'index.html'), HTML);
  writeFileSync(join(folder, 'vite.config.js'), CONFIG);
  writeFileSync(join(folder, 'no-xml.js'), 'export const create = undefined;');
  copyFileSync(new URL(PAGE, import.meta.url), join(folder, PAGE));
  const words = ['build', folder, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'silent'];
  const { status } = run(process.execPath, [join(modules, 'vite', 'bin', 'vite.js'), ...words]);
  if (status !== 0) throw new Error('the page of Cornerstone3D was not built');
  return true;
}

function ensurePackages(): boolean {
  const lock = join(folder, 'package-lock.json');
  if (!existsSync(lock)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const words = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    run('npm', ['install', `--before=${BEFORE}`, ...words, ...PACKAGES]);
  }
  if (existsSync(lock) && hashPackages(readFileSync(lock, 'utf8')) === SHA_512) return true;
  // The next run requests them again.
  rmSync(folder, { recursive: true, force: true });
  return false;
}

/** npm has compared each package with its own hash in this list. */
function hashPackages(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { integrity?: string }> };
  const list = Object.entries(packages).map(([path, { integrity }]) => `${path} ${integrity}`);
  return createHash('sha512').update(list.toSorted().join('\n')).digest('base64');
}

const run = (program: string, words: readonly string[]) =>
  spawnSync(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
