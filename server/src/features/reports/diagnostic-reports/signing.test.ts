import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import type { DiagnosticReport, ReportKeys } from '@deqiq/contract/reports/diagnostic-reports.ts';
import * as reportMessages from '@deqiq/messages/reports/reports.js';
import {
  newColleague,
  newReportClinic,
  PASSWORD,
  REPORTS,
  readAsPartner,
  someReport,
} from '@deqiq/testkit/http/reports.ts';
import { codeAt, enrol } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { canonicalJson } from './signing/canonical-json.ts';
import { findScale } from './signing/report-scales.service.ts';
import { signedDocument } from './signing/signed-documents.ts';

type Answer = { report: DiagnosticReport };

test('a signed report is frozen, hashed and signed by a published key', async (t) => {
  const { db, draft, sign, save, visitor, admin } = await newReportClinic(t);
  const written = await draft();
  const { report } = (await sign(written)).ok<Answer>();
  assert.deepEqual([report.state, report.version], ['signed', written.version]);
  assert.deepEqual(report.content, written.content);
  const row = await db.selectFrom('diagnostic_reports').selectAll().executeTakeFirstOrThrow();
  const bytes = Buffer.from(row.document ?? '', 'utf8');
  assert.equal(canonicalJson(JSON.parse(row.document ?? '')), row.document);
  assert.equal(report.sha256, createHash('sha256').update(bytes).digest('hex'));
  const { keys } = (await visitor.get('/api/misc/report-keys')).ok<ReportKeys>();
  const key = keys.find(({ _id }) => _id === report.signature?.key);
  const signature = Buffer.from(report.signature?.value ?? '', 'base64');
  assert.equal(verify(null, bytes, createPublicKey(key?.publicKey ?? ''), signature), true);
  const late = await save(report, someReport({ conclusion: 'x' }));
  assert.equal(late.refused(409).message, reportMessages.moved());
  assert.equal(late.response.json<Answer>().report.state, 'signed');
  (await admin.delete(`${REPORTS}/${report._id}`)).refused(409);
  (await sign(report)).refused(409);
});

test('a report keeps the measurements and the names with which it was signed', async (t) => {
  const { db, admin, adminId, add, change, file, signed } = await newReportClinic(t);
  const annotation = await add(admin, 'admin', { label: 'kanal' });
  const report = await signed({
    measurements: [annotation._id],
    keyImages: [{ file, view: { slice: 3, annotations: [annotation._id] }, caption: '36' }],
  });
  (await change(admin, 'admin', { ...annotation, label: 'başqa' })).ok();
  (await admin.put(`/api/admin/staff/${adminId}/radiologist`, { name: 'Yeni Ad' })).ok();
  const row = await db.selectFrom('diagnostic_reports').select('document').executeTakeFirst();
  const document = JSON.parse(row?.document ?? '{}');
  assert.deepEqual(
    [document.annotations[0].label, document.annotations[0].content, document.files[0].id],
    ['kanal', annotation.content, file],
  );
  assert.equal(report.author.name, 'Aygün Məmmədova');
  assert.equal(document.patient.lastName, 'Hüseynova');
});

test('the scale of measured pictures is signed, a later calibration changes no signed one', async (t) => {
  const { db, admin, add, file, signed } = await newReportClinic(t);
  const summary = JSON.stringify({ spacing: [0.1, 0.1], spacingKind: 'detector' });
  const state = 'ready' as const;
  const derived = { state, kind: null, generation: null, summary, failure: null, updated_at: '' };
  await db.deleteFrom('file_imaging').where('file_id', '=', file).execute();
  await db
    .insertInto('file_imaging')
    .values({ file_id: file, ...derived })
    .execute();
  const { _id } = await add(admin, 'admin');
  const read = async (report: DiagnosticReport) => {
    const row = db.selectFrom('diagnostic_reports').select('document').where('id', '=', report._id);
    return signedDocument.parse(JSON.parse((await row.executeTakeFirst())?.document ?? '{}'));
  };
  const magnified = await signed({ measurements: [_id] });
  const { scales, ...older } = await read(magnified);
  assert.deepEqual(scales, [{ file, kind: 'detector', millimetresPerPixel: [0.1, 0.1] }]);
  assert.ok(signedDocument.safeParse(older).success, 'older versions signed no scale');
  // 100 pixels are 50 mm.
  const points = [
    [5, 5],
    [105, 5],
  ];
  await add(admin, 'admin', { content: { kind: 'calibration', points, millimetres: 50 } });
  const calibrated = (await read(await signed({ measurements: [_id] }))).scales?.[0];
  assert.deepEqual([calibrated?.kind, calibrated?.millimetresPerPixel], ['user', [0.5, 0.5]]);
  const existing = await read(magnified);
  assert.deepEqual(existing.scales, scales);
  assert.equal(findScale(file, summary.replace('0.1', '0.3'), existing).millimetresPerPixel[0], 0.1);
});

test('a report that names a deleted measurement is saved, and signed without it only', async (t) => {
  const { admin, add, remove, draft, save, sign } = await newReportClinic(t);
  const annotation = await add(admin, 'admin');
  const written = await draft({ measurements: [annotation._id] });
  (await remove(admin, 'admin', annotation)).ok();
  const content = someReport({ measurements: [annotation._id], conclusion: 'yenə' });
  const { report } = (await save(written, content)).ok<Answer>();
  assert.equal((await sign(report)).refused(400).fields?.[0]?.path, 'content.measurements');
  const next = (await save(report, someReport())).ok<Answer>().report;
  (await sign(next)).ok();
});

