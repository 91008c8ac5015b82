// Words that the project does not use (HOUSE rules of names and English). To forbid another one, add a line;
// `except` lists the workspaces that still contain it.
import { fileURLToPath } from 'node:url';
import { read, sourceFiles } from './source-files.js';

/** @typedef {{ word: string, write: string, except?: string }} Rule */

/** Names that no declaration may have. @type {Rule[]} */
const NAMES = [
  { word: 'Acknowledged', write: 'ExpectedState' },
  { word: 'asked', write: 'requested', except: 'server' },
  { word: 'given', write: 'provided', except: 'server testkit' },
  { word: 'held', write: 'expected, locked', except: 'samples' },
  { word: 'kept', write: 'stored, cached', except: 'server' },
  { word: 'known', write: 'cached, existing, expected', except: 'server' },
  { word: 'least', write: 'min', except: 'server' },
  { word: 'look', write: 'check, search, poll', except: 'server web' },
  { word: 'lookAt', write: 'inspect' },
  { word: 'most', write: 'max', except: 'server' },
  { word: 'place', write: 'index, element, location', except: 'server testkit samples bootstrap' },
  { word: 'placeOf', write: 'a verb: describeUrl, dataLocation', except: 'server' },
  { word: 'said', write: 'message, output', except: 'server' },
  { word: 'told', write: 'reported, formatted', except: 'server' },
  { word: 'turn', write: 'index, mutex', except: 'server web' },
  { word: 'turns', write: 'mutex, queue', except: 'server' },
  { word: 'whoever', write: 'client, caller, user' },
];

/** Words that no comment may contain. @type {Rule[]} */
const COMMENT_WORDS = [
  { word: 'is told', write: 'receives', except: 'server faults' },
  { word: 'leads to', write: 'references', except: 'contract server web faults' },
  { word: 'lets go of', write: 'releases', except: 'server faults' },
  {
    word: 'nobody',
    write: 'no user, no client',
    except: 'contract server web e2e bench faults testkit samples deploy bootstrap',
  },
  { word: 'of ours', write: 'our', except: 'server e2e faults testkit' },
  { word: 'rests', write: 'is stored', except: 'server web bench faults testkit' },
  {
    word: 'somebody',
    write: 'a user, a client',
    except: 'contract server web bench faults testkit deploy bootstrap',
  },
  { word: 'what of it', write: 'which part' },
  {
    word: 'whoever',
    write: 'the client, the caller, the user',
    except: 'contract server web e2e faults samples deploy',
  },
];

const COMMENTS = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs;
const DECLARATIONS = /\b(?:const|let|function|class|interface|type|enum)\s+(\w+)/g;

/**
 * The forbidden words of one file.
 * @param {string} file repository path
 * @param {string} text its source
 */
export function forbiddenWords(file, text) {
  const comments = (text.match(COMMENTS) ?? []).join('\n').toLowerCase();
  const code = text.replace(COMMENTS, '');
  const names = new Set([...code.matchAll(DECLARATIONS)].map(([, name]) => name));
  const applies = (/** @type {Rule} */ { except = '' }) =>
    !except.split(' ').includes(file.split('/')[0] ?? '');
  return [
    ...NAMES.filter((rule) => applies(rule) && names.has(rule.word)),
    ...COMMENT_WORDS.filter(
      (rule) => applies(rule) && new RegExp(`\\b${rule.word}\\b`).test(comments),
    ),
  ].map(({ word, write }) => `${file}: "${word}"; write ${write}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sourceFiles().filter((file) => !file.includes('/checks/vocabulary'));
  const found = files.flatMap((file) => forbiddenWords(file, read(file)));
  for (const line of found) console.error(line);
  console.log(`${files.length} files, ${found.length} forbidden words`);
  process.exit(found.length > 0 ? 1 : 0);
}
