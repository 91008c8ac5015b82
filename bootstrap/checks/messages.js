// Catalogues: every message in three languages, with the same values and the words of the glossary; none without a use,
// and no sentence outside of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { findValues, readCatalogues } from '../../messages/src/catalogues.ts';
import { root } from '../setup/root.js';
import { isProduct } from './boundary-rules.js';
import { read, sourceFiles } from './source-files.js';

/** @typedef {import('../../messages/src/catalogues.ts').Catalogue} Catalogue */
/** @typedef {{ id: string, wrong: Record<'az' | 'ru' | 'en', string[]> }} Term */

const LANGUAGES = /** @type {const} */ (['az', 'ru', 'en']);

/** Whose strings are sentences for people. */
const WITH_SENTENCES = /^(web\/src|contract\/src|server\/src\/features)\//;

/** Attributes that people read or hear. */
const ATTRIBUTES = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label']);

/** Letters of Azerbaijani that English lacks, and Cyrillic ones. */
const FOREIGN = /[əğıöüşçƏĞİÖÜŞÇ]|\p{Script=Cyrillic}/u;

/** Facts about the provider, stored names of examinations, names in DICOM, and the letters that searches fold. */
const EXCEPT_FILES = [
  'contract/src/examinations/names/',
  'contract/src/shared/provider.ts',
  'contract/src/shared/text.ts',
  'contract/src/shared/patient/',
  'contract/src/shared/passwords/',
  'contract/src/shared/imaging/dicom-text.ts',
];

/** The stored name of a shipment. Addresses of pages are exempt, too. */
const EXCEPT_TEXTS = new Set(['Göndəriş']);

/** Terms in texts of partners and visitors that the provider has not changed yet. */
const KEPT_TERMS = new Map([
  ['examinations/examination-names', ['panoram rentgen']],
  ['examinations/share-pages', ['link']],
  ['operations/quotas', ['link']],
  ['partner/account', ['ikinci mərhələ']],
  ['partner/shipments', ['resept']],
  ['people/second-factor', ['ikinci mərhələ']],
  ['people/second-factor-steps', ['ikinci mərhələ']],
]);

/** Names of programs, formats, headers and units, which every language writes alike. */
const NAMES = new RegExp(
  `\\b(?:${[
    'DICOM|OHIF|Weasis|WhatsApp|Instagram|Facebook|Excel|SMS|ZIP|PDF|PNG|JPEG|CSV|XLSX',
    'HU|AZN|mm|px|PIN|MPR|AE|QR|Authorization|Bearer',
  ].join('|')})\\b`,
  'g',
);

/**
 * Defects of the messages of a catalogue themselves.
 * @param {Catalogue} catalogue
 * @param {readonly Term[]} glossary
 */
export function findFaults({ area, messages }, glossary) {
  return Object.entries(messages).flatMap(([key, message]) => {
    const missing = LANGUAGES.filter((language) => !message[language]?.trim());
    if (missing.length > 0) return [`${area}.${key}: no text in ${missing.join(', ')}`];
    const faults = LANGUAGES.flatMap((language) =>
      findWrongTerms(message[language], language, glossary)
        .filter((term) => !KEPT_TERMS.get(area)?.includes(term))
        .map((term) => `${area}.${key}: "${term}" in ${language}; see messages/glossary.json`),
    );
    const texts = [...LANGUAGES.map((language) => message[language]), message.spec ?? message.az];
    const values = texts.map((text) => [...findValues(text).keys()].toSorted().join(', '));
    const isSame = values.every((names) => names === values[0]);
    return isSame ? faults : [...faults, `${area}.${key}: the values differ between languages`];
  });
}

/**
 * The terms that the glossary forbids, from the beginning of a word.
 * @param {string} text
 * @param {'az' | 'ru' | 'en'} language
 * @param {readonly Term[]} glossary
 */
function findWrongTerms(text, language, glossary) {
  const words = text.replace(/\{\w+\}/g, '').toLocaleLowerCase(language);
  return glossary
    .flatMap(({ wrong }) => wrong[language])
    .filter((term) => new RegExp(`(?<![\\p{L}\\p{N}])${term}`, 'u').test(words));
}

/**
 * The messages that a file reads, as `area.key`, or `area.*` where it takes a whole catalogue.
 * @param {string} text its source
 */
