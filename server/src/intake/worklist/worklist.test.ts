import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { decodeDicomText } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import { missesDcmtk, runDcmtk, TITLES } from '@deqiq/testkit/dicom/dcmtk.ts';
import { newIntake } from '@deqiq/testkit/dicom/intake.ts';
import { readFileMeta } from '../../platform/dicom/file-meta.ts';
import { type DataSet, parseDataSet } from '../../platform/dimse/data-set.ts';
import { matches } from './matching.ts';

const entry = (overrides: object = {}) => ({
  accessionNumber: 'DQ0001ABC',
  patient: { lastName: 'Məmmədova', firstName: 'Şəfəq' },
  studyUid: '2.25.1',
  description: 'Panoram rentgen',
  referrer: { lastName: 'Məmmədova', firstName: 'Aytən' },
  date: '2026-11-23',
  ...overrides,
});

const nigar = entry({
  accessionNumber: 'DQ0002XYZ',
  patient: { lastName: 'Hüseynova', firstName: 'Nigar' },
  studyUid: '2.25.2',
});

/** Keys of a machine, as findscu takes them. */
const KEYS = [
  'PatientName',
  'PatientID',
  'PatientBirthDate=19900307',
  'AccessionNumber',
  'StudyInstanceUID',
  'ScheduledProcedureStepSequence[0].ScheduledProcedureStepStartDate',
  'ScheduledProcedureStepSequence[0].ScheduledStationAETitle',
  'ScheduledProcedureStepSequence[0].Modality',
  'RequestedProcedureCodeSequence',
];

