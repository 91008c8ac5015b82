import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallPanoramic } from '@deqiq/samples/dicom/small-panoramic.ts';
import { readPdfText } from '@deqiq/testkit/documents/pdf.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { newReportClinic, REPORTS } from '@deqiq/testkit/http/reports.ts';
import { newSignedReport } from '@deqiq/testkit/http/signed-report.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { sealService } from '@deqiq/testkit/providers/seal-service.ts';
import { LANGUAGE_HEADER } from '../../../platform/http/requests/language.ts';

test('the PDF has texts, picture and measurement; the doctor reads it in another language', {
  skip: missesPrograms('pdftotext', 'pdfimages'),
}, async (t) => {
  const { admin, client, report } = await newSignedReport(t, smallPanoramic());
  const { response } = await admin.get(`${REPORTS}/${report._id}/pdf`);
  assert.equal(response.headers['content-type'], 'application/pdf');
  assert.match(String(response.headers['content-disposition']), /rentgen-reyi-.*\.pdf/);
  const text = readPdfText(response.rawPayload);
  for (const part of ['36 nömrəli dişdə karies.', 'Kök ucu', 'Aygün Məmmədova', report.sha256])
    assert.ok(text.includes(part ?? '?'), `${part} in ${text}`);
  const images = spawnSync('pdfimages', ['-list', '-'], { input: response.rawPayload });
  assert.match(images.stdout.toString('utf8'), /jpeg/);
  const path = `/api/partner/diagnostic-reports/${report._id}/pdf`;
  const own = await client.get(path, { [LANGUAGE_HEADER]: 'ru' });
  assert.match(readPdfText(own.response.rawPayload), /заключение/);
});

test('a picture that is held back since the signature is in no PDF', {
  skip: missesPrograms('pdfimages'),
}, async (t) => {
  const { db, client, report } = await newSignedReport(t, smallPanoramic());
  const listImages = async () => {
    const { response } = await client.get(`/api/partner/diagnostic-reports/${report._id}/pdf`);
    const { stdout } = spawnSync('pdfimages', ['-list', '-'], { input: response.rawPayload });
    return stdout.toString('utf8');
  };
  assert.match(await listImages(), /jpeg/);
  await db.updateTable('checkup_files').set({ patient_check: 'different' }).execute();
  assert.doesNotMatch(await listImages(), /jpeg/);
});

test('the DICOM SR names the picture and the measured value', {
  skip: missesPrograms('dsrdump'),
}, async (t) => {
  const { admin, report } = await newSignedReport(t, smallPanoramic());
  const { response } = await admin.get(`${REPORTS}/${report._id}/sr`);
  assert.equal(response.headers['content-type'], 'application/dicom');
  const folder = mkdtempSync(join(tmpdir(), 'deqiq-sr-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sr.dcm');
  writeFileSync(file, response.rawPayload);
  const dumped = spawnSync('dsrdump', ['+Pl', file]).stdout.toString('utf8');
  assert.match(dumped, /36 nömrəli dişdə karies/);
  assert.match(dumped, /NUM:.*"10(\.0+)?"/);
  assert.match(dumped, /IMAGE:/);
});

test('drafts and the reports of other doctors are no files', async (t) => {
  const { admin, client, draft, signed, signedInPartner } = await newReportClinic(t);
  const written = await draft();
  for (const name of ['pdf', 'sr'])
    (await admin.get(`${REPORTS}/${written._id}/${name}`)).refused(404);
  const report = await signed();
  const path = `/api/partner/diagnostic-reports/${report._id}/pdf`;
  assert.equal((await client.get(path)).status, 200);
  const other = await signedInPartner({ email: 'basqa@example.az' });
  (await other.client.get(path)).refused(404);
});

test('the page behind the QR code says who signed, and finds a changed byte', async (t) => {
  const { db, visitor, signed, step } = await newReportClinic(t);
  const report = await signed();
  const open = async (sha256 = report.sha256) => {
    const { status, response } = await visitor.get(`/rey/${sha256}`);
    return { status, html: response.payload };
  };
  const page = await open();
  assert.match(page.html, /İmza etibarlıdır/);
  assert.match(page.html, /Aygün Məmmədova, Həkim-radioloq/);
  assert.doesNotMatch(page.html, /Hüseynova/);
  assert.equal((await open('0'.repeat(64))).status, 404);
  assert.equal((await open('x')).status, 404);
  (await step(report, 'withdraw', { reason: 'Səhv diş' })).ok();
  assert.match((await open()).html, /geri çağırılıb/);
  const row = await db.selectFrom('diagnostic_reports').select('document').executeTakeFirst();
  const document = row?.document?.replace('karies', 'kariEs') ?? '';
  await db.updateTable('diagnostic_reports').set({ document }).execute();
  assert.match((await open()).html, /etibarlı deyil/);
});

test('a qualified seal is on each PDF, once for the same document; without its service there is none', {
  skip: missesPrograms('openssl', 'pdfsig'),
}, async (t) => {
  const folder = await newFolder(t);
  const { service, certificates } = sealService(folder);
  await service.start();
  t.after(() => service.stop());
  const settings = { SEAL_URL: service.url, SEAL_CERTIFICATES_FILE: certificates };
  const clinic = await newReportClinic(t, { settings });
  const report = await clinic.signed();
  const path = `/api/partner/diagnostic-reports/${report._id}/pdf`;
  const readPdf = async () => (await clinic.client.get(path)).response.rawPayload;
  const pdf = await readPdf();
  assert.deepEqual(await readPdf(), pdf);
  assert.equal(service.calls.length, 1);
  const file = join(folder, 'sealed.pdf');
  writeFileSync(file, pdf);
  const { stdout } = spawnSync('pdfsig', [file], { encoding: 'utf8' });
  assert.match(stdout, /Signature is Valid/);

  await service.stop();
  const next = await clinic.signed();
  const refused = await clinic.client.get(`/api/partner/diagnostic-reports/${next._id}/pdf`);
  assert.equal(refused.status, 503);
  assert.match(refused.response.body, /Möhür xidməti cavab vermir/);
});
