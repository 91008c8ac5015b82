import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { dicomVariants } from '@deqiq/samples/dicom-variants/variants.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { readFileMeta } from '../../../../platform/dicom/file-meta.ts';
import { describe as describeData } from '../../../../platform/media/child/dicom/description.ts';
import { readDicomFile } from '../../../../platform/media/child/dicom/header.ts';
import { bufferSource } from '../../../../platform/media/child/input.ts';
import { headerReader } from './instance-header.ts';

/** A folder of DICOM files that are compared too. */
const SAMPLES = process.env.DICOM_SAMPLES ?? '';

async function variants() {
  const samples = SAMPLES ? globSync(join(SAMPLES, '**/*.dcm')) : [];
  return [
    ...(await dicomVariants()).map(({ name, bytes }) => ({ name, file: Buffer.from(bytes) })),
    ...samples.map((path) => ({ name: basename(path), file: readFileSync(path) })),
  ];
}

/** Reads a file that arrives in pieces of these lengths. */
function read(file: Buffer, pieceLength = () => 65_536) {
  const reader = headerReader();
  for (let at = 0; at < file.length; ) {
    const length = Math.max(1, pieceLength());
    reader.add(file.subarray(at, at + length));
    at += length;
  }
  return reader.finish();
}

test('the header of an instance that arrives says what its decoder says', async (t) => {
  for (const { name, file } of await variants())
    await t.test(name, () => {
      const found = read(file);
      const decoded = readDicomFile(bufferSource(file));
      const meta = readFileMeta(file);
      if (!meta || !decoded) return assert.equal(found, undefined);
      const expected = describeData(decoded.data);
      if (expected.sopUid === '' || expected.studyUid === '') return assert.equal(found, undefined);
      assert.ok(found);
      const { header, sha256 } = found;
      assert.deepEqual(
        [header.studyUid, header.seriesUid, header.sopUid, header.sopClassUid, header.number],
        [
          expected.studyUid,
          expected.seriesUid,
          expected.sopUid,
          expected.sopClassUid,
          expected.instanceNumber,
        ],
      );
      assert.deepEqual(
        [header.patientName, header.patientId, header.birthDate, header.modality],
        [expected.patientName, expected.patientId, expected.birthDate, expected.modality],
      );
      assert.equal(header.transferSyntax, decoded.transferSyntax);
      const dataSet = file.subarray(meta.end);
      assert.equal(sha256, createHash('sha256').update(dataSet).digest('hex'));
      return undefined;
    });
});

const slice = ctSlice({
  width: 256,
  height: 256,
  instance: 1,
  position: [0, 0, 0],
  series: '2.25.3',
  pixels: new Uint16Array(256 * 256),
});

test('the modality in lower case and dates with separators are read as by the decoder', () => {
  const file = ctSlice({
    width: 1,
    height: 1,
    instance: 1,
    position: [0, 0, 0],
    pixels: new Uint16Array(1),
    more: [
      { tag: 0x0008_0022, vr: 'DA', value: '2026.11.20' },
      { tag: 0x0008_0032, vr: 'TM', value: '10:11:12.5' },
      { tag: 0x0008_0060, vr: 'CS', value: 'ct' },
      { tag: 0x0010_0030, vr: 'DA', value: '20260230' },
    ],
  });
  const header = read(file)?.header;
  const decoded = readDicomFile(bufferSource(file));
  assert.ok(header && decoded);
  const { modality, acquiredOn, acquiredAt, birthDate } = header;
  const found = { modality, acquiredOn, acquiredAt, birthDate };
  const expected = { modality: 'CT', acquiredOn: '2026-11-20', acquiredAt: '10:11:12' };
  assert.deepEqual(found, { ...expected, birthDate: '' });
  assert.partialDeepStrictEqual(describeData(decoded.data), found);
});

test('the pieces in which a file arrives change nothing', () => {
  const random = randomFrom(7);
  const whole = read(slice, () => slice.length);
  for (const length of [() => 1 + random.below(200), () => 4_097, () => 65_536])
    assert.deepEqual(read(slice, length), whole);
});

test('a file that is cut off or changed at random is refused or read, and never throws', () => {
  const random = randomFrom(20_261_123);
  for (let length = 0; length < 1_200; length += 7) read(slice.subarray(0, length));
  for (let round = 0; round < 3_000; round += 1) {
    const bytes = Buffer.from(slice.subarray(0, 2_000));
    for (let change = 0; change < 4; change += 1)
      bytes[132 + random.below(1_200)] = random.below(256);
    read(bytes);
  }
});
