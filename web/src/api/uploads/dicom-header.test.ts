import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { dicomOf } from '../../testing/dicom.ts';
import { readDicomHeader } from './dicom-header.ts';
import { createZipFile } from './zip-file.ts';

const nigar = { patient: 'Hüseynova^Nigar', modality: 'CT', bodyPart: 'JAW', date: '20261120' };
const header = {
  patientName: 'Nigar Hüseynova',
  firstName: 'Nigar',
  lastName: 'Hüseynova',
  modality: 'CT',
  bodyPart: 'JAW',
  date: '2026-11-20',
};

test('a DICOM file says its patient, examination and day', async () => {
  expect(await readDicomHeader(dicomOf(nigar))).toEqual(header);
});

test('a name in an old character set is decoded', async () => {
  const file = dicomOf({ ...nigar, characterSet: 'ISO_IR 148' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const latin = new TextDecoder('latin1')
    .decode(bytes)
    .replace('HÃ¼', 'H\xfc')
    .replace('^Nigar', '^Nigar ');
  const old = Uint8Array.from(latin, (letter) => letter.charCodeAt(0));
  expect((await readDicomHeader(new Blob([old])))?.patientName).toBe('Nigar Hüseynova');
});

test('a name without ^ leaves open which is the first', async () => {
  const read = await readDicomHeader(dicomOf({ patient: 'NIGAR HUSEYNOVA' }));
  expect([read?.firstName, read?.lastName]).toEqual(['NIGAR', 'HUSEYNOVA']);
});

test('of a folder the first DICOM file counts, behind texts and the DICOMDIR', async () => {
  const folder = await createZipFile('CT.zip', [
    { path: 'CT/AUTORUN.INF', file: new File(['run'], 'AUTORUN.INF') },
    { path: 'CT/DICOMDIR', file: dicomOf({ modality: '' }, 'DICOMDIR') },
    { path: 'CT/IMAGES/I1', file: dicomOf(nigar, 'I1') },
  ]);
  expect(await readDicomHeader(folder)).toEqual(header);
});

test('a deflated ZIP is read too', async () => {
  const bytes = new Uint8Array(await dicomOf(nigar).arrayBuffer());
  const zip = new Blob([zipSync({ 'CT/I1': bytes }, { level: 6 }) as Uint8Array<ArrayBuffer>]);
  expect(await readDicomHeader(zip)).toEqual(header);
});

test.each([
  ['an empty file', new Blob([])],
  ['a text', new Blob(['no header here'])],
  ['a cut-off DICOM file', dicomOf(nigar).slice(0, 140)],
  ['a cut-off ZIP', new Blob([zipSync({ a: new Uint8Array(9) }).slice(0, 60)])],
])('%s has no header', async (_, file) => {
  expect(await readDicomHeader(file)).toBeUndefined();
});
