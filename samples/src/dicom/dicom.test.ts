import assert from 'node:assert/strict';
import test from 'node:test';
import dicomParser from 'dicom-parser';
import { dicomFile } from './file.ts';
import type { DicomImage } from './modality.ts';
import { uidFor } from './uid.ts';

const frame = (width: number, height: number, step: number) =>
  Uint16Array.from({ length: width * height }, (_, i) => (i * step) % 4096);

const someImage = (overrides: Partial<DicomImage> = {}): DicomImage => ({
  modality: 'PX',
  patient: {
    firstName: 'Gülşən',
    lastName: 'Əliyeva',
    id: 'DQ-7',
    birthDate: '1990-01-05',
    sex: 'F',
  },
  date: '2026-11-20',
  time: '10:11:12',
  description: 'Panoram rentgen',
  institution: 'Dəqiq Diaqnostika',
  width: 31,
  height: 17,
  frames: [frame(31, 17, 13)],
  spacing: [0.155, 0.155],
  ...overrides,
});

const utf8 = (data: dicomParser.DataSet, tag: string) => {
  const element = data.elements[tag];
  assert.ok(element, tag);
  const { dataOffset, length } = element;
  return Buffer.from(data.byteArray.subarray(dataOffset, dataOffset + length))
    .toString('utf8')
    .trimEnd();
};

const pixels = (data: dicomParser.DataSet) => {
  const element = data.elements.x7fe00010;
  assert.ok(element);
  return new Uint16Array(
    data.byteArray.slice(element.dataOffset, element.dataOffset + element.length).buffer,
  );
};

test('a panoramic has the same pixels after parsing', () => {
  const image = someImage();
  const data = dicomParser.parseDicom(new Uint8Array(dicomFile(image)));
  assert.deepEqual(pixels(data), image.frames[0]);
  assert.equal(data.uint16('x00280010'), 17);
  assert.equal(data.uint16('x00280011'), 31);
  assert.equal(data.uint16('x00280101'), 12);
  assert.equal(data.uint16('x00280102'), 11);
  assert.equal(data.string('x00280004'), 'MONOCHROME2');
});

test('names and dates keep their Azerbaijani letters', () => {
  const data = dicomParser.parseDicom(new Uint8Array(dicomFile(someImage())));
  assert.equal(data.string('x00080005'), 'ISO_IR 192');
  assert.equal(utf8(data, 'x00100010'), 'Əliyeva^Gülşən');
  assert.equal(utf8(data, 'x00080080'), 'Dəqiq Diaqnostika');
  assert.equal(data.string('x00100030'), '19900105');
  assert.equal(data.string('x00080020'), '20261120');
  assert.equal(data.string('x00280030'), '0.155\\0.155');
});

test('the file meta information agrees with the data set', () => {
  const bytes = dicomFile(someImage({ modality: 'IO', teeth: [46] }));
  assert.equal(bytes.subarray(128, 132).toString('latin1'), 'DICM');
  const data = dicomParser.parseDicom(new Uint8Array(bytes));
  assert.equal(data.string('x00020010'), '1.2.840.10008.1.2.1');
  assert.equal(data.string('x00020002'), data.string('x00080016'));
  assert.equal(data.string('x00020003'), data.string('x00080018'));
  const afterMeta = 144 + (data.uint32('x00020000') ?? 0);
  assert.equal(
    data.elements.x00080005?.dataOffset,
    afterMeta + 8,
    'group length ends the meta group',
  );
  const tooth = data.elements.x00082228?.items?.[0]?.dataSet;
  assert.equal(tooth?.string('x00080100'), 'FDI46');
});

test('every element has an even length and is in ascending order', () => {
  const data = dicomParser.parseDicom(new Uint8Array(dicomFile(someImage({ modality: 'CT' }))));
  const elements = Object.values(data.elements).sort((a, b) => a.dataOffset - b.dataOffset);
  const tags = elements.map((element) => element.tag);
  assert.deepEqual(tags, [...tags].sort());
  for (const element of elements) assert.equal(element.length % 2, 0, element.tag);
});

test('the frames of a scan stay in order', () => {
  const frames = [3, 5, 7].map((step) => frame(31, 17, step));
  const image = someImage({ modality: 'CT', frames, sliceSpacing: 0.4 });
  const data = dicomParser.parseDicom(new Uint8Array(dicomFile(image)));
  assert.equal(data.string('x00280008'), '3');
  assert.equal(data.string('x00180088'), '0.4');
  const all = pixels(data);
  frames.forEach((one, i) => {
    assert.deepEqual(all.slice(i * one.length, (i + 1) * one.length), one);
  });
});

test('UIDs are 2.25 with a decimal UUID, equal for equal words only', () => {
  const uid = uidFor('study', 'DQ-7', '2026-11-20');
  assert.match(uid, /^2\.25\.[1-9]\d{20,38}$/);
  assert.equal(uidFor('study', 'DQ-7', '2026-11-20'), uid);
  assert.notEqual(uidFor('study', 'DQ-8', '2026-11-20'), uid);
});
