// Pages of docs/decisions: every reference names a page that exists, and the index has a line for each.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../setup/root.js';
import { read, sourceFiles } from './source-files.js';

const FOLDER = 'docs/decisions';
const INDEX = `${FOLDER}/README.md`;
const REFERENCE = /decisions\/([\w-]+)\.md/g;
/** A link from one page to another. */
const LINK = /\]\(([\w-]+)\.md/g;
/** Records had numbers before there were pages. */
const NUMBER = /\b(?:decisions?|records?) \[?(00\d\d)\b/gi;

/**
 * References of one file to pages that do not exist.
 * @param {string} file repository path
 * @param {string} text its content
 * @param {ReadonlySet<string>} pages names without extension
 */
export function brokenReferences(file, text, pages) {
  const patterns = file.startsWith(`${FOLDER}/`) ? [REFERENCE, LINK] : [REFERENCE];
  const names = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name));
  const numbers = file === INDEX ? [] : [...text.matchAll(NUMBER)].map(([, number]) => number);
  return [
    ...names
      .filter((name = '') => !pages.has(name))
      .map((name) => `${file}: no page ${FOLDER}/${name}.md`),
    ...numbers.map((number) => `${file}: record ${number} has no number now; write its page`),
  ];
}

/**
 * Pages without a line in the index.
 * @param {string} index its text
 * @param {ReadonlySet<string>} pages names without extension
 */
export const unlistedPages = (index, pages) =>
  [...pages]
    .filter((page) => page !== 'README' && !index.includes(`| [${page}](${page}.md) |`))
    .map((page) => `${INDEX}: no line for ${page}.md`);

/** @param {string} folder repository path */
const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = new Set(readdirSync(join(root, FOLDER)).map((name) => name.replace(/\.md$/, '')));
  const files = [...sourceFiles(), ...['.', 'docs', FOLDER].flatMap(markdownIn)];
  const found = [
    ...files.flatMap((file) => brokenReferences(file, read(file), pages)),
    ...unlistedPages(read(INDEX), pages),
  ];
  for (const line of found) console.error(line);
  console.log(`${pages.size} pages of decisions, ${found.length} problems`);
  process.exit(found.length > 0 ? 1 : 0);
}
