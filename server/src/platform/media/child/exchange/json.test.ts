import assert from 'node:assert/strict';
import { test } from 'node:test';
import { part10 } from '@deqiq/samples/dicom/ct-slice.ts';
import { type Element, encodeElements } from '@deqiq/samples/dicom/elements.ts';
import type { DicomJson } from '../../dicom-index.ts';
import { readDicomFile } from '../dicom/header.ts';
import { bufferSource } from '../input.ts';
import { toDicomJson } from './json.ts';

const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const BIG_ENDIAN = '1.2.840.10008.1.2.2';

const elements: Element[] = [
  { tag: 0x0008_0005, vr: 'CS', value: 'ISO_IR 192' },
  { tag: 0x0008_0008, vr: 'CS', value: ['ORIGINAL', '', 'AXIAL'] },
  { tag: 0x0008_0090, vr: 'PN', value: '^^^^' },
  { tag: 0x0010_0010, vr: 'PN', value: 'Əliyev^Orxan=アリエフ' },
  { tag: 0x0010_4000, vr: 'LT', value: 'a\\b' },
  { tag: 0x0018_0050, vr: 'DS', value: '0.50' },
  { tag: 0x0020_0013, vr: 'IS', value: '7' },
  { tag: 0x0020_4000, vr: 'LT', value: '' },
  { tag: 0x0028_0009, vr: 'AT', value: 0x0018_1063 },
  { tag: 0x0028_0010, vr: 'US', value: 512 },
  { tag: 0x0028_0103, vr: 'US', value: 1 },
  { tag: 0x0028_0106, vr: 'SS', value: -5 },
  {
    tag: 0x0040_0275,
    vr: 'SQ',
    value: [[{ tag: 0x0040_0009, vr: 'SH', value: 'S1' }], []],
  },
];

const expected: DicomJson = {
  '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
  '00080008': { vr: 'CS', Value: ['ORIGINAL', null, 'AXIAL'] },
  '00080090': { vr: 'PN' },
  '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Əliyev^Orxan', Ideographic: 'アリエフ' }] },
  '00104000': { vr: 'LT', Value: ['a\\b'] },
  '00180050': { vr: 'DS', Value: [0.5] },
  '00200013': { vr: 'IS', Value: [7] },
  '00204000': { vr: 'LT' },
  '00280009': { vr: 'AT', Value: ['00181063'] },
  '00280010': { vr: 'US', Value: [512] },
  '00280103': { vr: 'US', Value: [1] },
  '00280106': { vr: 'SS', Value: [-5] },
  '00400275': { vr: 'SQ', Value: [{ '00400009': { vr: 'SH', Value: ['S1'] } }, {}] },
};

function toJson(syntax: string, dataSet: Buffer): DicomJson {
  const file = readDicomFile(bufferSource(part10(syntax, dataSet)));
  assert.ok(file);
  return toDicomJson(file, true);
}

test('a data set has the same JSON in explicit, implicit and big-endian encoding', () => {
  for (const [syntax, isExplicit, isBigEndian] of [
    [EXPLICIT, true, false],
    [IMPLICIT, false, false],
    [BIG_ENDIAN, true, true],
  ] as const) {
    const dataSet = encodeElements(elements, { isExplicit, isBigEndian });
    assert.deepEqual(toJson(syntax, dataSet), expected, syntax);
  }
});

test('items and sequences of unknown length contain no delimiters', () => {
  const hex = '0800 1011 5351 0000 ffffffff feff00e0 ffffffff 0800 6000 4353 0200 4354';
  const ends = 'feff0de0 00000000 feffdde0 00000000';
  const bytes = Buffer.from(`${hex} ${ends}`.replaceAll(' ', ''), 'hex');
  assert.deepEqual(toJson(EXPLICIT, bytes), {
    '00081110': { vr: 'SQ', Value: [{ '00080060': { vr: 'CS', Value: ['CT'] } }] },
  });
});

test('a large value is an address; the owner of private elements is a text', () => {
  const dataSet = encodeElements(
    [
      { tag: 0x0009_0010, vr: 'LO', value: 'OWNER' },
      { tag: 0x0009_1001, vr: 'OB', value: new Uint8Array(4) },
      { tag: 0x0028_3006, vr: 'OW', value: new Uint8Array(9_000) },
    ],
    { isExplicit: false, isBigEndian: false },
  );
  const offset = part10(IMPLICIT, dataSet).length - 9_000;
  assert.deepEqual(toJson(IMPLICIT, Buffer.concat([tagOfStudy, dataSet])), {
    '00080060': { vr: 'CS', Value: ['CT'] },
    '00090010': { vr: 'LO', Value: ['OWNER'] },
    '00091001': { vr: 'UN', InlineBinary: 'AAAAAA==' },
    '00283006': { vr: 'OW', BulkDataURI: `${offset + tagOfStudy.length}-9000` },
  });
});

const tagOfStudy = encodeElements([{ tag: 0x0008_0060, vr: 'CS', value: 'CT' }], {
  isExplicit: false,
  isBigEndian: false,
});
