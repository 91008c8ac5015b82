// npm run bench [-- --quick] [program …]: what is promised about speed, measured beside others.
import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './setup/browser.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';
import { pinnedNode, toolEnvironment } from './setup/node.js';
import { root } from './setup/root.js';

ensureInstalled();
ensureBuilt();
const browser = ensureBrowser();
const bench = spawnSync(pinnedNode(), ['bench/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...toolEnvironment(), ...(browser && { CHROME_PATH: browser }) },
});
process.exit(bench.status ?? 1);
