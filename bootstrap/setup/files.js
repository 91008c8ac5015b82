import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.js';

/**
 * Adds paths and contents of files to a digest.
 * @param {import('node:crypto').Hash} hash
 * @param {readonly string[]} files repository paths
 */
export function hashFiles(hash, files) {
  for (const path of files) hash.update(path).update(readFileSync(join(root, path)));
  return hash;
}

/**
 * Files below a folder in a stable order, tests and dependencies left out.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && !entry.name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}
