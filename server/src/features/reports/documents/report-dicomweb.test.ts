import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { smallPanoramic } from '@deqiq/samples/dicom/small-panoramic.ts';
import { dicomwebClient } from '@deqiq/testkit/dicom/dicomweb.ts';
import { newReportClinic } from '@deqiq/testkit/http/reports.ts';
import { newSignedReport } from '@deqiq/testkit/http/signed-report.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { indexReports } from '../../../platform/db/migrations/0060-report-macros.ts';
import { removeReportIndex } from '../../../platform/db/report-index.ts';
import { deriveStudyUid } from '../../../platform/dicom/uids.ts';

type Clinic = Awaited<ReturnType<typeof newReportClinic>>;
type Items = Awaited<ReturnType<ReturnType<typeof dicomwebClient>['searchForStudies']>>;

const untilListed = ({ db }: Pick<Clinic, 'db'>) =>
  untilTrue(async () => (await db.selectFrom('jobs').select('id').execute()).length === 0);

/** Programs of a doctor and of staff, after the reports are listed. */
async function openPrograms(clinic: Clinic) {
  await untilListed(clinic);
  const base = `${await clinic.app.listen({ port: 0, host: '127.0.0.1' })}/dicom-web`;
  const openFor = ({ tokens }: Clinic['client']) => dicomwebClient(base, tokens?.accessToken ?? '');
  return { openFor, doctor: openFor(clinic.client), staff: openFor(clinic.admin) };
}

const listValues = (items: Items, tag: string): unknown[] =>
  items.map((item) => item[tag]?.Value?.[0]);

const MODALITY = '00080060';
const MODALITIES = '00080061';
const STUDY = '0020000D';
const SOP = '00080018';
const PATIENT_ID = '00100020';

/** Modalities of the series of a study that a program finds. */
async function listModalities(program: ReturnType<typeof dicomwebClient>, study: unknown) {
  const studyInstanceUID = String(study);
  return listValues(await program.searchForSeries({ studyInstanceUID }), MODALITY);
}

