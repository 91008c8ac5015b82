import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newReportClinic } from '@deqiq/testkit/http/reports.ts';
import { createShare, openShare, sendPin, toPath } from '@deqiq/testkit/http/shares.ts';
import { DAY } from '../../../platform/time.ts';

/** A share of an examination with a signed report, and calls of its visitor. */
async function newSharedReport(t: Parameters<typeof newReportClinic>[0], input: object = {}) {
  const clock = { now: Date.now() };
  const clinic = await newReportClinic(t, { now: () => clock.now });
  const { client, visitor, checkup } = clinic;
  const share = await createShare(client, 'partner', checkup._id, input);
  const pdf = async (cookie = '') =>
    (await visitor.get(`${toPath(share)}/rey`, { cookie })).response;
  return {
    ...clinic,
    share,
    pdf,
    wait: (milliseconds: number) => {
      clock.now += milliseconds;
    },
  };
}

test('the visitor of an open share downloads the report, which is counted and audited', async (t) => {
  const { visitor, share, pdf, signed, draft, admin, db } = await newSharedReport(t);
  await draft();
  const cookie = await openShare(visitor, share);
  assert.equal((await pdf(cookie)).statusCode, 404);
  assert.doesNotMatch((await visitor.get(toPath(share), { cookie })).response.body, /\/rey"/);
  const report = await signed();
  assert.match((await visitor.get(toPath(share), { cookie })).response.body, /\/rey"/);
  const { statusCode, headers, rawPayload } = await pdf(cookie);
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf']);
  assert.match(String(headers['cache-control']), /no-store/);
  assert.equal(rawPayload.subarray(0, 5).toString(), '%PDF-');
  const { shares } = (await admin.get('/api/admin/shares')).ok<{
    shares: { downloads: number }[];
  }>();
  assert.equal(shares[0]?.downloads, 1);
  const rows = db.selectFrom('audit').select('detail').where('object_id', '=', report._id);
  const [row] = await rows.where('action', '=', 'download').execute();
  assert.match(row?.detail ?? '', /^share /);
});

test('a closed, locked, expired or ended share gives no report', async (t) => {
  const { visitor, share, pdf, signed, client, wait } = await newSharedReport(t);
  await signed();
  assert.equal((await pdf()).statusCode, 303);
  assert.equal((await pdf('paylasim=AAAAAAAAAAAAAAAAAAAAAA')).statusCode, 303);
  const cookie = await openShare(visitor, share);
  const other = await createShare(client, 'partner', share.share.checkup?._id ?? '');
  for (let tries = 0; tries < 12; tries += 1) await sendPin(visitor, toPath(other), '000000');
  const locked = await visitor.get(`${toPath(other)}/rey`, { cookie });
  assert.equal(locked.response.statusCode, 303);
  assert.equal((await pdf(cookie)).statusCode, 200);
  (await client.delete(`/api/partner/shares/${share.share._id}`)).ok();
  assert.equal((await pdf(cookie)).statusCode, 410);
  wait(400 * DAY);
  assert.equal((await visitor.get(`${toPath(other)}/rey`, { cookie })).response.statusCode, 410);
});

test('a withdrawn report is no longer given', async (t) => {
  const { visitor, share, pdf, signed, step } = await newSharedReport(t);
  const report = await signed();
  const cookie = await openShare(visitor, share);
  (await step(report, 'withdraw', { reason: 'Səhv' })).ok();
  assert.equal((await pdf(cookie)).statusCode, 404);
});

test('a key image of a file that is not shared, or held back, is left out', async (t) => {
  const { admin, client, visitor, checkup, signed, db } = await newSharedReport(t);
  const { bytes } = await picture({ format: 'jpeg' });
  const fileId = await admin.upload(bytes, 'sekil.jpg');
  const sent = { checkupId: checkup._id, files: [{ fileId, fileName: 'sekil.jpg' }] };
  const person = { firstName: checkup.firstName, lastName: checkup.lastName };
  (await admin.post('/api/admin/checkups/merge-chunks', { ...sent, ...person })).ok();
  const files = await db
    .selectFrom('checkup_files')
    .select(['id', 'name'])
    .where('checkup_id', '=', checkup._id)
    .execute();
  const photo = files.find(({ name }) => name === 'sekil.jpg')?.id ?? '';
  const others = files.filter(({ id }) => id !== photo).map(({ id }) => id);
  await signed({ keyImages: [{ file: photo }] });
  const sizeFor = async (shared: readonly string[]) => {
    const share = await createShare(client, 'partner', checkup._id, { files: shared });
    const cookie = await openShare(visitor, share);
    const { rawPayload, statusCode } = (await visitor.get(`${toPath(share)}/rey`, { cookie }))
      .response;
    assert.equal(statusCode, 200);
    return rawPayload.length;
  };
  const without = await sizeFor(others);
  assert.ok((await sizeFor([photo, ...others])) > without + 500);
  const share = await createShare(client, 'partner', checkup._id, { files: [photo, ...others] });
  const cookie = await openShare(visitor, share);
  await db
    .updateTable('checkup_files')
    .set({ patient_check: 'different' })
    .where('id', '=', photo)
    .execute();
  const hidden = (await visitor.get(`${toPath(share)}/rey`, { cookie })).response;
  assert.ok(hidden.rawPayload.length <= without + 500);
});
