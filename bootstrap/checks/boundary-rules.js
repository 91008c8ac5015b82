// Which imports are forbidden, and why (see ARCHITECTURE.md). The features are read from the folders.

const PLATFORM = 'server/src/platform/';
const FEATURES = 'server/src/features/';
const COMMANDS = 'server/src/commands/';
const INTAKE = 'server/src/intake/';
const VIEWER = 'web/src/viewer/';
/** The modules of the settings. */
const SETTINGS = new Set(
  ['config', 'settings', 'object-store-settings', 'provider-settings', 'payment-settings'].map(
    (name) => `server/src/${name}.ts`,
  ),
);

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

/** Modules that only the checks of words import. */
const CHECKED_WITH = new Set(['oxc-parser', 'messages/src/catalogues.ts']);

/** Those that messages may not import. */
const WORKSPACES = new Set([
  'contract',
  'server',
  'web',
  'testkit',
  'samples',
  'bench',
  'faults',
  'e2e',
]);

/** @typedef {{ file: string, target: string }} Import */

/**
 * Each rule has the imports that it forbids, and the reason.
 * @type {{ why: string, forbids: (i: Import) => boolean }[]}
 */
export const rules = [
  {
    why: 'the contract imports only zod and messages',
    forbids: (i) =>
      isIn(i.file, 'contract/') &&
      !isIn(i.target, 'contract/') &&
      !isIn(i.target, 'messages/') &&
      i.target !== 'zod',
  },
  {
    why: 'messages imports nothing of the product',
    forbids: (i) => isIn(i.file, 'messages/') && WORKSPACES.has(top(i.target)),
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
    why: 'bootstrap/ runs before anything is installed: it imports only Node and itself; only checks have a parser and catalogues',
    forbids: (i) =>
      isIn(i.file, 'bootstrap/') &&
      !isIn(i.target, 'bootstrap/') &&
      !isIn(i.target, 'node:') &&
      !(
        /^bootstrap\/checks\/(vocabulary|messages|specified-texts\.test)\.js$/.test(i.file) &&
        CHECKED_WITH.has(i.target)
      ),
  },
  {
    why: 'platform/ imports no feature and no command',
    forbids: (i) =>
      isProduct(i.file) &&
      isIn(i.file, PLATFORM) &&
      (isIn(i.target, FEATURES) || isIn(i.target, COMMANDS)),
  },
  {
    why: 'platform/ reads no settings: it takes values',
    forbids: (i) => isProduct(i.file) && isIn(i.file, PLATFORM) && SETTINGS.has(i.target),
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
      findFeature(i.file) !== findFeature(i.target) &&
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
    why: 'only commands/, intake/, the website and storage/, dicom/, media/, pdf/, db/ and data-folder/ of platform/, and its files.ts, touch the file system',
    forbids: (i) =>
      /^node:fs/.test(i.target) &&
      isServer(i.file) &&
      !isIn(i.file, COMMANDS) &&
      !isIn(i.file, INTAKE) &&
      !isIn(i.file, `${FEATURES}site/website/`) &&
      !['storage', 'dicom', 'media', 'pdf', 'db', 'data-folder', 'files.ts'].includes(
        findArea(i.file, PLATFORM),
      ),
  },
  {
    why: 'media/ and dimse/ import dicom/, which knows neither, and not each other',
    forbids: (i) => {
      const from = findArea(i.file, PLATFORM);
      const to = findArea(i.target, PLATFORM);
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
      const from = findArea(i.file, 'web/src/');
      const to = findArea(i.target, 'web/src/');
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
        !['viewer', 'ui', 'lib', 'styles'].includes(findArea(i.target, 'web/src/'))) ||
        (isIn(i.target, VIEWER) &&
          !isIn(i.file, VIEWER) &&
          !['viewer.tsx', 'preload.ts'].includes(i.target.slice(VIEWER.length)))),
  },
  {
    why: `the viewer's folders import in one direction: ${VIEWER_FOLDERS.join(' → ')}`,
    forbids: (i) => {
      const from = VIEWER_FOLDERS.indexOf(findArea(i.file, VIEWER));
      const to = VIEWER_FOLDERS.indexOf(findArea(i.target, VIEWER));
      return isProduct(i.file) && from >= 0 && to > from;
    },
  },
  {
    why: "the viewer's geometry imports only the contract, its pixels only the contract and geometry",
    forbids: (i) => {
      const from = findArea(i.file, VIEWER);
      const to = findArea(i.target, VIEWER);
      return (
        isProduct(i.file) &&
        !isIn(i.target, 'contract/') &&
        ((from === 'geometry' && to !== 'geometry') ||
          (from === 'pixels' && isIn(i.target, 'web/src/') && !['pixels', 'geometry'].includes(to)))
      );
    },
  },
];

/** @param {string} file */
function isOfApp(file) {
  return file === 'server/src/app.ts' || isIn(file, 'server/src/app/');
}

/** Whether a file is shipped: a source of the contract, the server or the web that is no test. @param {string} file */
export function isProduct(file) {
  return (
    /^(contract|server|web)\/src\//.test(file) &&
    !/\.(test|contract)\.tsx?$/.test(file) &&
    !/\/(testing|processes)\//.test(file) &&
    !/\/testing\.tsx?$/.test(file)
  );
}

/** @param {string} file */
export function isServer(file) {
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
function findArea(file, base) {
  return isIn(file, base) ? (file.slice(base.length).split('/')[0] ?? '') : '';
}

/** The wing and the name of the feature of a file, such as office/payments; '' outside of features. @param {string} file */
export function findFeature(file) {
  return isIn(file, FEATURES) ? file.slice(FEATURES.length).split('/').slice(0, 2).join('/') : '';
}

/** @param {string} file @param {string} folder */
function isIn(file, folder) {
  return file.startsWith(folder);
}
