import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/root.js';

/** Repository paths of the sources of every workspace, of deploy/ and of bootstrap/. */
export function sourceFiles() {
  const { workspaces } = JSON.parse(read('package.json'));
  return [...workspaces, 'deploy', 'bootstrap'].flatMap(filesBelow);
}

/** @param {string} file repository path */
export const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'compiled')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path);
      return /\.(tsx?|js)$/.test(entry.name) ? [path] : [];
    });
}
