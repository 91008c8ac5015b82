import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { encodeElements } from '@deqiq/samples/dicom/elements.ts';
import { readFileMeta } from '../../../dicom/file-meta.ts';
import { MAX_DICOM_ELEMENTS, MAX_DICOM_HEADER } from '../../limits.ts';
import { bufferSource } from '../input.ts';
import { readDicomFile } from './header.ts';

const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const JPEG = '1.2.840.10008.1.2.4.50';
const DEFLATED = '1.2.840.10008.1.2.1.99';

const file = (syntax: string, ...data: Buffer[]) => {
  const uid = encodeElements([{ tag: 0x0002_0010, vr: 'UI', value: syntax }]);
  const length = encodeElements([{ tag: 0x0002_0000, vr: 'UL', value: uid.length }]);
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), length, uid, ...data]);
};

/** An element of implicit VR: tag, length in 32 bits, value. */
const implicit = (tag: number, length: number, value = Buffer.alloc(0)) => {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, value]);
};

const PIXELS = implicit(0x7fe0_0010, 4, Buffer.alloc(4));
const UNDEFINED = 0xffff_ffff;
const read = (bytes: Buffer) => readDicomFile(bufferSource(bytes));

describe('the header of a DICOM file', () => {
  test('contains the position of the pixels', () => {
    const bytes = file(IMPLICIT, implicit(0x0028_0010, 2, Buffer.from([1, 0])), PIXELS);
    const header = read(bytes);
    assert.equal(header?.pixels?.offset, bytes.length - 4);
    assert.equal(header?.data.uint16('x00280010'), 1);
  });

  test('is read although its elements contradict the transfer syntax', () => {
    const row = Buffer.from('28001000555302000100', 'hex');
    const explicitPixels = Buffer.from('e07f10004f5700000400000000000000', 'hex');
    for (const syntax of [IMPLICIT, EXPLICIT, JPEG]) {
      const withVr = read(file(syntax, row, explicitPixels));
      assert.equal(withVr?.data.uint16('x00280010'), 1);
      assert.equal(withVr?.pixels?.length, 4);
      const without = read(file(syntax, implicit(0x0028_0010, 2, Buffer.from([1, 0])), PIXELS));
      assert.equal(without?.data.uint16('x00280010'), 1);
      assert.equal(without?.pixels?.length, 4);
    }
  });

  test('with too many elements is not parsed', () => {
    const empty = (count: number) =>
      Buffer.concat(Array<Buffer>(count).fill(implicit(0x0009_0010, 0)));
    assert.ok(read(file(IMPLICIT, empty(9_000), PIXELS)));
    const tooMany = file(IMPLICIT, empty(MAX_DICOM_ELEMENTS + 1), PIXELS);
    assert.throws(() => read(tooMany), /too many elements/);
  });

  test('with too many elements in an item is not parsed', () => {
    const inside = Buffer.concat(
      Array<Buffer>(MAX_DICOM_ELEMENTS + 1).fill(implicit(0x0009_0010, 0)),
    );
    const item = implicit(0xfffe_e000, inside.length, inside);
    const sequence = implicit(0x0008_1140, item.length, item);
    assert.throws(() => read(file(IMPLICIT, sequence, PIXELS)), /too many elements/);
  });

  test('whose sequences are nested too deep is not parsed', () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }, () => [
        implicit(0x0008_1140, UNDEFINED),
        implicit(0xfffe_e000, UNDEFINED),
      ]).flat();
    assert.throws(() => read(file(IMPLICIT, ...nested(17), PIXELS)), /nested too deep/);
    assert.throws(() => read(file(IMPLICIT, ...nested(50_000), PIXELS)), /nested too deep/);
  });

  test('longer than the limit has no picture', () => {
    const ofLength = (length: number) => implicit(0x0009_0010, length, Buffer.alloc(length));
    // Not assert.equal: it would print the bytes.
    assert.ok(read(file(IMPLICIT, ofLength(2 ** 20), PIXELS))?.pixels);
    assert.ok(!read(file(IMPLICIT, ofLength(MAX_DICOM_HEADER), PIXELS))?.pixels);
  });

  test('that inflates too far is not inflated', () => {
    const bomb = deflateRawSync(Buffer.alloc(129 * 1024 * 1024));
    assert.throws(() => read(file(DEFLATED, bomb)), { code: 'ERR_BUFFER_TOO_LARGE' });
  });

  test('truncated or changed anywhere is read within its bytes', () => {
    const item = implicit(0xfffe_e000, 10, implicit(0x0008_0050, 2, Buffer.from('ab')));
    const sequence = implicit(0x0008_1140, item.length, item);
    const bytes = file(IMPLICIT, sequence, PIXELS);
    for (let at = 132; at < bytes.length; at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        for (const some of [changed, changed.subarray(0, at)])
          try {
            read(some);
          } catch (error) {
            // dicom-parser throws objects; the test only requires that it returns.
            assert.ok(error);
          }
      }
  });
});

test('a transfer syntax is read only from group 2, and not if it is truncated', () => {
  const bytes = file(EXPLICIT, PIXELS);
  assert.deepEqual(readFileMeta(bytes), { uid: EXPLICIT, end: bytes.length - PIXELS.length });
  const end = bytes.length - PIXELS.length;
  for (let length = 0; length < end; length += 1)
    assert.equal(readFileMeta(bytes.subarray(0, length)), undefined);
  assert.equal(readFileMeta(Buffer.alloc(1_000)), undefined);
});
