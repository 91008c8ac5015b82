import assert from 'node:assert/strict';
import { describe as suite, test } from 'node:test';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { type ImageFile, imageFile } from '@deqiq/samples/dicom-variants/image-file.ts';
import { bufferSource } from '../input.ts';
import { describe, readSpacing } from './description.ts';
import { readDicomFile } from './header.ts';

function dataOf(more: readonly Element[], image: ImageFile = {}) {
  const file = readDicomFile(bufferSource(imageFile({ words: [1], more, ...image })));
  assert.ok(file);
  return file.data;
}

const UTF_8: Element = { tag: 0x0008_0005, vr: 'CS', value: 'ISO_IR 192' };

suite('what a DICOM file says about itself', () => {
  test('is a patient, a device and an examination', () => {
    const description = describe(
      dataOf([
        UTF_8,
        { tag: 0x0008_0060, vr: 'CS', value: 'px' },
        { tag: 0x0010_0010, vr: 'PN', value: 'Əliyeva^Gülşən^^Dr' },
        { tag: 0x0010_0020, vr: 'LO', value: ' 42 ' },
        { tag: 0x0010_0030, vr: 'DA', value: '19900105' },
        { tag: 0x0010_0040, vr: 'CS', value: 'F' },
        { tag: 0x0008_1090, vr: 'LO', value: 'Orthophos' },
        { tag: 0x0028_0301, vr: 'CS', value: 'YES' },
        { tag: 0x0020_0013, vr: 'IS', value: '7' },
      ]),
    );
    const { modality, patientName, patientId, birthDate, sex, device } = description;
    assert.deepEqual(
      [modality, patientName, patientId, birthDate, sex, device],
      ['PX', 'Dr Gülşən Əliyeva', '42', '1990-01-05', 'F', 'Orthophos'],
    );
    assert.deepEqual([description.hasBurnedInText, description.instanceNumber], [true, 7]);
  });

  test('is empty where it does not say', () => {
    const { instanceNumber, hasBurnedInText, ...texts } = describe(dataOf([]));
    assert.deepEqual([instanceNumber, hasBurnedInText], [0, undefined]);
    for (const [name, value] of Object.entries(texts)) assert.equal(value, '', name);
  });

  test('dates and times that do not exist count as none', () => {
    for (const [value, expected] of [
      ['20261120', '2026-11-20'],
      ['2026.11.20', '2026-11-20'],
      ['20260230', ''],
      ['20261320', ''],
      ['<script>', ''],
      ['2026', ''],
    ] as const)
      assert.equal(describe(dataOf([{ tag: 0x0008_0022, vr: 'DA', value }])).acquiredOn, expected);
    for (const [value, expected] of [
      ['101112.123', '10:11:12'],
      ['10:11', '10:11:00'],
      ['2511', ''],
      ['x', ''],
    ] as const)
      assert.equal(describe(dataOf([{ tag: 0x0008_0032, vr: 'TM', value }])).acquiredAt, expected);
  });

  test('the date of the exposure precedes those of content, series and study', () => {
    const dates = [0x0008_0020, 0x0008_0021, 0x0008_0022].map(
      (tag, index): Element => ({ tag, vr: 'DA', value: `2026010${index + 1}` }),
    );
    assert.equal(describe(dataOf(dates)).acquiredOn, '2026-01-03');
    assert.equal(describe(dataOf(dates.slice(0, 2))).acquiredOn, '2026-01-02');
  });

  test('date and time of the exposure may be in one element', () => {
    const description = describe(
      dataOf([
        { tag: 0x0008_0020, vr: 'DA', value: '20260101' },
        { tag: 0x0008_002a, vr: 'DT', value: '20260103101112.5+0400' },
        { tag: 0x0008_0030, vr: 'TM', value: '0900' },
      ]),
    );
    assert.deepEqual([description.acquiredOn, description.acquiredAt], ['2026-01-03', '10:11:12']);
  });

  test('UIDs that are none count as none, and texts have a limit', () => {
    const uid = (value: string) =>
      describe(dataOf([{ tag: 0x0020_000d, vr: 'UI', value }])).studyUid;
    assert.equal(uid('1.2.840.1'), '1.2.840.1');
    assert.equal(uid('../../etc'), '');
    const long: Element = { tag: 0x0008_103e, vr: 'LO', value: 'x'.repeat(5_000) };
    assert.equal(describe(dataOf([long])).seriesDescription.length, 200);
  });
});

suite('the pixel spacing', () => {
  const pixel = (value: string[]): Element => ({ tag: 0x0028_0030, vr: 'DS', value });
  const imager = (value: string[]): Element => ({ tag: 0x0018_1164, vr: 'DS', value });

  for (const [what, modality, more, expected] of [
    [
      'of a CT is calibrated',
      'CT',
      [pixel(['0.5', '0.4'])],
      { values: [0.4, 0.5], kind: 'calibrated' },
    ],
    [
      'of a panoramic is that of the detector',
      'PX',
      [pixel(['0.1', '0.1'])],
      { values: [0.1, 0.1], kind: 'detector' },
    ],
    [
      'that differs from the detector is calibrated',
      'PX',
      [pixel(['0.08', '0.08']), imager(['0.1', '0.1'])],
      { values: [0.08, 0.08], kind: 'calibrated' },
    ],
    [
      'may be that of the detector alone',
      'IO',
      [imager(['0.02', '0.03'])],
      { values: [0.03, 0.02], kind: 'detector' },
    ],
    ['that is missing is unknown', 'PX', [], { values: undefined, kind: 'unknown' }],
    [
      'that is zero is unknown',
      'PX',
      [pixel(['0', '0.1'])],
      { values: undefined, kind: 'unknown' },
    ],
    [
      'that is endless is unknown',
      'PX',
      [pixel(['1e400', '1e400'])],
      { values: undefined, kind: 'unknown' },
    ],
  ] as const)
    test(what, () => {
      assert.deepEqual(readSpacing(dataOf(more), modality), expected);
    });
});
