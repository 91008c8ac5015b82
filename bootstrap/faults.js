// npm run test:faults [-- --short] [--seed N] [--report] [campaign …]: tries to break what is promised.
import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './setup/browser.js';
import { ensureBuilt } from './setup/build.js';
import { ensureInstalled } from './setup/install.js';
import { pinnedNode, toolEnvironment } from './setup/node.js';
import { root } from './setup/root.js';

ensureInstalled();
ensureBuilt();
const browser = ensureBrowser();
const faults = spawnSync(pinnedNode(), ['faults/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...toolEnvironment(), ...(browser && { CHROMIUM: browser }) },
});
process.exit(faults.status ?? 1);
