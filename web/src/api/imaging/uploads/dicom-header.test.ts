import { zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { dicomOf } from '../../../testing/dicom.ts';
import { findOtherPatient, readDicomHeader } from './dicom-header.ts';
import { createZipFile } from './zip-file.ts';

const nigar = {
  patient: 'Hüseynova^Nigar',
  birthDate: '19900105',
  modality: 'CT',
  bodyPart: 'JAW',
  date: '20261120',
};
const header = {
  patientName: 'Nigar Hüseynova',
  firstName: 'Nigar',
  lastName: 'Hüseynova',
  birthDate: '1990-01-05',
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

test('a deflated data set is read too', async () => {
  expect(await readDicomHeader(dicomOf({ ...nigar, isDeflated: true }))).toEqual(header);
});

const folderOf = (...files: File[]) =>
  createZipFile(
    'CT.zip',
    files.map((file, index) => ({ path: `CT/I${index + 10}`, file })),
  );
const { signal } = new AbortController();

test.each([
  ['name', { ...nigar, patient: 'Əliyev^Orxan' }],
  ['birth date', { ...nigar, birthDate: '19840312' }],
])('another patient in a folder is found by %s', async (_, other) => {
  const slices = Array.from({ length: 30 }, () => dicomOf(nigar));
  const folder = await folderOf(...slices, dicomOf(other), dicomOf(nigar));
  expect(await findOtherPatient(folder, header, signal)).toMatchObject({
    patientName: other.patient === nigar.patient ? 'Nigar Hüseynova' : 'Orxan Əliyev',
    birthDate: other.birthDate === nigar.birthDate ? '1990-01-05' : '1984-03-12',
  });
});

test('one patient in other letters, without a name, or beside texts is one patient', async () => {
  const folder = await folderOf(
    dicomOf({ ...nigar, patient: 'NIGAR HUSEYNOVA' }),
    dicomOf({ modality: 'CT' }),
    new File(['text'], 'readme.txt'),
  );
  expect(await findOtherPatient(folder, header, signal)).toBeUndefined();
});

test('of a long folder 500 evenly spread files are read', async () => {
  const mine = dicomOf(nigar);
  const other = dicomOf({ ...nigar, birthDate: '19840312' });
  const isOther = (index: number) => index >= 1_400 && index < 1_403;
  const folder = await folderOf(
    ...Array.from({ length: 1_500 }, (_, index) => (isOther(index) ? other : mine)),
  );
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
  expect(await findOtherPatient(folder, header, signal)).toMatchObject({ birthDate: '1984-03-12' });
  expect(read.mock.calls.length).toBeLessThan(2 * 500 + 3);
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
