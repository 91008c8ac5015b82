import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReportClinic } from '@deqiq/testkit/http/reports.ts';
import { canonicalJson } from '../../features/reports/diagnostic-reports/signing/canonical-json.ts';
import { reportKeysService } from '../../features/reports/diagnostic-reports/signing/report-keys.service.ts';
import { checkReports } from './reports.ts';

/** A signed report with an addendum and a withdrawal, and another one. */
async function newSigned(t: Parameters<typeof newReportClinic>[0]) {
  const clinic = await newReportClinic(t);
  const { signed, step, draft } = clinic;
  const report = await signed();
  (await step(report, 'addenda', { text: 'Əlavə' })).ok();
  (await step(report, 'withdraw', { reason: 'Səhv' })).ok();
  await draft();
  return { ...clinic, report, other: await signed() };
}

const problems = async ({ db }: Awaited<ReturnType<typeof newReportClinic>>) =>
  (await checkReports(db)).problems;

test('signed reports as they were signed have no problem', async (t) => {
  const clinic = await newSigned(t);
  const { problems: found, summary } = await checkReports(clinic.db);
  assert.deepEqual([found, summary], [[], '2 signed reports']);
});

test('hash and signature of a report that an older version signed are right, and it is printed', async (t) => {
  const clinic = await newReportClinic(t);
  const { db, dataDir, client } = clinic;
  const report = await clinic.signed();
  const ofReport = db.selectFrom('diagnostic_reports').where('id', '=', report._id);
  const row = await ofReport.select('document').executeTakeFirstOrThrow();
  const { scales, ...former } = JSON.parse(row.document ?? '');
  assert.ok(scales);
  const document = canonicalJson(former);
  const signature = await reportKeysService({ db, dataDir, now: Date.now }).sign(document);
  const changes = { document, ...signature };
  await db.updateTable('diagnostic_reports').set(changes).where('id', '=', report._id).execute();
  // Only the audit, which cannot be changed, has another hash.
  const found = [`report ${report._id}: it is not what the audit says was signed`];
  assert.deepEqual(await problems(clinic), found);
  const path = `/api/partner/diagnostic-reports/${report._id}/pdf`;
  assert.equal((await client.get(path)).status, 200);
});

test('one changed byte of a report or of what follows it is found', async (t) => {
  const clinic = await newSigned(t);
  const { db, report } = clinic;
  const { document } = await db
    .selectFrom('diagnostic_reports')
    .select('document')
    .where('id', '=', report._id)
    .executeTakeFirstOrThrow();
  const change = (text: string | null) =>
    db
      .updateTable('diagnostic_reports')
      .set({ document: text })
      .where('id', '=', report._id)
      .execute();
  await change((document ?? '').replace('karies', 'Karies'));
  assert.match((await problems(clinic)).join(), /it was changed: hash or signature/);
  await change(`${document} `);
  assert.match((await problems(clinic)).join(), /it was changed/);
  await change(document);
  assert.deepEqual(await problems(clinic), []);

  const entry = await db
    .selectFrom('report_entries')
    .selectAll()
    .where('kind', '=', 'addendum')
    .executeTakeFirstOrThrow();
  const changed = { document: entry.document.replace('Əlavə', 'Əlava') };
  await db.updateTable('report_entries').set(changed).where('id', '=', entry.id).execute();
  assert.match((await problems(clinic)).join(), /its addendum 1 was changed/);
  await db.updateTable('report_entries').set(entry).where('id', '=', entry.id).execute();
  await db.deleteFrom('report_entries').where('id', '=', entry.id).execute();
  assert.match((await problems(clinic)).join(), /was moved|does not follow/);
});

test('a changed state, a foreign signature and a report that is gone are found', async (t) => {
  const clinic = await newSigned(t);
  const { db, report, other } = clinic;
  const update = (id: string, changes: object) =>
    db.updateTable('diagnostic_reports').set(changes).where('id', '=', id).execute();
  await update(report._id, { status: 'signed' });
  assert.match((await problems(clinic)).join(), /its state was changed/);
  await update(report._id, { status: 'withdrawn' });

  // Everything of another report, with its hash and signature.
  const { document, sha256, signature } = await db
    .selectFrom('diagnostic_reports')
    .select(['document', 'sha256', 'signature'])
    .where('id', '=', report._id)
    .executeTakeFirstOrThrow();
  const before = await db
    .selectFrom('diagnostic_reports')
    .select(['document', 'sha256', 'signature'])
    .where('id', '=', other._id)
    .executeTakeFirstOrThrow();
  await update(other._id, { document, sha256, signature });
  assert.match((await problems(clinic)).join(), /not what the audit says|another examination/);
  await update(other._id, before);
  assert.deepEqual(await problems(clinic), []);

  await db.deleteFrom('diagnostic_reports').where('id', '=', other._id).execute();
  assert.deepEqual(await problems(clinic), [`report ${other._id} was signed and is missing`]);
});
