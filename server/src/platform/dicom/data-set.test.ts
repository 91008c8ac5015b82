import assert from 'node:assert/strict';
import { test } from 'node:test';
import dicomParser from 'dicom-parser';
import { type Attributes, encodeInstance } from './data-set.ts';
import { Tag } from './tags.ts';
import { splitPersonName, toLine, toLo, toParagraphs } from './texts.ts';

const parse = (attributes: Attributes) =>
  dicomParser.parseDicom(encodeInstance({ sopClassUid: '1.2.3', sopUid: '2.25.77', attributes }));

test('attributes are read back in the order of their tags, with the VR of the dictionary', () => {
  const data = parse([
    [Tag.rows, 1_200],
    [Tag.pixelSpacing, [0.1, 1 / 3]],
    [Tag.patientName, 'Əliyeva^Günay'],
    [Tag.graphicData, [1.5, -2.25]],
  ]);
  assert.equal(data.uint16('x00280010'), 1_200);
  assert.equal(data.string('x00280030'), '0.1\\0.333333333');
  assert.deepEqual([data.float('x00700022', 0), data.float('x00700022', 1)], [1.5, -2.25]);
  assert.equal(data.string('x00080018'), '2.25.77');
  const name = data.elements.x00100010;
  assert.ok(name);
  const value = data.byteArray.subarray(name.dataOffset, name.dataOffset + name.length);
  assert.equal(Buffer.from(value).toString('utf8').trim(), 'Əliyeva^Günay');
});

test('sequences have items, and attributes without a value are left out or empty', () => {
  const data = parse([
    [Tag.referencedSopSequence, [[[Tag.referencedSopInstanceUid, '1.2']], []]],
    [Tag.performedProcedureCodeSequence, []],
    [Tag.patientSex, ''],
    [Tag.patientBirthDate, undefined],
  ]);
  const items = data.elements.x00081199?.items;
  assert.equal(items?.length, 2);
  assert.equal(items[0]?.dataSet?.string('x00081155'), '1.2');
  assert.deepEqual(data.elements.x0040a372?.items, []);
  assert.equal(data.elements.x00100040?.length, 0);
  assert.equal(data.elements.x00100030, undefined);
});

test('a tag outside of the dictionary is refused', () => {
  assert.throws(() => parse([[0x0009_0001, 'x']]), /no attribute/);
});

test('texts lose what separates values, and lines end as DICOM wants', () => {
  assert.equal(toLine(' a\\b^c=d\n', 64), 'a b c d');
  assert.equal(toLo('я'.repeat(40)), 'я'.repeat(32));
  assert.equal(splitPersonName('Dr. Leyla Rəhimova'), 'Rəhimova^Dr. Leyla');
  assert.equal(toParagraphs('a\nb\r\nc\td\n'), 'a\r\nb\r\nc d');
});
