/**
 * node messages/src/compile.ts: turns each `catalogues/<wing>/<area>.json` into modules of functions in `compiled/`:
 * `<wing>/<area>.js` with its types, which reads the language when a message is read, and `<language>/<wing>/<area>.js`
 * with one language, for the builds of the web. With `PSEUDO_LOCALE` the English texts are longer by a third and in
 * brackets: what has none on a screen comes from no catalogue.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import {
  type Catalogue,
  findValues,
  type Message,
  readCatalogues,
  textIn,
  type Values,
} from './catalogues.ts';
import { type Language, languages, tags } from './language.ts';

const COMPILED = fileURLToPath(new URL('../compiled', import.meta.url));

function write(file: string, text: string): void {
  const path = join(COMPILED, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** One exported function per message. The compiler writes one property of an object per line. */
function compile(catalogue: Catalogue, language: Language): string {
  const { area, messages } = catalogue;
  const texts = Object.fromEntries(
    Object.entries(messages).map(([key, message]) => {
      const text = textIn(catalogue, message, language);
      return [key, process.env.PSEUDO_LOCALE && language === 'en' ? lengthen(text) : text];
    }),
  );
  try {
    return compileModule(new MessageFormat(tags[language]), texts)
      .replace('export default {\n', '')
      .replace(/\n\}\s*$/, '\n')
      .replace(/^ {2}(\w+): (.*?),?$/gm, 'export const $1 = $2;');
  } catch (error) {
    throw new Error(`${area}.json, ${language}: ${(error as Error).message}`);
  }
}

const lengthen = (text: string) => `[${text}${' …'.repeat(Math.ceil(text.length / 6))}]`;

function joinLanguages(area: string, keys: readonly string[], depth: string): string {
  const imports = languages.map(
    (language) => `import * as ${language} from '${depth.slice(3) || './'}${language}/${area}.js';`,
  );
  const functions = keys.map(
    (key) => `export const ${key} = (values) => $all[$language()].${key}(values);`,
  );
  return [
    ...imports,
    `import { language as $language } from '${depth}src/language.ts';`,
    `const $all = { ${languages.join(', ')} };`,
    ...functions,
    '',
  ].join('\n');
}

function describeTypes({ messages }: Catalogue): string {
  const lines = Object.entries(messages).map(([key, message]) => {
    const doc = `/** ${message.az.replaceAll('*/', '* /')} */`;
    return `${doc}\nexport declare const ${key}: (${parameterFor(findAllValues(message))}) => string;`;
  });
  return `${lines.join('\n')}\nexport {};\n`;
}

/** The values of a message; a plural in one language needs a number in every one. */
function findAllValues({ az, ru, en, spec = '' }: Message): Values {
  const all = new Map(findValues(az));
  for (const [name, type] of [ru, en, spec].flatMap((text) => [...findValues(text)]))
    if (type !== 'string | number') all.set(name, type);
  return all;
}

function parameterFor(values: Values): string {
  const fields = [...values].map(([name, type]) => `readonly ${name}: ${type}`);
  return fields.length > 0 ? `values: { ${fields.join('; ')} }` : '';
}

const constantLanguage = (language: Language) =>
  `export * from '../../src/language.ts';\nexport const language = () => '${language}';\n`;

rmSync(COMPILED, { recursive: true, force: true });
for (const catalogue of readCatalogues()) {
  const { area, messages } = catalogue;
  const depth = '../'.repeat(area.split('/').length);
  for (const language of languages) write(`${language}/${area}.js`, compile(catalogue, language));
  write(`${area}.js`, joinLanguages(area, Object.keys(messages), depth));
  write(`${area}.d.ts`, describeTypes(catalogue));
}
for (const language of languages) write(`${language}/language.js`, constantLanguage(language));
