// Who may import whom (see ARCHITECTURE.md). The features are read from the folders, so no list is kept by hand.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './root.js';

/** @typedef {{ file: string, target: string, isType: boolean }} Import */

/**
 * Each rule says which imports it forbids, and why.
 * @type {{ why: string, forbids: (i: Import) => boolean }[]}
 */
const rules = [
  {
    why: 'the contract knows nobody but zod',
    forbids: (i) => isIn(i.file, 'contract/') && !isIn(i.target, 'contract/') && i.target !== 'zod',
  },
  {
    why: 'server and web never see each other',
    forbids: (i) =>
      (isIn(i.file, 'server/') && isIn(i.target, 'web/')) ||
      (isIn(i.file, 'web/') && isIn(i.target, 'server/')),
  },
  {
    why: 'only repos and db/ import kysely or pg',
    forbids: (i) =>
      ['kysely', 'pg', 'node:sqlite'].includes(i.target) &&
      isProduct(i.file) &&
      !i.file.endsWith('.repo.ts') &&
      !isIn(i.file, 'server/src/db/'),
  },
  {
    why: 'only routes, http/ and app.ts import fastify',
    forbids: (i) =>
      /^@?fastify/.test(i.target) &&
      isProduct(i.file) &&
      !i.file.endsWith('.routes.ts') &&
      !isIn(i.file, 'server/src/http/') &&
      i.file !== 'server/src/app.ts',
  },
  {
    why: 'only storage/, media/, pages/, db/, backup/, doctor/ and data-folder.ts touch the file system',
    forbids: (i) =>
      /^node:fs/.test(i.target) &&
      isProduct(i.file) &&
      ![
        'storage/',
        'media/',
        'pages/',
        'db/',
        'backup/',
        'doctor/',
        'demo/',
        'data-folder.ts',
      ].some((place) => isIn(i.file, `server/src/${place}`)),
  },
  {
    why: 'decoders run in processes of their own: only media/child/ imports them',
    forbids: (i) =>
      ['sharp', 'dicom-parser'].includes(i.target) &&
      isProduct(i.file) &&
      !isIn(i.file, 'server/src/media/child/'),
  },
  {
    why: 'media/child/ is a program of its own: the server imports nothing of it',
    forbids: (i) =>
      isIn(i.target, 'server/src/media/child/') &&
      isProduct(i.file) &&
      !isIn(i.file, 'server/src/media/child/'),
  },
  {
    why: "a feature calls another feature's service, never its repo or routes",
    forbids: (i) =>
      isIn(i.file, 'server/src/') &&
      isIn(i.target, 'server/src/') &&
      /\.(repo|routes)\.ts$/.test(i.target) &&
      dirname(i.file) !== dirname(i.target) &&
      i.file !== 'server/src/app.ts' &&
      isProduct(i.file),
  },
  {
    why: 'routes → service → repo: nothing calls back up',
    forbids: (i) =>
      isIn(i.target, 'server/src/') &&
      ((i.file.endsWith('.repo.ts') && /\.(service|routes)\.ts$/.test(i.target)) ||
        (i.file.endsWith('.service.ts') && i.target.endsWith('.routes.ts')) ||
        (i.file.endsWith('.routes.ts') && i.target.endsWith('.repo.ts'))),
  },
  {
    why: 'db/ and storage/ know no feature',
    forbids: (i) =>
      isProduct(i.file) &&
      ['db', 'storage'].includes(areaOf(i.file, 'server/src/')) &&
      isIn(i.target, 'server/src/') &&
      !['db', 'storage', 'http', 'testing'].includes(areaOf(i.target, 'server/src/')) &&
      i.target !== 'server/src/errors.ts',
  },
  {
    why: 'site, portal/admin and portal/partner do not import each other',
    forbids: (i) => {
      const [from, to] = [screenArea(i.file), screenArea(i.target)];
      return from !== undefined && to !== undefined && from !== to;
    },
  },
  {
    why: 'ui, lib and api know no screen; lib knows nobody',
    forbids: (i) => {
      const [from, to] = [areaOf(i.file, 'web/src/'), areaOf(i.target, 'web/src/')];
      return (
        (['ui', 'lib', 'api'].includes(from) && ['site', 'portal'].includes(to)) ||
        (from === 'lib' && ['ui', 'api'].includes(to)) ||
        (from === 'api' && to === 'ui')
      );
    },
  },
];

const files = ['contract', 'server', 'web', 'e2e', 'bench'].flatMap(sourceFiles);
const imports = files.flatMap(importsOf);
const broken = [...imports.flatMap(brokenRules), ...cycles(imports), ...environmentReaders()];
for (const line of broken) console.error(line);
console.log(`${files.length} files, ${imports.length} imports, ${broken.length} out of bounds`);
process.exit(broken.length > 0 ? 1 : 0);

/** @param {Import} i */
function brokenRules(i) {
  return rules
    .filter((rule) => rule.forbids(i))
    .map((rule) => `${i.file} imports ${i.target}: ${rule.why}`);
}

/** Files other than config.ts (and the tests' own ground) that read the environment. */
function environmentReaders() {
  return files
    .filter(
      (file) => isIn(file, 'server/src/') && isProduct(file) && file !== 'server/src/config.ts',
    )
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'))
    .map((file) => `${file} reads process.env: only config.ts may`);
}

/**
 * Import cycles between files, types aside (they are gone when the program runs).
 * @param {Import[]} all
 */
function cycles(all) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const { file, target, isType } of all)
    if (!isType && files.includes(target)) graph.set(file, [...(graph.get(file) ?? []), target]);
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    if (path.includes(file)) {
      found.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/**
 * @param {string} file
 * @returns {Import[]}
 */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm,
  );
  return [...statements].map(([, type, from, lazy, bare]) => ({
    file,
    target: resolve(file, from ?? lazy ?? bare ?? ''),
    isType: type !== undefined || lazy !== undefined,
  }));
}

/**
 * The repository's path of a relative or contract import; a package stays a package.
 * @param {string} file
 * @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  return specifier.replace(/^@deqiq\/contract\//, 'contract/src/');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourceFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourceFiles(path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    });
}

/** @param {string} file */
function isProduct(file) {
  return (
    isIn(file, 'server/src/') &&
    !file.endsWith('.test.ts') &&
    !file.endsWith('.contract.ts') &&
    !isIn(file, 'server/src/testing/') &&
    !isIn(file, 'server/src/demo/')
  );
}

/** @param {string} file */
function screenArea(file) {
  return /^web\/src\/(site|portal\/admin|portal\/partner)\//.exec(file)?.[1];
}

/** @param {string} file @param {string} base */
function areaOf(file, base) {
  return isIn(file, base) ? (file.slice(base.length).split('/')[0] ?? '') : '';
}

/** @param {string} file @param {string} place */
function isIn(file, place) {
  return file.startsWith(place);
}
