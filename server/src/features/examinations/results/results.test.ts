import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_UNOPENED,
  type ResultTrace,
  UNOPENED_AFTER,
  type UnopenedResults,
  type UnseenResults,
} from '@deqiq/contract/examinations/results.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import { newCheckup } from '@deqiq/testkit/databases/rows.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld, someDicom } from '@deqiq/testkit/world.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { DAY, iso } from '../../../platform/time.ts';
import * as checkups from '../checkups/checkups.repo.ts';
import * as results from './results.repo.ts';

const UNSEEN = '/api/partner/results/unseen';
const UNOPENED = '/api/admin/results/unopened';

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

test('staff see which results their partner has not opened for three days, newest first', async (t) => {
  const { admin, visitor, db, ...world } = await newWorld(t);
  const { partner, client } = await world.signedInPartner();
  const addResult = async (daysAgo: number, checkup = {}) => {
    const { _id } = await world.addCheckup({ partner: partner._id, ...checkup });
    await setReadyAt(db, _id, Date.now() - daysAgo * DAY);
    return _id;
  };
  const get = async () => (await admin.get(UNOPENED)).ok<UnopenedResults>();
  const list = async () => (await get()).results.map(({ checkup }) => checkup);
  await addResult(UNOPENED_AFTER / DAY - 0.01);
  assert.deepEqual(await get(), { results: [], hasMore: false });
  const oldest = await addResult(40, { firstName: 'Leyla', name: 'KLKT' });
  const opened = await addResult(5);
  const newest = await addResult(4);
  assert.deepEqual(await list(), [newest, opened, oldest]);
  const { _id, firstName, lastName } = partner;
  const last = (await get()).results.at(-1);
  assert.deepEqual(last?.partner, { _id, firstName, lastName });
  assert.deepEqual([last.firstName, last.name], ['Leyla', 'KLKT']);

  const { etag } = (await admin.get(UNOPENED)).response.headers;
  (await client.post(`/api/partner/checkups/${opened}/opened`)).ok();
  assert.equal((await admin.get(UNOPENED, { 'if-none-match': String(etag) })).status, 200);
  assert.deepEqual(await list(), [newest, oldest]);
  (await admin.delete(`/api/admin/checkups/${newest}`)).ok();
  assert.deepEqual(await list(), [oldest]);
  (await client.get(UNOPENED)).refused(403);
  (await visitor.get(UNOPENED)).refused(401);
  (await admin.delete(`/api/admin/partners/${_id}`)).ok();
  assert.deepEqual(await list(), []);
});

test('a long list of unopened results ends, and says that there are more', async (t) => {
  const { admin, db, addPartner } = await newWorld(t);
  const { _id: partner } = await addPartner();
  const readyAt = iso(Date.now() - 10 * DAY);
  for (let number = 0; number <= MAX_UNOPENED; number += 1) {
    const row = newCheckup(partner, { status: 'completed' });
    await checkups.insert(db, row);
    await results.insert(db, { checkup_id: row.id, partner_id: partner, ready_at: readyAt });
  }
  const answer = (await admin.get(UNOPENED)).ok<UnopenedResults>();
  assert.deepEqual([answer.results.length, answer.hasMore], [MAX_UNOPENED, true]);
});

const setReadyAt = (db: Db, id: string, at: number) =>
  db
    .updateTable('result_openings')
    .set({ ready_at: iso(at) })
    .where('checkup_id', '=', id)
    .execute();
