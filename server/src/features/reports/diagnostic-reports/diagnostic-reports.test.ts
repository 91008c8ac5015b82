import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import {
  newColleague,
  newReportClinic,
  REPORTS,
  readAsPartner,
  reportCalls,
  someReport,
} from '@deqiq/testkit/http/reports.ts';

type Conflict = { report?: DiagnosticReport };

test('a draft is created by template and saved by version', async (t) => {
  const { admin, checkup, draft, save, listReports } = await newReportClinic(t);
  const path = `/api/admin/checkups/${checkup._id}/diagnostic-reports`;
  const created = (await admin.post(path, { template: 'implant' })).ok<{
    report: DiagnosticReport;
  }>().report;
  assert.deepEqual(
    [created.state, created.version, created.content.template, created.isOwn],
    ['draft', 1, 'implant', true],
  );
  assert.deepEqual(created.author, {
    name: 'Aygün Məmmədova',
    title: 'Həkim-radioloq',
    licence: 'AZ-1234',
  });
  const written = await draft();
  assert.deepEqual(written.content, someReport());
  assert.equal(written.version, 2);
  const next = someReport({ conclusion: 'Norma.' });
  const saved = (await save(written, next)).ok<{ report: DiagnosticReport }>().report;
  assert.deepEqual([saved.version, saved.content.conclusion], [3, 'Norma.']);
  // The answer was lost, so the screen sends it again.
  assert.equal((await save(written, next)).ok<{ report: DiagnosticReport }>().report.version, 3);
  assert.deepEqual(
    (await listReports()).map(({ _id }) => _id),
    [written._id, created._id],
  );
});

test('an older version is a conflict with the present report', async (t) => {
  const { draft, save } = await newReportClinic(t);
  const written = await draft();
  (await save(written, someReport({ conclusion: 'birinci' }))).ok();
  const late = await save(written, someReport({ conclusion: 'ikinci' }));
  assert.equal(late.refused(409).message, reportMessages.changed());
  const { report } = late.response.json<Conflict>();
  assert.deepEqual([report?.version, report?.content.conclusion], [3, 'birinci']);
});

