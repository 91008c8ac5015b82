import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { assertNowhere, assertSomewhere, erase } from '@deqiq/testkit/erasure/erase-and-search.ts';
import { newReportClinic, reportCalls } from '@deqiq/testkit/http/reports.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { findReportId, toIndexId } from '../../platform/db/report-index.ts';
import { checkReports } from '../verify/reports.ts';

const TRACES = ['Zöhrəbəyim', 'Tağıqızı'];

test('the reports and questions of an erased patient are gone, those of others stay', async (t) => {
  const clinic = await newReportClinic(t, { runsJobs: true });
  const { admin, client, partner, db, addCheckup, signed } = clinic;
  const own = await addCheckup({
    partner: partner._id,
    firstName: 'Zöhrəbəyim',
    lastName: 'Tağıqızı',
  });
  const conclusion = 'Zöhrəbəyim Tağıqızı: norma';
  const calls = reportCalls(admin, own._id);
  const report = await calls.signed({ conclusion });
  (await calls.step(report, 'addenda', { text: 'Tağıqızı yenidən gəlsin' })).ok();
  await calls.draft({ conclusion });
  const text = 'Zöhrəbəyim Tağıqızı necədir?';
  const photo = await picture({ name: 'Zöhrəbəyim Tağıqızı.png' });
  (await client.form('POST', `/api/partner/checkups/${own._id}/questions`, { text, photo })).ok();
  // A question about another patient that names this one.
  const ofOther = `/api/partner/checkups/${clinic.checkup._id}/questions`;
  (await client.form('POST', ofOther, { text, photo })).ok();
  const other = await signed();
  await untilTrue(async () => (await db.selectFrom('jobs').select('id').execute()).length === 0);
  await assertSomewhere(clinic, TRACES);

  const { status, output } = await erase(clinic, ['patient', own._id], 'ERASE\n');
  assert.equal(status, 0, output);
  await assertNowhere(clinic, TRACES);
  const left = await db.selectFrom('diagnostic_reports').select('id').execute();
  assert.deepEqual(left, [{ id: other._id }]);
  const listed = db.selectFrom('dicom_instances').select('file_id').distinct();
  assert.deepEqual(
    (await listed.execute()).filter(({ file_id: id }) => findReportId(id)),
    [{ file_id: toIndexId(other._id) }],
  );
  const questions = await db.selectFrom('checkup_questions').select('checkup_id').execute();
  assert.deepEqual(questions, [{ checkup_id: clinic.checkup._id }]);
  const photos = await db.selectFrom('question_files').select('name').execute();
  assert.equal(photos.length, 1);
  assert.deepEqual((await checkReports(db)).problems, []);
});

test('the questions of an erased partner have no name, and reports go with the files', async (t) => {
  const clinic = await newReportClinic(t);
  const { client, partner, checkup, db, signed } = clinic;
  await signed();
  (await client.post(`/api/partner/checkups/${checkup._id}/questions`, { text: 'Necə?' })).ok();
  const { status, output } = await erase(clinic, ['partner', partner._id], 'ERASE\n');
  assert.equal(status, 0, output);
  assert.deepEqual(await db.selectFrom('diagnostic_reports').select('id').execute(), []);
  assert.deepEqual(await db.selectFrom('checkup_questions').select('id').execute(), []);
  assert.deepEqual((await checkReports(db)).problems, []);
});
