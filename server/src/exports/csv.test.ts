import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('commas, quotes and line breaks stay inside their cell', () => {
  assert.equal(
    csvLine(['a', 'b, c', 'say "hi"', 'two\nlines', null, '', 7, -4.25]),
    'a,"b, c","say ""hi""","two\nlines",,,7,-4.25\r\n',
  );
});

test('a text that a spreadsheet would run begins with an apostrophe', () => {
  for (const text of ['=1+1', '+994', '-2', '@SUM(A1)', '\t=1'])
    assert.equal(csvLine([text]), `'${text}\r\n`);
  for (const text of ['\r=1', '\n=1', '=HYPERLINK("x")'])
    assert.equal(csvLine([text]), `"'${text.replaceAll('"', '""')}"\r\n`);
  assert.equal(csvLine(['a=1', "'=1"]), "a=1,'=1\r\n");
});
