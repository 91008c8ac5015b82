// Permitted imports (see ARCHITECTURE.md). The features are read from the folders, so there is no list to maintain.
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { read, sourceFiles } from './source-files.js';

const PLATFORM = 'server/src/platform/';
const FEATURES = 'server/src/features/';
const COMMANDS = 'server/src/commands/';
const INTAKE = 'server/src/intake/';
const VIEWER = 'web/src/viewer/';

/** From the ground up: a folder imports only those before it. */
const VIEWER_FOLDERS = [
  'geometry',
  'pixels',
  'annotations',
  'model',
  'controls',
  'stage',
  'export',
  'workspace',
];

/** Routes outside the API: for supervisors, for browsers. */
const UNTYPED_ROUTES = new Set(
  [
    'operations/health/health',
    'operations/metrics/metrics',
    'site/website/website',
    'machines/dicomweb/dicomweb',
    'machines/worklist/worklist',
    'machines/intake/stow/stow',
  ].map((name) => `${FEATURES}${name}.routes.ts`),
);

/** The two tables of DICOM tags; released migrations never change. */
const MAY_WRITE_TAGS =
  /^server\/src\/platform\/(dicom\/|db\/migrations\/)|^web\/src\/api\/imaging\/uploads\/dicom-tags\.ts$/;

/** A tag as in DICOM JSON ('0020000D', which no date is), as dicom-parser names it (x0020000d), or as a number. */
const RAW_TAG =
  /'(?!19|20)[\dA-Fa-f]{8}(?:\.[\dA-Fa-f]{8})*'|\bx[\da-f]{8}\b|0x(?!0000)(?:00[\da-f][02468ace]|5200|7fe0|fffe)_?[\da-f]{4}\b/;

/** @typedef {{ file: string, target: string }} Import */

/**
 * Each rule has the imports that it forbids, and the reason.
 * @type {{ why: string, forbids: (i: Import) => boolean }[]}
 */
