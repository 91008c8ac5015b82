import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultTrace, UnseenResults } from '@deqiq/contract/examinations/results.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld, someDicom } from '@deqiq/testkit/world.ts';

const UNSEEN = '/api/partner/results/unseen';

test('results that were not opened', async (t) => {
  const world = await newWorld(t);
  const { admin, visitor, db } = world;
  const { partner, client } = await world.signedInPartner();
  const phone = await visitor.signIn('partner', {
    email: partner.email,
    password: PARTNER_PASSWORD,
  });
  const stranger = (await world.signedInPartner()).client;
  const unseen = async (who = client) => (await who.get(UNSEEN)).ok<UnseenResults>();
  const open = (id: string, who = client) => who.post(`/api/partner/checkups/${id}/opened`);
  const trace = async (id: string) =>
    (await admin.get(`/api/admin/checkups/${id}/trace`)).ok<ResultTrace>();
  const addResult = async () => (await world.addCheckup({ partner: partner._id }))._id;

  await t.test('are listed, newest first, until one device opens them', async () => {
    const first = await addResult();
    const second = await addResult();
    assert.deepEqual(await unseen(), { count: 2, checkups: [second, first] });
    assert.deepEqual(await unseen(stranger), { count: 0, checkups: [] });
    const answer = (await open(first)).ok<UnseenResults>();
    assert.deepEqual(answer, { count: 1, checkups: [second] });
    assert.deepEqual(await unseen(phone), answer);
    (await open(second, phone)).ok();
    assert.deepEqual(await unseen(), { count: 0, checkups: [] });
  });

  await t.test('contain an X-ray that replaces a deleted one', async () => {
    const { _id, firstName, lastName, xrayFileLinks } = await world.addCheckup({
      partner: partner._id,
    });
    (await open(_id)).ok();
    (await admin.delete(`/api/admin/checkups/${_id}/files/${xrayFileLinks[0]?.name}`)).ok();
    const files = [{ fileId: await admin.upload(someDicom(), 'b.dcm'), fileName: 'b.dcm' }];
    const fields = { checkupId: _id, firstName, lastName, files };
    (await admin.post('/api/admin/checkups/merge-chunks', fields)).ok();
    assert.deepEqual(await unseen(), { count: 1, checkups: [_id] });
    assert.equal((await trace(_id)).openedAt, null);
    (await open(_id)).ok();
  });

  await t.test('come with a tag, and an unchanged poll is short', async () => {
    const tag = String((await client.get(UNSEEN)).response.headers.etag);
    assert.equal((await client.get(UNSEEN, { 'if-none-match': tag })).status, 304);
    const id = await addResult();
    assert.equal((await client.get(UNSEEN, { 'if-none-match': tag })).status, 200);
    (await open(id)).ok();
    const { etag } = (await client.get(UNSEEN)).response.headers;
    (await open(id, phone)).ok();
    assert.equal((await client.get(UNSEEN, { 'if-none-match': String(etag) })).status, 304);
  });

  await t.test('do not include shipments, pending and deleted checkups', async () => {
    const file = await picture();
    (await client.form('POST', '/api/partner/misc/create-checkup', { file })).ok();
    const id = await addResult();
    const names = { checkupId: id, firstName: 'Nigar', lastName: 'Hüseynova', files: [] };
    const setStatus = async (status: string) =>
      (await admin.post('/api/admin/checkups/merge-chunks', { ...names, status })).ok();
    await setStatus('pending');
    assert.equal((await unseen()).count, 0);
    await setStatus('completed');
    assert.equal((await unseen()).count, 1);
    (await admin.delete(`/api/admin/checkups/${id}`)).ok();
    assert.equal((await unseen()).count, 0);
  });

  await t.test('show staff when they were opened for the first time, and only then', async () => {
    const id = await addResult();
    const before = await trace(id);
    assert.ok(before.readyAt);
    assert.deepEqual(before, {
      isEmailAvailable: false,
      message: null,
      pushedAt: null,
      readyAt: before.readyAt,
      openedAt: null,
    });
    (await open(id)).ok();
    const { openedAt } = await trace(id);
    assert.ok(openedAt);
    (await open(id, phone)).ok();
    assert.equal((await trace(id)).openedAt, openedAt);
    const rows = db.selectFrom('audit').select('role').where('action', '=', 'open');
    assert.equal((await rows.where('object_id', '=', id).execute()).length, 1);
  });

  await t.test('are opened by their partner only', async () => {
    const id = await addResult();
    for (const answer of [await open(id, stranger), await open('unknown')])
      assert.equal(answer.refused(404).message, checkupMessages.notFound());
    (await open(id, visitor)).refused(401);
    (await open(id, admin)).refused(403);
    (await client.get(`/api/admin/checkups/${id}/trace`)).refused(403);
    (await admin.get('/api/admin/checkups/unknown/trace')).refused(404);
    assert.equal((await trace(id)).openedAt, null);
  });
});