/** The errors that dciodvfy finds in a file, and the document that dsrdump reads. */
function inspect(t: TestContext, bytes: ArrayBuffer) {
  const folder = mkdtempSync(join(tmpdir(), 'deqiq-dicomweb-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'instance.dcm');
  writeFileSync(path, Buffer.from(bytes));
  const read = (program: string, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(program, [...args, path]);
    return `${stdout.toString('utf8')}${stderr.toString('utf8')}`;
  };
  const errors = read('dciodvfy')
    .split('\n')
    .filter((line) => line.startsWith('Error'));
  return { errors, document: read('dsrdump', '+Pl') };
}

test('the report is part of the study of its pictures', {
  skip: missesPrograms('dciodvfy', 'dsrdump'),
}, async (t) => {
  const clinic = await newSignedReport(t, smallPanoramic());
  const { doctor, staff } = await openPrograms(clinic);
  const found = await doctor.searchForStudies({ queryParams: { ModalitiesInStudy: 'SR' } });
  assert.equal(found.length, 1);
  const [study] = found;
  assert.deepEqual(new Set(study?.[MODALITIES]?.Value), new Set(['PX', 'SR', 'KO', 'PR']));
  assert.deepEqual(study?.['00201206']?.Value, [4]);
  const studyInstanceUID = String(study?.[STUDY]?.Value?.[0]);
  assert.deepEqual(await listModalities(doctor, studyInstanceUID), ['PX', 'SR', 'KO', 'PR']);
  const instances = await staff.searchForInstances({ studyInstanceUID });
  const uids = listValues(instances, SOP);
  assert.equal(uids.length, 4);

  const metadata = await doctor.retrieveStudyMetadata({ studyInstanceUID });
  assert.deepEqual(listValues(metadata, SOP).toSorted(), uids.toSorted());
  // A study has one patient: that of its pictures.
  assert.deepEqual(listValues(metadata, PATIENT_ID), ['1', '1', '1', '1']);
  const sr = metadata.find((item) => item[MODALITY]?.Value?.[0] === 'SR');
  assert.match(JSON.stringify(sr), /36 nömrəli dişdə karies/);

  const fetched = await doctor.retrieveStudy({ studyInstanceUID });
  assert.equal(fetched.length, 4);
  for (const bytes of fetched.slice(1)) assert.deepEqual(inspect(t, bytes).errors, []);
  const { document } = inspect(t, fetched[1] ?? new ArrayBuffer());
  for (const part of [/36 nömrəli dişdə karies/, /NUM:.*"10(\.0+)?"/]) assert.match(document, part);
  const one = await doctor.retrieveInstance({
    studyInstanceUID,
    seriesInstanceUID: String(sr?.['0020000E']?.Value?.[0]),
    sopInstanceUID: String(sr?.[SOP]?.Value?.[0]),
  });
  assert.deepEqual(Buffer.from(one), Buffer.from(fetched[1] ?? new ArrayBuffer()));
  const rows = await clinic.db
    .selectFrom('audit')
    .select('action')
    .where('object', '=', 'diagnostic-report')
    .where('role', '=', 'partner')
    .execute();
  const opened = rows.map(({ action }) => action);
  assert.deepEqual(opened.toSorted(), ['download', 'view']);
});

test('a picture that is held back since the signature has no view in the study', async (t) => {
  const clinic = await newSignedReport(t, smallPanoramic());
  const { doctor } = await openPrograms(clinic);
  const [study] = await doctor.searchForStudies({ queryParams: { ModalitiesInStudy: 'PR' } });
  const studyInstanceUID = String(study?.[STUDY]?.Value?.[0]);
  await clinic.db.updateTable('checkup_files').set({ patient_check: 'different' }).execute();
  const fetched = await doctor.retrieveStudy({ studyInstanceUID });
  assert.equal(fetched.length, 1);
  // The modality: a structured report.
  assert.ok(Buffer.from(fetched[0] ?? new ArrayBuffer()).includes('CS\x02\0SR'));
});

test('reports that were signed before this version are listed after its migration', async (t) => {
  const clinic = await newSignedReport(t, smallPanoramic());
  await untilListed(clinic);
  await removeReportIndex(clinic.db, [clinic.report._id]);
  await indexReports(clinic.db);
  const { doctor } = await openPrograms(clinic);
  assert.equal((await doctor.searchForSeries({ queryParams: { Modality: 'KO' } })).length, 1);
});

test('pictures that are no DICOM have the report in the study of the checkup', async (t) => {
  const clinic = await newReportClinic(t, { runsJobs: true });
  await clinic.db.deleteFrom('dicom_series').execute();
  await clinic.signed();
  const { doctor } = await openPrograms(clinic);
  const queryParams = { ModalitiesInStudy: 'SR' };
  const [study] = await doctor.searchForStudies({ queryParams });
  assert.equal(study?.[STUDY]?.Value?.[0], deriveStudyUid(clinic.checkup._id));
  assert.deepEqual(await listModalities(doctor, deriveStudyUid(clinic.checkup._id)), ['SR']);
});

test('drafts, withdrawn and earlier reports and those of other doctors are not found', async (t) => {
  const clinic = await newReportClinic(t, { runsJobs: true });
  const { draft, signed, step, signedInPartner } = clinic;
  await draft();
  const other = await signedInPartner({ email: 'basqa@example.az' });
  const { doctor, staff, openFor } = await openPrograms(clinic);
  const count = async (program = doctor) => {
    await untilListed(clinic);
    const found = await program.searchForSeries({ queryParams: { Modality: 'SR' } });
    return found.length;
  };
  assert.equal(await count(staff), 0);
  const first = await signed();
  assert.deepEqual([await count(), await count(staff)], [1, 1]);
  assert.equal(await count(openFor(other.client)), 0);

  await t.test('an addendum is another instance', async () => {
    const list = async () =>
      listValues(
        await doctor.retrieveStudyMetadata({
          studyInstanceUID: String(
            (await doctor.searchForSeries({ queryParams: { Modality: 'SR' } }))[0]?.[STUDY]
              ?.Value?.[0],
          ),
        }),
        SOP,
      );
    const before = await list();
    assert.deepEqual(await list(), before);
    (await step(first, 'addenda', { text: 'Nəzarət' })).ok();
    assert.equal(await count(), 1);
    const after = await list();
    assert.equal(after.length, before.length);
    assert.notDeepEqual(after, before);
  });

  const second = await signed({ conclusion: 'İkinci rəy' });
  assert.equal(await count(), 1);
  (await step(second, 'withdraw', { reason: 'Səhv diş' })).ok();
  assert.equal(await count(), 1);
  (await step(first, 'withdraw', { reason: 'Səhv diş' })).ok();
  assert.deepEqual([await count(), await count(staff)], [0, 0]);
});