const rules = [
  {
    why: 'the contract imports only zod',
    forbids: (i) => isIn(i.file, 'contract/') && !isIn(i.target, 'contract/') && i.target !== 'zod',
  },
  {
    why: 'server and web do not import each other',
    forbids: (i) =>
      (isIn(i.file, 'server/') && isIn(i.target, 'web/')) ||
      (isIn(i.file, 'web/') && isIn(i.target, 'server/')),
  },
  {
    why: 'the product imports neither test kit nor samples',
    forbids: (i) =>
      isProduct(i.file) && ['testkit', 'samples', 'bench', 'faults', 'e2e'].includes(top(i.target)),
  },
  {
    why: 'bench, faults and e2e import testkit and samples, never each other',
    forbids: (i) =>
      ['bench', 'faults', 'e2e'].includes(top(i.target)) && top(i.file) !== top(i.target),
  },
  {
    why: 'samples imports testkit, and testkit imports only the product',
    forbids: (i) =>
      (isIn(i.file, 'testkit/') && isIn(i.target, 'samples/')) ||
      (isIn(i.file, 'samples/') && ['server', 'web'].includes(top(i.target))),
  },
  {
    why: 'bootstrap/ runs before anything is installed: it imports only Node and itself; only the vocabulary has a parser',
    forbids: (i) =>
      isIn(i.file, 'bootstrap/') &&
      !isIn(i.target, 'bootstrap/') &&
      !isIn(i.target, 'node:') &&
      !(i.file === 'bootstrap/checks/vocabulary.js' && i.target === 'oxc-parser'),
  },
  {
    why: 'platform/ imports no feature and no command',
    forbids: (i) =>
      isProduct(i.file) &&
      isIn(i.file, PLATFORM) &&
      (isIn(i.target, FEATURES) || isIn(i.target, COMMANDS)),
  },
  {
    why: "platform/ imports no feature's contract, only contract/src/shared/",
    forbids: (i) =>
      isProduct(i.file) &&
      isIn(i.file, PLATFORM) &&
      isIn(i.target, 'contract/') &&
      !isIn(i.target, 'contract/src/shared/'),
  },
  {
    why: 'only the commands import commands/',
    forbids: (i) => isProduct(i.file) && isIn(i.target, COMMANDS) && !isIn(i.file, COMMANDS),
  },
  {
    why: "a feature imports another feature's service only",
    forbids: (i) =>
      isProduct(i.file) &&
      isIn(i.file, FEATURES) &&
      isIn(i.target, FEATURES) &&
      featureOf(i.file) !== featureOf(i.target) &&
      !i.target.endsWith('.service.ts'),
  },
  {
    why: 'only repos and platform/db/ import kysely or pg',
    forbids: (i) =>
      ['kysely', 'pg', 'node:sqlite'].includes(i.target) &&
      isServer(i.file) &&
      !i.file.endsWith('.repo.ts') &&
      !isIn(i.file, `${PLATFORM}db/`),
  },
  {
    why: 'only routes, hooks and platform/http/ import fastify',
    forbids: (i) =>
      /^@?fastify/.test(i.target) &&
      isServer(i.file) &&
      !/\.(routes|hook)\.ts$/.test(i.file) &&
      !isIn(i.file, `${PLATFORM}http/`),
  },
  {
    why: 'only commands/, intake/, the website and storage/, dicom/, media/, db/ and data-folder/ of platform/, and its files.ts, touch the file system',
    forbids: (i) =>
      /^node:fs/.test(i.target) &&
      isServer(i.file) &&
      !isIn(i.file, COMMANDS) &&
      !isIn(i.file, INTAKE) &&
      !isIn(i.file, `${FEATURES}site/website/`) &&
      !['storage', 'dicom', 'media', 'db', 'data-folder', 'files.ts'].includes(
        areaOf(i.file, PLATFORM),
      ),
  },
  {
    why: 'media/ and dimse/ import dicom/, which knows neither, and not each other',
    forbids: (i) => {
      const from = areaOf(i.file, PLATFORM);
      const to = areaOf(i.target, PLATFORM);
      return (
        isServer(i.file) &&
        ((from === 'dicom' && isIn(i.target, 'server/') && to !== 'dicom') ||
          (from === 'media' && to === 'dimse') ||
          (from === 'dimse' && to === 'media'))
      );
    },
  },
  {
    why: 'decoders run in processes of their own: only media/child/ imports them',
    forbids: (i) =>
      ['sharp', 'dicom-parser'].includes(i.target) &&
      isServer(i.file) &&
      !isIn(i.file, `${PLATFORM}media/child/`),
  },
  {
    why: 'media/child/ is a program of its own: the server imports nothing from it',
    forbids: (i) =>
      isIn(i.target, `${PLATFORM}media/child/`) &&
      isServer(i.file) &&
      !isIn(i.file, `${PLATFORM}media/child/`),
  },
  {
    why: 'intake/ is a program of its own: it imports the platform, and only its command imports it',
    forbids: (i) =>
      isProduct(i.file) &&
      ((isIn(i.file, INTAKE) && (isIn(i.target, FEATURES) || isIn(i.target, COMMANDS))) ||
        (isIn(i.target, INTAKE) && !isIn(i.file, INTAKE) && !isIn(i.file, COMMANDS))),
  },
  {
    why: 'app.ts and app/ put the features together: only main.ts imports them',
    forbids: (i) =>
      isProduct(i.file) && isOfApp(i.target) && !isOfApp(i.file) && i.file !== 'server/src/main.ts',
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
    why: 'site, portal/admin and portal/partner do not import each other',
    forbids: (i) => {
      const from = screenArea(i.file);
      const to = screenArea(i.target);
      return from !== undefined && to !== undefined && from !== to;
    },
  },
  {
    why: 'ui, lib and api import no screen; lib imports no other folder',
    forbids: (i) => {
      const from = areaOf(i.file, 'web/src/');
      const to = areaOf(i.target, 'web/src/');
      return (
        (['ui', 'lib', 'api'].includes(from) && ['site', 'portal'].includes(to)) ||
        (from === 'lib' && ['ui', 'api'].includes(to)) ||
        (from === 'api' && to === 'ui')
      );
    },
  },
  {
    why: 'the viewer imports only the contract, ui, lib, styles and itself, and is imported through viewer.tsx',
    forbids: (i) =>
      isProduct(i.file) &&
      ((isIn(i.file, VIEWER) &&
        isIn(i.target, 'web/src/') &&
        !['viewer', 'ui', 'lib', 'styles'].includes(areaOf(i.target, 'web/src/'))) ||
        (isIn(i.target, VIEWER) &&
          !isIn(i.file, VIEWER) &&
          !['viewer.tsx', 'preload.ts'].includes(i.target.slice(VIEWER.length)))),
  },
  {
    why: `the viewer's folders import in one direction: ${VIEWER_FOLDERS.join(' → ')}`,
    forbids: (i) => {
      const from = VIEWER_FOLDERS.indexOf(areaOf(i.file, VIEWER));
      const to = VIEWER_FOLDERS.indexOf(areaOf(i.target, VIEWER));
      return isProduct(i.file) && from >= 0 && to > from;
    },
  },
  {
    why: "the viewer's geometry imports only the contract, its pixels only the contract and geometry",
    forbids: (i) => {
      const from = areaOf(i.file, VIEWER);
      const to = areaOf(i.target, VIEWER);
      return (
        isProduct(i.file) &&
        !isIn(i.target, 'contract/') &&
        ((from === 'geometry' && to !== 'geometry') ||
          (from === 'pixels' && isIn(i.target, 'web/src/') && !['pixels', 'geometry'].includes(to)))
      );
    },
  },
];

