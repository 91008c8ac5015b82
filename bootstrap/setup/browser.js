import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pinnedNode, toolEnvironment } from './node.js';
import { root, stop } from './root.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Path of a Chromium for the journeys: the installed one, else Playwright's own download (undefined:
 * Playwright finds it itself), else the system's package.
 * @returns {string | undefined}
 */
export function ensureBrowser() {
  const installed = installedBrowser();
  if (installed) return installed;
  console.log('Looking for a browser to run the journeys in …');
  const playwright = join(root, 'node_modules', 'playwright', 'cli.js');
  if (run(pinnedNode(), [playwright, 'install', 'chromium'])) return undefined;
  if (process.getuid?.() === 0 && run('apt-get', ['update', '-qq']))
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  return (
    installedBrowser() ??
    stop('The journeys need a browser: install Chromium or Google Chrome and run npm test again.')
  );
}

function installedBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM ?? '', ...onPath, ...elsewhere].find(
    (path) => path !== '' && existsSync(path),
  );
}

/**
 * @param {string} program
 * @param {string[]} words
 */
function run(program, words) {
  const environment = { ...toolEnvironment(), DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, words, { cwd: root, stdio: 'inherit', env: environment }).status === 0;
}
