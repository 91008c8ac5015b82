import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';
import type { Cell } from './sheet.ts';

/** The fields of one line as Excel reads them, whatever its list separator is. */
function fieldsOf(line: string, separator: string): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let isAtStart = true;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (isQuoted && character === '"' && line[index + 1] === '"') {
      field += '"';
      index += 1;
    } else if (character === '"' && (isQuoted || isAtStart)) {
      isQuoted = !isQuoted;
      isAtStart = false;
    } else if (character === separator && !isQuoted) {
      fields.push(field);
      field = '';
      isAtStart = true;
    } else {
      field += character;
      isAtStart = false;
    }
  }
  return [...fields, field];
}

const read = (cells: readonly Cell[], separator: string) =>
  fieldsOf(csvLine(cells).slice(0, -2), separator);

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