const files = sourceFiles();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const imports = files.flatMap((file) => importsOf(file, read(file)));
  const violations = [
    ...files.flatMap((file) => violationsIn(file, read(file))),
    ...cycles(imports),
    ...mutualImports(imports),
  ];
  for (const line of violations) console.error(line);
  console.log(
    `${files.length} files, ${imports.length} imports, ${violations.length} out of bounds`,
  );
  process.exit(violations.length > 0 ? 1 : 0);
}

/**
 * The rules that one file breaks, import cycles aside.
 * @param {string} file repository path
 * @param {string} text its source
 */
export function violationsIn(file, text) {
  const violations = importsOf(file, text).flatMap(brokenRules);
  if (isServer(file) && file !== 'server/src/config.ts' && text.includes('process.env'))
    violations.push(`${file} reads process.env: only config.ts may`);
  if (
    isServer(file) &&
    file.endsWith('.routes.ts') &&
    !UNTYPED_ROUTES.has(file) &&
    /\bapp\.(get|post|put|patch|delete|route)\(/.test(text)
  )
    violations.push(`${file} registers a route that is not in the contract: use router()`);
  if (isProduct(file) && !MAY_WRITE_TAGS.test(file)) {
    const [tag] = RAW_TAG.exec(text) ?? [];
    if (tag) violations.push(`${file} contains the tag ${tag}: name it in platform/dicom/tags.ts`);
  }
  return violations;
}

/** @param {Import} i */
function brokenRules(i) {
  return rules
    .filter((rule) => rule.forbids(i))
    .map((rule) => `${i.file} imports ${i.target}: ${rule.why}`);
}

/**
 * Import cycles between files, those of types and of lazy imports included.
 * @param {Import[]} all
 */
export function cycles(all) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const { file, target } of all) graph.set(file, [...(graph.get(file) ?? []), target]);
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
 * Pairs of features that import each other, types included: one of them does not know what is above it.
 * @param {Import[]} all
 */
export function mutualImports(all) {
  /** @type {Map<string, string>} */
  const examples = new Map();
  for (const { file, target } of all) {
    if (!isServer(file) || !isIn(file, FEATURES) || !isIn(target, FEATURES)) continue;
    examples.set(`${featureOf(file)} → ${featureOf(target)}`, `${file} imports ${target}`);
  }
  return [...examples].flatMap(([pair, example]) => {
    const [from, to] = pair.split(' → ');
    const isMutual = from !== to && examples.has(`${to} → ${from}`);
    return isMutual ? [`${example}: the features import each other`] : [];
  });
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(file, text) {
  const statements = text.matchAll(
    /^(?:import|export)\s[^;'"]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm,
  );
  return [...statements].map(([, from, lazy, bare]) => ({
    file,
    target: resolve(file, from ?? lazy ?? bare ?? ''),
  }));
}

/**
 * The repository's path of a relative or contract import; a package stays a package.
 * @param {string} file
 * @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  return specifier.replace(/^@deqiq\/(\w+)\//, '$1/src/');
}

/** @param {string} file */
function isOfApp(file) {
  return file === 'server/src/app.ts' || isIn(file, 'server/src/app/');
}

/** Whether a file is shipped: a source of the contract, the server or the web that is no test. @param {string} file */
function isProduct(file) {
  return (
    /^(contract|server|web)\/src\//.test(file) &&
    !/\.(test|contract)\.tsx?$/.test(file) &&
    !/\/(testing|processes)\//.test(file) &&
    !/\/testing\.tsx?$/.test(file)
  );
}

/** @param {string} file */
function isServer(file) {
  return isIn(file, 'server/src/') && isProduct(file);
}

/** The workspace of a path. @param {string} file */
function top(file) {
  return file.split('/')[0] ?? '';
}

/** @param {string} file */
function screenArea(file) {
  return /^web\/src\/(site|portal\/admin|portal\/partner)\//.exec(file)?.[1];
}

/** @param {string} file @param {string} base */
function areaOf(file, base) {
  return isIn(file, base) ? (file.slice(base.length).split('/')[0] ?? '') : '';
}

/** The wing and the name of the feature of a file, such as office/payments. @param {string} file */
function featureOf(file) {
  return file.slice(FEATURES.length).split('/').slice(0, 2).join('/');
}

/** @param {string} file @param {string} folder */
function isIn(file, folder) {
  return file.startsWith(folder);
}
