// Runs one program of the project on the pinned Node: node bootstrap/run.js FILE [words …]
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './setup/install.js';
import { pinnedNode, toolEnvironment } from './setup/node.js';
import { root } from './setup/root.js';

ensureInstalled();
const program = spawnSync(pinnedNode(), process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
  env: toolEnvironment(),
});
process.exit(program.status ?? 1);
