import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isDicom } from './dicom-head.ts';

const element = (group: number, number: number, vr: string, value: string | Buffer) => {
  const bytes = Buffer.from(value);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4, 'latin1');
  head.writeUInt16LE(bytes.length, 6);
  return Buffer.concat([head, bytes]);
};
const implicit = (group: number, number: number, value: string) => {
  const bytes = Buffer.from(value);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
};
const withPreamble = (preamble: string | Buffer) => {
  const bytes = Buffer.alloc(300);
  Buffer.from(preamble).copy(bytes);
  bytes.write('DICM', 128, 'latin1');
  return bytes;
};
const is = (bytes: Buffer) => isDicom(bytes, bytes.length);

describe('DICOM is', () => {
  test('a file with DICM after its preamble, also if the preamble is a TIFF', () => {
    assert.ok(is(withPreamble('')));
    assert.ok(is(withPreamble(Buffer.from('49492a0008000000', 'hex'))));
  });

  test('a data set without a preamble, explicit or implicit', () => {
    const uid = '1.2.840.10008.5.1.4.1.1.1\0';
    assert.ok(
      is(
        Buffer.concat([
          element(8, 5, 'CS', 'ISO_IR 192'),
          element(8, 0x16, 'UI', uid),
          element(8, 0x60, 'CS', 'PX'),
        ]),
      ),
    );
    assert.ok(
      is(
        Buffer.concat([implicit(8, 0x16, uid), implicit(8, 0x60, 'PX'), implicit(16, 16, 'A^B ')]),
      ),
    );
  });

  test('not a program, page or archive, with or without DICM', () => {
    const magics = ['MZ', '\x7fELF', '%PDF-1.7', 'PK\x03\x04', '#!/bin/sh', '<html>', '<!DOCTYPE'];
    for (const magic of [...magics, '  <script>', '\0\0<svg', '\0%PDF-1.4'])
      assert.equal(is(withPreamble(Buffer.from(magic, 'latin1'))), false, magic);
    assert.equal(is(Buffer.from('MZ'.padEnd(4_000, 'x'))), false);
  });

  test('not text, noise, emptiness or a picture', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.alloc(5_000), png])
      assert.equal(is(bytes), false);
  });

  test('not elements out of order, or longer than the file', () => {
    const one = element(8, 0x60, 'CS', 'PX');
    const two = element(8, 5, 'CS', 'ISO_IR 192');
    assert.equal(is(Buffer.concat([one, two, one])), false);
    assert.equal(isDicom(Buffer.concat([two, one]).subarray(0, 12), 12), false);
  });
});

const samples = process.env.DICOM_SAMPLES;

test('every real sample is DICOM', { skip: !samples && 'DICOM_SAMPLES is not set' }, () => {
  const files = globSync('**/*.dcm', { cwd: samples ?? '' });
  assert.ok(files.length > 0);
  for (const file of files) {
    const bytes = readFileSync(join(samples ?? '', file));
    // One sample has lost its preamble but for a single stray byte: no reader parses it either.
    const expected = !file.endsWith('no_meta.dcm');
    assert.equal(isDicom(bytes.subarray(0, 65_536), bytes.length), expected, file);
  }
});
