import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { findFaults, findSentences, findUnused, findUses } from './messages.js';

const glossary = [
  { id: 'link', wrong: { az: ['link'], ru: ['линк'], en: [] } },
  { id: 'points', wrong: { az: ['ballar'], ru: [], en: [] } },
  { id: 'icon', wrong: { az: ['işarə'], ru: [], en: [] } },
];

const texts = { az: 'Keçid', ru: 'Ссылка', en: 'Link' };

/** The faults of a catalogue with one message. @param {Record<string, string>} message */
const faultsOf = (message) =>
  findFaults(
    { area: 'a/b', specFallback: 'az', messages: { one: { ...texts, ...message } } },
    glossary,
  ).join();

test('a missing or empty text is found', () => {
  deepEqual(faultsOf({}), '');
  for (const language of ['az', 'ru', 'en'])
    match(faultsOf({ [language]: ' ' }), new RegExp(`a/b.one: no text in ${language}`));
});

test('values that differ between languages are found, also in plurals', () => {
  const en = '{count, plural, one {# file} other {# files}}';
  deepEqual(faultsOf({ az: '{count} fayl', ru: '{count} ф.', en }), '');
  match(faultsOf({ az: '{number} fayl', ru: '{count} ф.', en }), /values differ/);
  match(faultsOf({ spec: '{count}' }), /values differ/);
});

test('a term that the glossary forbids is found at the beginning of a word, in any case', () => {
  match(faultsOf({ az: 'Bu LİNK işləmir' }), /"link" in az/);
  match(faultsOf({ ru: 'Ваш линк' }), /"линк" in ru/);
  match(faultsOf({ az: 'İşarələr' }), /"işarə" in az/);
  deepEqual(faultsOf({ az: 'Cədvəllink', spec: 'Link' }), '');
  const az = 'Keçid {link}';
  deepEqual(faultsOf({ az, ru: '{link}', en: '{link}' }), '');
});

test('a message without a use is found', () => {
  const catalogue = { area: 'a/b', specFallback: /** @type {const} */ ('az') };
  const catalogues = [{ ...catalogue, messages: { one: texts, two: texts } }];
  const from = "from '@deqiq/messages/a/b.js';";
  const unused = (/** @type {string} */ source) =>
    findUnused(catalogues, new Set(findUses(source))).join();
  match(unused(`import * as texts ${from}\ntexts.one();`), /^a\/b.two: no source uses it$/);
  match(unused(`import * as texts ${from}\nother.texts.two();`), /a\/b.one.*a\/b.two/s);
  deepEqual(unused(`import * as texts ${from}\nconst label = texts.one;\ntexts\n.two();`), '');
  deepEqual(unused(`import * as texts ${from}\ntexts[key]();`), '');
  deepEqual(unused(`import { one, two as other } ${from}`), '');
});

test('sentences outside of catalogues are found', () => {
  for (const source of [
    '<p>Save</p>',
    '<p>\n  Save {name}\n</p>',
    "<a title='Save'/>",
    "<a aria-label={'Save'}/>",
    `<a alt={\`Save \${name}\`}/>`,
    "const text = 'Yadda saxlanıldı';",
    `const text = \`\${name}: Сохранено\`;`,
  ])
    match(findSentences('web/src/x.tsx', source).join(), /belongs to a catalogue/, source);
});

test('names, keys and what people do not read are left alone', () => {
  for (const source of [
    '<p>DICOM · {size} mm</p>',
    "<a className='title' title={texts.save()}/>",
    "run('save');",
    '// Yadda saxlanıldı',
    "const SHIPMENT_NAME = 'Göndəriş';",
  ])
    deepEqual(findSentences('web/src/x.tsx', source), [], source);
});