test('the signer proves again who signs', async (t) => {
  const { admin, draft, sign, listReports } = await newReportClinic(t);
  const written = await draft();
  const wrong = (await sign(written, { password: 'not mine' })).refused(400);
  assert.equal(wrong.fields?.[0]?.path, 'password');
  (await sign(written, {})).refused(400);
  (await sign(written, { otp: '123456' })).refused(400);
  (await sign({ ...written, version: 1 })).refused(409);
  (await sign({ ...written, version: 9 })).refused(409);
  assert.deepEqual(await listReports(), [written]);
  const { recoveryCodes } = await enrol(admin, 'admin', ADMIN.password);
  (await sign(written, { otp: recoveryCodes[0] })).ok();
});

test('a code of the app is a proof', async (t) => {
  const start = Date.now();
  let at = start;
  const { admin, draft, sign } = await newReportClinic(t, { now: () => at });
  const { secret } = await enrol(admin, 'admin', ADMIN.password, () => at);
  at += 60_000;
  (await sign(await draft(), { otp: codeAt(secret, at) })).ok();
});

test('wrong passwords are counted as at changes of the password', async (t) => {
  const { draft, sign } = await newReportClinic(t, { rateLimits: true });
  const written = await draft();
  const answers: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1)
    answers.push((await sign(written, { password: 'guess' })).status);
  assert.deepEqual([answers[0], answers.at(-1)], [400, 429]);
  (await sign(written)).refused(429);
});

test('addenda, countersignature and withdrawal follow one another', async (t) => {
  const world = await newReportClinic(t);
  const { client, checkup, signed, step, sign, draft } = world;
  const report = await signed();
  const other = await newColleague(world, 'Sevda', 'Sevda Əliyeva');
  const body = { version: report.version, password: ADMIN.password };
  const own = (await step(report, 'countersign', body)).refused(409);
  assert.equal(own.message, reportMessages.signerCountersigns());
  const path = `${REPORTS}/${report._id}/countersign`;
  (await other.client.post(path, { version: 1, password: PASSWORD })).refused(409);
  (await other.client.post(path, { version: report.version, password: 'x' })).refused(400);
  const proof = { version: report.version, password: PASSWORD };
  const countersigned = (await other.client.post(path, proof)).ok<Answer>().report;
  assert.equal(countersigned.countersignedBy?.name, 'Sevda Əliyeva');
  (await other.client.post(path, proof)).refused(409);
  (await step(report, 'addenda', { text: ' ' })).refused(400);
  const texts = ['bir', 'iki', 'üç'];
  const added = await Promise.all(texts.map((text) => step(report, 'addenda', { text })));
  for (const answer of added) answer.ok();
  const seen = (await readAsPartner(client, checkup._id)).report;
  assert.deepEqual(seen?.addenda.map(({ text }) => text).toSorted(), texts.toSorted());
  (await step(report, 'withdraw', {})).refused(400);
  const { report: withdrawn } = (
    await step(report, 'withdraw', { reason: 'Başqa pasiyent' })
  ).ok<Answer>();
  assert.deepEqual(
    [withdrawn.state, withdrawn.withdrawal?.reason, withdrawn.sha256],
    ['withdrawn', 'Başqa pasiyent', report.sha256],
  );
  for (const [name, sent] of [
    ['addenda', { text: 'x' }],
    ['withdraw', { reason: 'x' }],
    ['countersign', body],
  ] as const)
    (await step(report, name, sent)).refused(409);
  const drafted = await draft();
  (await step(drafted, 'addenda', { text: 'x' })).refused(409);
  (await sign(drafted)).ok();
  const both = await readAsPartner(client, checkup._id);
  assert.deepEqual(
    [both.report?._id, both.earlier.map(({ state, withdrawal }) => [state, withdrawal?.reason])],
    [drafted._id, [['withdrawn', 'Başqa pasiyent']]],
  );
});

test('the doctor gets the newest signed report, and the earlier ones', async (t) => {
  let at = Date.now();
  const { client, checkup, signed, step } = await newReportClinic(t, { now: () => at });
  const first = await signed();
  at += 1_000;
  const second = await signed({ conclusion: 'Yeni' });
  const seen = await readAsPartner(client, checkup._id);
  assert.deepEqual([seen.report?._id, seen.earlier[0]?._id], [second._id, first._id]);
  (await step(second, 'withdraw', { reason: 'Səhv' })).ok();
  const after = await readAsPartner(client, checkup._id);
  assert.deepEqual([after.report?._id, after.earlier[0]?._id], [first._id, second._id]);
});

test('every step is in the audit, with the hash of what was signed', async (t) => {
  const { db, signed, step } = await newReportClinic(t);
  const report = await signed();
  (await step(report, 'addenda', { text: 'x' })).ok();
  (await step(report, 'withdraw', { reason: 'x' })).ok();
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('object_id', '=', report._id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['create', 'change', 'sign', 'add-addendum', 'withdraw'],
  );
  assert.equal(rows[2]?.detail, report.sha256);
});

test('nodes that sign for the first time together make one key', async (t) => {
  const { db, draft, sign } = await newReportClinic(t);
  const drafts = [await draft(), await draft(), await draft()];
  for (const answer of await Promise.all(drafts.map((each) => sign(each)))) answer.ok();
  const keys = await db.selectFrom('report_keys').select('private_key').execute();
  assert.equal(keys.length, 1);
  assert.doesNotMatch(keys[0]?.private_key ?? '', /PRIVATE KEY/);
});