test('of saves of one version at the same time exactly one wins', async (t) => {
  const { draft, save, listReports } = await newReportClinic(t);
  const written = await draft();
  const texts = ['a', 'b', 'c', 'd'];
  const answers = await Promise.all(
    texts.map((conclusion) => save(written, someReport({ conclusion }))),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
  const won = texts[answers.findIndex(({ status }) => status === 200)];
  const [report] = await listReports();
  assert.deepEqual([report?.version, report?.content.conclusion], [3, won]);
});

test('a signature and a save of one version: one of them wins', async (t) => {
  const { draft, save, sign, listReports } = await newReportClinic(t);
  for (let round = 0; round < 5; round += 1) {
    const written = await draft();
    const [saved, signed] = await Promise.all([
      save(written, someReport({ conclusion: 'yeni' })),
      sign(written),
    ]);
    assert.deepEqual([saved.status, signed.status].toSorted(), [200, 409]);
    const report = (await listReports()).find(({ _id }) => _id === written._id);
    const expected =
      signed.status === 200 ? ['signed', someReport().conclusion] : ['draft', 'yeni'];
    assert.deepEqual([report?.state, report?.content.conclusion], expected);
  }
});

test('only the author changes and deletes a draft; two authors have two reports', async (t) => {
  const world = await newReportClinic(t);
  const { admin, checkup, draft } = world;
  const written = await draft();
  const { client } = await newColleague(world, 'Sevda', 'Sevda Əliyeva');
  const other = reportCalls(client, checkup._id);
  const refused = [
    await other.save(written, someReport()),
    await client.delete(`${REPORTS}/${written._id}`),
    await other.sign(written, { password: 'radiologist password' }),
  ];
  for (const answer of refused)
    assert.equal(answer.refused(403).message, reportMessages.notAuthor());
  const own = await other.draft({ conclusion: 'başqa' });
  const seen = await other.listReports();
  assert.deepEqual(
    seen.map(({ author, isOwn }) => [author.name, isOwn]),
    [
      ['Sevda Əliyeva', true],
      ['Aygün Məmmədova', false],
    ],
  );
  (await client.delete(`${REPORTS}/${own._id}?version=1`)).refused(409);
  (await client.delete(`${REPORTS}/${own._id}?version=2`)).ok();
  (await admin.delete(`${REPORTS}/${written._id}`)).ok();
  (await admin.delete(`${REPORTS}/${written._id}`)).refused(404);
  assert.deepEqual(await other.listReports(), []);
});

test('who has no right to sign writes no report', async (t) => {
  const world = await newReportClinic(t);
  const { admin, adminId, checkup, client, visitor, draft, sign } = world;
  const written = await draft();
  const colleague = await newColleague(world, 'Sevda');
  const path = `/api/admin/checkups/${checkup._id}/diagnostic-reports`;
  const body = { template: 'tmj' };
  const refused = (await colleague.client.post(path, body)).refused(403);
  assert.equal(refused.message, reportMessages.notRadiologist());
  (await colleague.client.get(path)).ok();
  const right = `/api/admin/staff/${colleague.id}/radiologist`;
  (await colleague.client.put(right, { name: 'Sevda' })).refused(403);
  (await admin.put(right, { name: ' ' })).refused(400);
  (await admin.put(`/api/admin/staff/${randomUUID()}/radiologist`, { name: 'x' })).refused(404);
  (await admin.delete(`/api/admin/staff/${adminId}/radiologist`)).ok();
  (await sign(written)).refused(403);
  (await client.post(path, body)).refused(403);
  (await visitor.post(path, body)).refused(401);
  (await admin.post(`/api/admin/checkups/${randomUUID()}/diagnostic-reports`, body)).refused(404);
});

test('content that breaks a rule is refused and changes nothing', async (t) => {
  const world = await newReportClinic(t);
  const { draft, save, listReports, signedInPartner, addCheckup } = world;
  const written = await draft();
  const foreign = await addCheckup({ partner: (await signedInPartner()).partner._id });
  const bad = [
    { extra: 1 },
    { template: 'chest' },
    { teeth: { 99: [] } },
    { teeth: { 36: [{ finding: 'hole' }] } },
    { findings: [{ section: ' ', text: '' }] },
    { conclusion: 'x'.repeat(5_001) },
    { measurements: ['x'] },
    { measurements: [randomUUID()] },
    { keyImages: [{ file: randomUUID() }] },
    { keyImages: [{ file: foreign.xrayFileLinks[0]?.id }] },
    { keyImages: [{ file: world.file, view: { colour: 'red' } }] },
  ];
  for (const part of bad) (await save(written, someReport(part))).refused(400);
  (await save({ ...written, version: 0 }, someReport())).refused(400);
  assert.deepEqual(await listReports(), [written]);
});

test('a partner sees nothing of drafts and of other partners', async (t) => {
  const world = await newReportClinic(t);
  const { client, checkup, draft, sign, signedInPartner } = world;
  const written = await draft();
  assert.deepEqual(await readAsPartner(client, checkup._id), { report: null, earlier: [] });
  (await client.get(`/api/admin/checkups/${checkup._id}/diagnostic-reports`)).refused(403);
  (await sign(written)).ok();
  const { report } = await readAsPartner(client, checkup._id);
  assert.deepEqual([report?._id, report?.isOwn], [written._id, false]);
  const stranger = (await signedInPartner()).client;
  (await stranger.get(`/api/partner/checkups/${checkup._id}/diagnostic-report`)).refused(404);
});

test('a deleted checkup hides its reports, a restored one has them', async (t) => {
  const { admin, client, checkup, signed, step } = await newReportClinic(t);
  const report = await signed();
  (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  (await client.get(`/api/partner/checkups/${checkup._id}/diagnostic-report`)).refused(404);
  (await step(report, 'addenda', { text: 'x' })).refused(404);
  const { deletions } = (await admin.get('/api/admin/checkups/deleted')).ok<{
    deletions: { _id: string }[];
  }>();
  (await admin.post(`/api/admin/checkups/deleted/${deletions[0]?._id}/restore`)).ok();
  assert.equal((await readAsPartner(client, checkup._id)).report?._id, report._id);
});
