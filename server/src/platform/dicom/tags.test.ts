import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadDictionary } from './dictionary.ts';
import { formatTag, Tag } from './tags.ts';

/** Groups of commands, file meta and delimiters, which the data dictionary does not list. */
const isListed = (tag: number) => tag > 0x0002_ffff && tag < 0xfffe_0000;

test('every tag has the keyword of the data dictionary, in ascending order', () => {
  const keywords = new Map(
    [...loadDictionary().tagOf].map(([keyword, tag]) => [tag, keyword.toLowerCase()]),
  );
  const tags = Object.entries(Tag);
  for (const [name, tag] of tags.filter(([, value]) => isListed(value)))
    assert.equal(keywords.get(formatTag(tag)), name.toLowerCase());
  const values = tags.map(([, tag]) => tag);
  assert.deepEqual(
    values,
    values.toSorted((a, b) => a - b),
  );
});

test('a tag is written in eight upper-case digits', () => {
  assert.equal(formatTag(Tag.studyInstanceUid), '0020000D');
  assert.equal(formatTag(Tag.commandField), '00000100');
});
