import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Encoding,
  encodeElement,
  encodeHeader,
  encodeText,
  explicitLittleEndian,
  findItemEncoding,
  implicitLittleEndian,
  readElement,
  readHeader,
  UNDEFINED_LENGTH,
} from './element.ts';
import { Tag } from './tags.ts';

const explicitBigEndian: Encoding = { isExplicit: true, isBigEndian: true };

test('an element that was written is read again, in explicit and implicit VR', () => {
  const value = Buffer.from('2.25.1');
  for (const [vr, encoding, start] of [
    ['UI', explicitLittleEndian, 8],
    ['UN', explicitLittleEndian, 12],
    ['', implicitLittleEndian, 8],
  ] as const) {
    const bytes = encodeElement(Tag.studyInstanceUid, vr, value);
    const end = bytes.length;
    const expected = { tag: Tag.studyInstanceUid, vr, start, length: 6, value, end };
    assert.deepEqual(readElement(bytes, 0, encoding), expected);
  }
});

test('big-endian bytes have the same header', () => {
  const short = Buffer.from('002800105553000200010000', 'hex');
  assert.deepEqual(readHeader(short, 0, explicitBigEndian), {
    tag: Tag.rows,
    vr: 'US',
    start: 8,
    length: 2,
  });
  const long = Buffer.from('7fe000104f57000000000004', 'hex');
  assert.equal(readHeader(long, 0, explicitBigEndian)?.length, 4);
});

test('an item has no VR in explicit VR, whatever its length looks like', () => {
  const item = encodeHeader(Tag.item, '', 0x4141);
  const expected = { tag: Tag.item, vr: '', start: 8, length: 0x4141 };
  assert.deepEqual(readHeader(item, 0, explicitLittleEndian), expected);
});

test('neither header nor value is read beyond the end', () => {
  const bytes = encodeText(Tag.patientName, 'UT', 'Anna');
  for (let end = 0; end < bytes.length; end += 1) {
    assert.equal(readElement(bytes.subarray(0, end), 0, explicitLittleEndian), undefined);
    assert.equal(readElement(bytes, 0, explicitLittleEndian, end), undefined);
    assert.equal(readHeader(bytes, 0, explicitLittleEndian, end) !== undefined, end >= 12);
  }
});

test('an undefined length is no value, and makes the items of UN implicit and little-endian', () => {
  const bytes = Buffer.concat([encodeHeader(Tag.lutData, 'UN', UNDEFINED_LENGTH), Buffer.alloc(8)]);
  assert.equal(readElement(bytes, 0, explicitLittleEndian), undefined);
  const header = readHeader(bytes, 0, explicitLittleEndian);
  assert.ok(header);
  assert.equal(findItemEncoding(header, explicitBigEndian), implicitLittleEndian);
  assert.equal(findItemEncoding({ ...header, length: 8 }, explicitBigEndian), explicitBigEndian);
  assert.equal(findItemEncoding({ ...header, vr: 'SQ' }, explicitBigEndian), explicitBigEndian);
});

test('values are padded by their VR, and a text too long for its VR becomes UN', () => {
  assert.equal(encodeText(Tag.patientId, 'LO', 'A1b').at(-1), 0x20);
  assert.equal(encodeText(Tag.sopInstanceUid, 'UI', '2.5').at(-1), 0);
  const long = encodeText(Tag.patientId, 'LO', 'x'.repeat(65_535));
  assert.equal(readHeader(long, 0, explicitLittleEndian)?.vr, 'UN');
  assert.equal(readHeader(long, 0, explicitLittleEndian)?.length, 65_536);
});
