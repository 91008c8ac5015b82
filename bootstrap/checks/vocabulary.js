// Words that the project does not use (HOUSE rules of names and English). To forbid another one, add it to a line.
import { fileURLToPath } from 'node:url';
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
  ['everybody|nobody|somebody|whoever|whose it is', 'the client, the caller, the user, its owner'],
  ['is had|rests|stands', 'is available, is stored, is'],
  ['is told|hears', 'receives'],
  ['leads to|lets go of|looks at', 'references, releases, inspects'],
  ['of ours|what of it', 'our, which part'],
];

/** Released migrations never change. */
const SKIPPED = /\/checks\/vocabulary|\/migrations\//;
const COMMENTS = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs;
const LINE_BREAK = /\s*\n\s*(\*|\/\/)?\s*/g;
const DECLARATIONS = /\b(?:const|let|function|class|interface|type|enum)\s+(\w+)/g;

/**
 * The forbidden words of one file, with their replacements.
 * @param {string} file repository path
 * @param {string} text its source
 */
export function forbiddenWords(file, text) {
  const comments = (text.match(COMMENTS) ?? []).join('\n').toLowerCase().replace(LINE_BREAK, ' ');
  const code = text.replace(COMMENTS, '');
  const names = new Set([...code.matchAll(DECLARATIONS)].map(([, name = '']) => name));
  const found = [
    ...NAMES.flatMap(([words, write]) =>
      words.split(' ').flatMap((word) => (names.has(word) ? [{ word, write }] : [])),
    ),
    ...COMMENT_WORDS.flatMap(([words, write]) =>
      [...comments.matchAll(new RegExp(`\\b(?:${words})\\b`, 'g'))].map(([word]) => ({
        word,
        write,
      })),
    ),
  ];
  return found.map(({ word, write }) => `${file}: "${word}"; write ${write}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sourceFiles().filter((file) => !SKIPPED.test(file));
  const found = files.flatMap((file) => forbiddenWords(file, read(file)));
  for (const line of found) console.error(line);
  console.log(`${files.length} files, ${found.length} forbidden words`);
  process.exit(found.length > 0 ? 1 : 0);
}
