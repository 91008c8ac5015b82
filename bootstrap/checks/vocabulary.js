// Words that the project does not use (HOUSE rules of names and English). To forbid another one, add it to a line.
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { read, sourceFiles } from './source-files.js';

/** Names that no declaration may have, and what to write. @type {[words: string, write: string][]} */
const NAMES = [
  ['asked wish wishes Wish Wishes', 'requested, options, overrides'],
  ['begun underWay', 'started, pending'],
  ['chosen', 'selected'],
  ['given', 'provided'],
  ['heard held kept known', 'received, expected, locked, stored, cached, existing'],
  ['least', 'min'],
  ['look lookAt', 'check, search, poll, style, inspect'],
  ['most', 'max'],
  ['place placeOf places Place Places', 'index, element, location, position'],
  ['said told', 'message, output, reported, formatted'],
  ['turn turns', 'index, mutex, queue'],
  ['everybody somebody whoever', 'client, caller, user'],
];

/** Words that no comment may contain, and what to write. @type {[words: string, write: string][]} */
const COMMENT_WORDS = [
  ['comes back|goes on', 'is returned, continues'],
  ['for good', 'permanently'],
  ['everybody|nobody|somebody|whoever|whose it is', 'the client, the caller, the user, its owner'],
  ['is had|rests|stands', 'is available, is stored, is'],
  ['is told|hears', 'receives'],
  ['leads to|lets go of|looks at', 'references, releases, inspects'],
  ['of ours|what of it', 'our, which part'],
];

/** Released migrations never change. */
const SKIPPED = /\/checks\/vocabulary|\/migrations\//;
const NOUN_CLAUSE = /^\**\s*(What|Who)\b/;
const LINE_BREAK = /\s*\n\s*\**\s*/g;
const HAS_ID =
  /^(Function|Class|TS(Interface|TypeAlias|Enum)Declaration|TSDeclareFunction|VariableDeclarator)/;

/**
 * A node of a syntax tree (ESTree with types), of which only the parts that declare names matter.
 * @typedef {{ type: string, name?: string | Node, id?: Node, param?: Node, params?: Node[], value?: Node,
 *   properties?: Node[], elements?: Node[], left?: Node, argument?: Node, parameter?: Node }} Node
 */

/**
 * The forbidden words of one file, with their replacements.
 * @param {string} file repository path
 * @param {string} text its source
 */
export function forbiddenWords(file, text) {
  const { program, comments } = parseSync(file, text);
  const names = new Set(listNames(program));
  const blocks = joinLines(text, comments);
  const found = [
    ...NAMES.flatMap(([words, write]) =>
      words.split(' ').flatMap((word) => (names.has(word) ? [{ word, write }] : [])),
    ),
    ...COMMENT_WORDS.flatMap(([words, write]) =>
      [
        ...blocks
          .join('\n')
          .toLowerCase()
          .matchAll(new RegExp(`\\b(?:${words})\\b`, 'g')),
      ].map(([word]) => ({ word, write })),
    ),
    ...blocks.flatMap((block) => {
      const [, word] = NOUN_CLAUSE.exec(block) ?? [];
      return word ? [{ word: `${word} …`, write: 'a noun or a sentence' }] : [];
    }),
  ];
  return found.map(({ word, write }) => `${file}: "${word}"; write ${write}`);
}

/**
 * The texts of the comments, each in one line; line comments below each other are one text.
 * @param {string} text
 * @param {{ type: string, value: string, start: number, end: number }[]} comments
 */
function joinLines(text, comments) {
  /** @type {string[]} */
  const blocks = [];
  let end = -1;
  for (const { type, value, start, end: next } of comments) {
    const continues = type === 'Line' && end >= 0 && /^\s*\n[ \t]*$/.test(text.slice(end, start));
    const line = value.replace(LINE_BREAK, ' ').trim();
    if (continues) blocks.push(`${blocks.pop()} ${line}`);
    else blocks.push(line);
    end = type === 'Line' ? next : -1;
  }
  return blocks;
}

/**
 * Names that a tree declares: variables, functions, types, parameters and destructured bindings.
 * @param {unknown} tree
 * @returns {string[]}
 */
function listNames(tree) {
  if (Array.isArray(tree)) return tree.flatMap(listNames);
  if (!isNode(tree)) return [];
  const { type, id, param, params, name } = tree;
  const bound = [
    ...(HAS_ID.test(type) ? [id] : []),
    ...(type === 'TSTypeParameter' && typeof name === 'object' ? [name] : []),
    ...(Array.isArray(params) ? params : []),
    param,
  ];
  return [...bound.flatMap(listBindings), ...Object.values(tree).flatMap(listNames)];
}

/**
 * @param {Node | null | undefined} pattern
 * @returns {string[]}
 */
function listBindings(pattern) {
  if (!pattern) return [];
  const { type, name, properties = [], elements = [] } = pattern;
  if (type === 'Identifier' && typeof name === 'string') return [name];
  if (type === 'Property') return listBindings(pattern.value);
  const inner = [pattern.left, pattern.argument, pattern.parameter, ...properties, ...elements];
  return inner.flatMap(listBindings);
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sourceFiles().filter((file) => !SKIPPED.test(file));
  const found = files.flatMap((file) => forbiddenWords(file, read(file)));
  for (const line of found) console.error(line);
  console.log(`${files.length} files, ${found.length} forbidden words`);
  process.exit(found.length > 0 ? 1 : 0);
}
