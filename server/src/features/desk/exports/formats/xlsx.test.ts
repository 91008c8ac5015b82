import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbookIn } from '@deqiq/testkit/documents/spreadsheets.ts';
import type { Cell } from '../sheet.ts';
import { xlsxFile } from './xlsx.ts';

async function workbook(pages: Cell[][][], head = ['Name', 'Count', 'When']) {
  const read = (async function* () {
    yield* pages;
  })();
  const pieces = await Array.fromAsync(xlsxFile({ name: 'Clinic & Co', head }, read));
  return { ...workbookIn(Buffer.concat(pieces)), pieces };
}

test('texts are text cells, never formulas; numbers and dates keep their types', async () => {
  const { rows, sheet, name } = await workbook([
    [
      ['=1+1', -4.25, { date: '2026-11-20' }],
      ['+994 50', 0, { date: '2026-11-20 11:15' }],
      ['', null, { date: '1899-05-01' }],
    ],
  ]);
  assert.equal(name, 'Clinic & Co');
  assert.deepEqual(rows, [
    ['Name', 'Count', 'When'],
    ['=1+1', -4.25, { date: '2026-11-20T00:00:00.000Z', style: 3 }],
    ['+994 50', 0, { date: '2026-11-20T11:15:00.000Z', style: 4 }],
    [null, null, '1899-05-01'],
  ]);
  assert.doesNotMatch(sheet, /<f[ >]/);
});

test('markup, quotes, line breaks and characters outside of XML stay one text', async () => {
  const texts = [
    '</t></is></c><c><f>1</f>',
    'a "b" & \'c\'',
    'two\r\nlines',
    ' blanks ',
    '_x0041_',
    'Gülşən 🦷',
  ];
  const { rows } = await workbook([[texts, ['\u0000a\u0008\uFFFEb\uD800', 1, null]]], []);
  assert.deepEqual(rows[1], [
    texts[0],
    texts[1],
    'two\nlines',
    ' blanks ',
    '_x005F_x0041_',
    'Gülşən 🦷',
  ]);
  assert.deepEqual(rows[2], ['ab\uFFFD', 1, null]);
});

test('the head stays in view and columns are as wide as their texts', async () => {
  const { sheet } = await workbook([[['x'.repeat(30), 1, null]], [['y'.repeat(500), 2, null]]]);
  assert.match(
    sheet,
    /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/,
  );
  assert.match(
    sheet,
    /<col min="1" max="1" width="32" customWidth="1"\/><col min="2" max="2" width="8"/,
  );
});

test('an empty list is a sheet with its head', async () => {
  assert.deepEqual((await workbook([])).rows, [['Name', 'Count', 'When']]);
});

test('a long list leaves piece by piece', async () => {
  const page = Array.from({ length: 500 }, (_, index) => [
    `Adam ${index} ${Math.random()}`,
    index,
    null,
  ]);
  const { rows, pieces } = await workbook(Array.from({ length: 20 }, () => page));
  assert.equal(rows.length, 10_001);
  assert.ok(pieces.length > 5, `${pieces.length} pieces`);
});
