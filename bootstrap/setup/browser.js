import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pinnedNode, toolEnvironment } from './node.js';
import { root, stop } from './root.js';

const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Path of a Chromium for the journeys: the installed one, else Playwright's own download (undefined:
 * Playwright finds it itself), else the system's package. The headless shell is preferred: a journey
 * needs two thirds of the processor time in it.
 * @returns {string | undefined}
 */
export function ensureBrowser() {
  const installed = installedBrowser();
  if (installed) return shellBeside(installed) ?? installed;
  console.log('Looking for a browser to run the journeys in …');
  const playwright = join(root, 'node_modules', 'playwright', 'cli.js');
  if (run(pinnedNode(), [playwright, 'install', '--only-shell', 'chromium'])) return undefined;
  if (isRoot() && run('apt-get', ['update', '-qq']))
    // An older Debian has no package of the shell.
    installPackages('chromium-headless-shell') || installPackages('chromium');
  return (
    installedBrowser() ??
    stop('The journeys need a browser: install Chromium or Google Chrome and run npm test again.')
  );
}

/**
 * The headless shell beside Debian's Chromium. Root, as in a container, installs it; only the shell of the same
 * version fits, and apt-get removes and updates nothing for it.
 * @param {string} browser
 */
function shellBeside(browser) {
  if (browser !== '/usr/bin/chromium' || process.env.CHROMIUM || !isRoot()) return undefined;
  const { stdout } = spawnSync('dpkg-query', ['--show', 'chromium'], { encoding: 'utf8' });
  const [, version] = (stdout ?? '').trim().split('\t');
  if (version) installPackages(`chromium-headless-shell=${version}`);
  return onPath(shells);
}

export const isRoot = () => process.getuid?.() === 0;

/** @param {string[]} names */
export function installPackages(...names) {
  const words = ['install', '-y', '-qq', '--no-install-recommends', '--no-remove', '--no-upgrade'];
  return run('apt-get', [...words, ...names]);
}

function installedBrowser() {
  const named = [process.env.CHROMIUM ?? ''].find((path) => path !== '' && existsSync(path));
  return named ?? onPath(shells) ?? onPath(browsers) ?? elsewhere.find((path) => existsSync(path));
}

/** @param {string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/**
 * @param {string} program
 * @param {string[]} words
 */
function run(program, words) {
  const environment = { ...toolEnvironment(), DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, words, { cwd: root, stdio: 'inherit', env: environment }).status === 0;
}