export function findUses(text) {
  const all = [...text.matchAll(/import\(\s*'@deqiq\/messages\/([\w/-]+)\.js'/g)];
  const modules = text.matchAll(/import \* as (\w+) from '@deqiq\/messages\/([\w/-]+)\.js'/g);
  const named = text.matchAll(/import \{([^}]*)\} from '@deqiq\/messages\/([\w/-]+)\.js'/g);
  return [
    ...all.map(([, area]) => `${area}.*`),
    ...[...modules].flatMap(([, name, area]) =>
      [
        ...text.matchAll(new RegExp(`(?<!\\* as |[.\\w])${name}\\b(?:\\s*\\.\\s*(\\w+))?`, 'g')),
      ].map(([, key]) => `${area}.${key ?? '*'}`),
    ),
    ...[...named].flatMap(([, names = '', area]) =>
      names.split(',').map((name) => `${area}.${name.trim().split(' ')[0]}`),
    ),
  ];
}

/**
 * Messages that no use names.
 * @param {readonly Catalogue[]} catalogues
 * @param {ReadonlySet<string>} uses
 */
export const findUnused = (catalogues, uses) =>
  catalogues
    .filter(({ area }) => !uses.has(`${area}.*`))
    .flatMap(({ area, messages }) => Object.keys(messages).map((key) => `${area}.${key}`))
    .filter((name) => !uses.has(name))
    .map((name) => `${name}: no source uses it`);

/**
 * Sentences in a source: texts and attributes of elements, and strings with letters that English lacks.
 * @param {string} file repository path
 * @param {string} text its source
 */
export function findSentences(file, text) {
  const found = listSentences(parseSync(file, text).program)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => !EXCEPT_TEXTS.has(sentence) && !sentence.startsWith('/'));
  return found.map((sentence) => `${file}: "${sentence}" belongs to a catalogue`);
}

/**
 * A node of a syntax tree (ESTree with JSX), of which only texts matter.
 * @typedef {{ type: string, value?: unknown, name?: unknown, expression?: unknown }} Node
 */

/**
 * @param {unknown} tree
 * @returns {string[]}
 */
function listSentences(tree) {
  if (Array.isArray(tree)) return tree.flatMap(listSentences);
  if (!isNode(tree)) return [];
  const { type, value, name } = tree;
  if (type === 'JSXText') return hasWords(String(value)) ? [String(value)] : [];
  if (type === 'JSXAttribute' && isNode(name) && ATTRIBUTES.has(String(name.name))) {
    const texts = listStrings(value).filter(hasWords);
    if (texts.length > 0) return texts;
  }
  const strings = type === 'Literal' || type === 'TemplateElement' ? listStrings(tree) : [];
  return [
    ...strings.filter((string) => FOREIGN.test(string)),
    ...Object.values(tree).flatMap(listSentences),
  ];
}

/**
 * The text of a string, also in braces.
 * @param {unknown} node
 * @returns {string[]}
 */
function listStrings(node) {
  if (!isNode(node)) return [];
  if (node.type === 'JSXExpressionContainer') return listStrings(node.expression);
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis))
    return node.quasis.flatMap(listStrings);
  const { value } = node;
  if (node.type !== 'TemplateElement' || typeof value !== 'object' || value === null) return [];
  return 'cooked' in value ? [String(value.cooked)] : [];
}

/** Whether a text has words beside names. @param {string} text */
const hasWords = (text) => /\p{L}{2}/u.test(text.replaceAll(NAMES, ''));

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const catalogues = readCatalogues();
  const glossary = JSON.parse(readFileSync(join(root, 'messages/glossary.json'), 'utf8'));
  const files = sourceFiles().filter((file) => !/\.test\.tsx?$|^messages\//.test(file));
  const withSentences = files.filter(
    (file) =>
      isProduct(file) &&
      WITH_SENTENCES.test(file) &&
      !EXCEPT_FILES.some((exception) => file.startsWith(exception)),
  );
  const found = [
    ...catalogues.flatMap((catalogue) => findFaults(catalogue, glossary)),
    ...findUnused(catalogues, new Set(files.flatMap((file) => findUses(read(file))))),
    ...withSentences.flatMap((file) => findSentences(file, read(file))),
  ];
  for (const line of found) console.error(line);
  console.log(`${catalogues.length} catalogues, ${found.length} problems`);
  process.exit(found.length > 0 ? 1 : 0);
}
