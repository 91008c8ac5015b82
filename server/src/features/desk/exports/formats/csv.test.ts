import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '@deqiq/testkit/documents/csv.ts';
import type { Cell } from '../sheet.ts';
import { csvLine } from './csv.ts';

/** The fields of a line, which is one row whatever the separator is. */
function read(cells: readonly Cell[], separator: string): string[] {
  const [fields = [], ...others] = parseCsv(csvLine(cells), separator);
  if (others.length > 0) assert.fail(`another row when read with ${separator}`);
  return fields;
}

test('every field is quoted; line breaks and tabs become blanks', () => {
  assert.equal(
    csvLine([
      'a',
      'b, c',
      'say "hi"',
      'two\r\nlines\there',
      null,
      '',
      7,
      -4.25,
      { date: '2026-11-20' },
    ]),
    '"a","b, c","say ""hi""","two lines here","","","7","-4.25","2026-11-20"\r\n',
  );
});

test('a text that a spreadsheet would run begins with an apostrophe', () => {
  for (const text of ['=1+1', '+994', '-2', '@SUM(A1)', '＝1', ' =1', '"=1', 'a;=1;b', 'a; "=1'])
    for (const separator of [',', ';', '\t'])
      for (const field of read(['first', text], separator))
        assert.doesNotMatch(field, /^[\s"]*[=+\-@＝]/, `${text} read with ${separator}`);
  assert.equal(csvLine(["a=1 ; b-2, 'c", "'=1"]), `"a=1 ; b-2, 'c","'=1"\r\n`);
});

test('no text of signs and separators becomes a formula or another row, with , or with ;', () => {
  const alphabet = ['=', '+', '-', '@', ';', ',', '"', "'", ' ', '\t', '\n', '\r', 'a', '1'];
  for (let number = 0; number < alphabet.length ** 4; number += 1) {
    const text = [0, 1, 2, 3]
      .map((at) => alphabet[Math.floor(number / alphabet.length ** at) % alphabet.length])
      .join('');
    const line = csvLine(['x', text, 'y']);
    assert.doesNotMatch(line.slice(0, -2), /[\t\r\n]/);
    for (const separator of [',', ';'])
      for (const field of read(['x', text, 'y'], separator))
        if (/^[\s"]*[=+\-@]/.test(field))
          assert.fail(`${JSON.stringify(text)} read with ${separator}`);
  }
});