describe('dcmtk as a machine that loads its worklist', { skip: missesDcmtk }, () => {
  /** Runs findscu; returns the values that it receives, by tag. */
  async function find(
    intake: Awaited<ReturnType<typeof newIntake>>,
    keys: readonly string[],
    options: readonly string[] = [],
  ) {
    const folder = await mkdtemp(join(intake.folder, 'found-'));
    const args = ['-v', '-W', '-X', '-od', folder, ...TITLES, ...options];
    const words = keys.flatMap((key) => ['-k', key]);
    const { status, text } = await runDcmtk('findscu', intake.port, [...args, ...words]);
    const found = readdirSync(folder)
      .sort()
      .map((name) => {
        const file = readFileSync(join(folder, name));
        const meta = readFileMeta(file);
        return parseDataSet(file.subarray(meta?.end), meta?.uid ?? '');
      });
    return { status, text, found };
  }

  const textOf = (dataSet: DataSet, tag: number, characterSet = 'ISO_IR 192') =>
    decodeDicomText(
      dataSet.find((element) => element.tag === tag)?.value ?? Buffer.alloc(0),
      characterSet,
    );
  const accessions = (found: readonly DataSet[]) =>
    found.map((dataSet) => textOf(dataSet, 0x0008_0050));

  test('it gets the pending examinations in Azerbaijani letters', async (t) => {
    const intake = await newIntake(t);
    intake.receiver.setWorklist([entry(), nigar]);
    const { found, text } = await find(intake, KEYS);
    assert.deepEqual(accessions(found), ['DQ0001ABC', 'DQ0002XYZ'], text);
    const [first = []] = found;
    assert.equal(textOf(first, 0x0008_0005), 'ISO_IR 192');
    assert.equal(textOf(first, 0x0010_0010), 'Məmmədova^Şəfəq');
    assert.equal(textOf(first, 0x0010_0020), 'DQ0001ABC');
    assert.equal(textOf(first, 0x0010_0030), '');
    assert.equal(textOf(first, 0x0020_000d), '2.25.1');
    const [step = []] = first.find(({ tag }) => tag === 0x0040_0100)?.items ?? [];
    assert.equal(textOf(step, 0x0040_0002), '20261123');
    assert.equal(textOf(step, 0x0040_0001), 'PANO');
    assert.equal(textOf(step, 0x0008_0060), 'PX');
  });

  test('a machine without UTF-8 gets ISO 8859-9, with e for ə; an old one gets ASCII', async (t) => {
    const intake = await newIntake(t, {
      settings: { DICOM_CHARACTER_SETS: 'PANO:latin5,OLD:ascii' },
    });
    intake.receiver.setWorklist([entry()]);
    const [latin5 = []] = (await find(intake, KEYS)).found;
    assert.equal(textOf(latin5, 0x0008_0005), 'ISO_IR 148');
    assert.equal(textOf(latin5, 0x0010_0010, 'ISO_IR 148'), 'Memmedova^Şefeq');
    const [ascii = []] = (await find(intake, KEYS, ['-aet', 'OLD'])).found;
    assert.equal(textOf(ascii, 0x0008_0005), '');
    assert.equal(textOf(ascii, 0x0010_0010), 'Memmedova^Sefeq');
  });

  test('it finds one patient by part of the name, by accession number and by day', async (t) => {
    const intake = await newIntake(t);
    intake.receiver.setWorklist([entry(), nigar]);
    const search = async (key: string) =>
      accessions(
        (await find(intake, [...KEYS.filter((name) => !key.startsWith(name)), key])).found,
      );
    const day = 'ScheduledProcedureStepSequence[0].ScheduledProcedureStepStartDate';
    assert.deepEqual(await search('PatientName=HUSEYN*'), ['DQ0002XYZ']);
    assert.deepEqual(await search('AccessionNumber=DQ0001ABC'), ['DQ0001ABC']);
    assert.deepEqual(await search(`${day}=20261123-20261124`), ['DQ0001ABC', 'DQ0002XYZ']);
    assert.deepEqual(await search(`${day}=20261124-`), []);
  });

  test('asked for several machines, or for all, it gets one value of each attribute', async (t) => {
    const intake = await newIntake(t);
    intake.receiver.setWorklist([entry()]);
    const read = async (station: string, modality: string) => {
      const step = 'ScheduledProcedureStepSequence[0].';
      const keys = [`${step}ScheduledStationAETitle=${station}`, `${step}Modality=${modality}`];
      const [[sequence] = []] = (await find(intake, keys)).found.map((dataSet) =>
        dataSet.filter(({ tag }) => tag === 0x0040_0100),
      );
      const [item = []] = sequence?.items ?? [];
      return [textOf(item, 0x0040_0001), textOf(item, 0x0008_0060)];
    };
    assert.deepEqual(await read('PANO\\CBCT', 'CT\\PX'), ['PANO', 'CT']);
    assert.deepEqual(await read('PAN*', '*'), ['PANO', 'PX']);
  });

  test('it gets everything that the doctor has typed about the patient', async (t) => {
    const intake = await newIntake(t);
    const referred = entry({
      patientId: 'DP0001XYZ',
      birthDate: '1990-03-07',
      sex: 'F',
      pregnancy: 'possible',
      modality: 'CT',
      description: 'KLKT: diş 36',
    });
    intake.receiver.setWorklist([referred, nigar]);
    const modality = 'ScheduledProcedureStepSequence[0].Modality';
    const keys = ['PatientID', 'PatientBirthDate', 'PatientSex', 'PregnancyStatus'];
    const procedure = 'RequestedProcedureDescription';
    const ask = [...keys, procedure, 'AccessionNumber'];
    const { found, text } = await find(intake, [...ask, `${modality}=CT`]);
    const [first = [], second = []] = found;
    const read = (tag: number) => textOf(first, tag);
    assert.deepEqual(
      [read(0x0010_0020), read(0x0010_0030), read(0x0010_0040), read(0x0032_1060)],
      ['DP0001XYZ', '19900307', 'F', 'KLKT: diş 36'],
      text,
    );
    const pregnancy = first.find(({ tag }) => tag === 0x0010_21c0)?.value;
    assert.equal(pregnancy?.readUInt16LE(0), 2);
    assert.equal(textOf(second, 0x0010_0020), 'DQ0002XYZ');
    const other = await find(intake, [...ask, `${modality}=PX`]);
    assert.deepEqual(accessions(other.found), ['DQ0002XYZ']);
    const born = await find(intake, ['AccessionNumber', 'PatientBirthDate=19910101']);
    assert.deepEqual(accessions(born.found), ['DQ0002XYZ']);
  });

  test('it is answered in implicit VR too', async (t) => {
    const intake = await newIntake(t);
    intake.receiver.setWorklist([entry()]);
    assert.deepEqual(accessions((await find(intake, KEYS, ['-xi'])).found), ['DQ0001ABC']);
  });

  test('it is told that the list cannot be loaded while the server is away', async (t) => {
    const intake = await newIntake(t, { server: 'http://127.0.0.1:9' });
    assert.match((await find(intake, KEYS)).text, /A700|OutOfResources|Refused/i);
  });

  test('no name of a patient is in the log', async (t) => {
    const intake = await newIntake(t);
    intake.receiver.setWorklist([entry()]);
    await find(intake, ['PatientName=Məmmədova*']);
    await find(intake, ['PatientName=Məmmədova*'], ['-aec', 'OTHER']);
    const { text } = await runDcmtk('findscu', intake.port, [
      '-P',
      ...TITLES,
      '-k',
      'PatientName=X',
    ]);
    assert.match(text, /No Acceptable Presentation|No presentation context/i);
    assert.doesNotMatch(intake.lines.join('\n'), /M.mm.dova|PatientName/i);
  });
});

test('keys match single values, wildcards, ranges of dates and folded names', () => {
  assert.ok(matches('text', 'huseyn?va^*', 'Hüseynova^Nigar'));
  // As many as an identifier can contain.
  assert.ok(matches('text', '*'.repeat(65_000), 'Hüseynova^Nigar'));
  assert.ok(matches('text', 'HÜSEYNOVA^NIGAR^^', 'Hüseynova^Nigar'));
  assert.ok(matches('text', 'DQ1\\DQ2', 'DQ2'));
  assert.ok(!matches('text', 'huseyn', 'Hüseynova^Nigar'));
  assert.ok(!matches('text', '?', ''));
  assert.ok(matches('date', '-20261123', '20261123'));
  assert.ok(!matches('date', '20261122', '20261123'));
  assert.ok(!matches('date', '20261124-20261130', '20261123'));
});

test('a hostile pattern does not hold up the process', () => {
  assert.ok(!matches('text', `${'*a'.repeat(500)}b`, 'a'.repeat(2_000)));
});
