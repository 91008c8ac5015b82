import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCatalogues } from '../../messages/src/catalogues.ts';
import { root } from '../setup/root.js';

/** Quoted in the specification, but a description or a name in the API. */
const NO_TEXTS = ['admin', 'none found', 'page / total', 'partner'];

/** Texts in quotation marks, and the names of links: "- /elaqe (Əlaqə)". */
const QUOTED = /(?<!\p{L})'(.+?)'(?!\p{L})/gu;
const LINK = /\/[\p{L}/-]* \((\p{Lu}[^()]+)\)/gu;

/** Texts that go on with values: the points of a gift, the message of the server. */
const BEGINNINGS = ['Kifayət qədər xal yoxdur', 'Xəta: '];

/** The text with one sign for each value: "{count}" of a catalogue, a number or "X" of the specification. @param {string} text */
const hideValues = (text) =>
  text.replaceAll("''", "'").replace(/\{\w+\}|(?<!\p{L})(?:\d+|[NXYZ])(?!\p{L})/gu, '…');

test('every text that the specification quotes is in a catalogue, in the language of its area', () => {
  const specification = readFileSync(join(root, 'docs', 'specification.md'), 'utf8');
  const quoted = [...specification.matchAll(QUOTED), ...specification.matchAll(LINK)];
  const texts = [...new Set(quoted.map(([, text = '']) => text))];
  ok(texts.length > 100);
  const written = readCatalogues().flatMap(({ messages, specFallback }) =>
    Object.values(messages).flatMap((message) =>
      [message.az, message.spec ?? message[specFallback]].map(hideValues),
    ),
  );
  const isWritten = (/** @type {string} */ text) =>
    BEGINNINGS.includes(text)
      ? written.some((one) => one.startsWith(text) && one !== text)
      : written.includes(hideValues(text));
  deepEqual(
    NO_TEXTS.filter((text) => !texts.includes(text)),
    [],
  );
  deepEqual(
    texts.filter((text) => !isWritten(text) && !NO_TEXTS.includes(text)),
    [],
  );
});
