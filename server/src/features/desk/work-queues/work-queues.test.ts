import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Counters, WorkProgress } from '@deqiq/contract/desk/work-queues.ts';
import type { ComplaintList } from '@deqiq/contract/office/complaint-lists.ts';
import type { ReservationList } from '@deqiq/contract/site/application-lists.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';

const person = { fullName: 'Nigar Hüseynova', email: 'nigar@example.az', phone: '+994501234567' };

const COUNTERS = '/api/admin/misc/counters';

const queues = {
  reservations: '/api/admin/applications/reservation',
  partners: '/api/admin/applications/partner',
  contacts: '/api/admin/applications/contact',
  reports: '/api/admin/reports',
} as const;

type Queue = keyof typeof queues;

const statusUrl = (queue: Queue, id: string) =>
  queue === 'reports'
    ? `/api/admin/reports/${id}/status`
    : `/api/admin/applications/${queue}/${id}/status`;

/** One entry in every queue. */
async function fillQueues({ visitor, signedInPartner }: World): Promise<void> {
  const { client } = await signedInPartner();
  const forms = [
    ['reservation-application', { partnerFullName: 'Dr. Əliyev' }],
    ['partner-application', { clinicName: 'Ağ Diş', clinicPhone: '0125550120' }],
    ['contact-message', { message: 'Salam' }],
  ] as const;
  for (const [form, more] of forms)
    (await visitor.post(`/api/misc/${form}`, { ...person, ...more })).ok();
  (await client.post('/api/partner/misc/report', { message: 'Gec gəlir' })).ok();
}

type Entry = WorkProgress & { _id: string };

async function entries({ admin }: World, queue: Queue, query = ''): Promise<Entry[]> {
  const list = (await admin.get(queues[queue] + query)).ok<ReservationList | ComplaintList>();
  return 'reports' in list ? list.reports : list.applications;
}

test('work queues', async (t) => {
  const now = Date.parse('2026-11-20T07:15:57.123Z');
  const world = await newWorld(t, { now: () => now });
  const { admin, visitor, db } = world;
  await fillQueues(world);
  const count = async () => {
    const answer = await admin.get(COUNTERS);
    return { body: answer.ok<{ counters: Counters }>().counters, response: answer.response };
  };

  await t.test('counters name what is new; an unchanged poll is 304', async () => {
    const { body, response } = await count();
    assert.deepEqual(body, {
      reservations: 1,
      partners: 1,
      contacts: 1,
      reports: 1,
      payments: 0,
      checkups: 0,
      intake: 0,
      referrals: 0,
      questions: 0,
      reading: 0,
    });
    const tag = { 'if-none-match': response.headers.etag };
    assert.equal((await admin.get(COUNTERS, tag)).status, 304);
    const { client } = await world.signedInPartner();
    const sent = { file: await picture() };
    (await client.form('POST', '/api/partner/misc/create-checkup', sent)).ok();
    assert.equal((await admin.get(COUNTERS, tag)).status, 200);
    assert.equal((await count()).body.checkups, 1);
    (await client.get(COUNTERS)).refused(403);
    (await visitor.get(COUNTERS)).refused(401);
  });

  for (const queue of Object.keys(queues) as Queue[])
    await t.test(`${queue}: an entry is new, then contacted by a member of staff`, async () => {
      const [entry] = await entries(world, queue);
      assert.ok(entry);
      const { status, note, handledBy, handledAt, version } = entry;
      assert.deepEqual([status, note, handledBy, handledAt, version], ['new', '', '', null, 1]);
      const { etag } = (await admin.get(queues[queue])).response.headers;
      const sent = { status: 'contacted', note: ' Sabah zəng etmək ', version: 1 };
      const progress = {
        status: 'contacted',
        note: 'Sabah zəng etmək',
        handledBy: ADMIN.username,
        handledAt: new Date(now).toISOString(),
        version: 2,
      };
      const answer = await admin.patch(statusUrl(queue, entry._id), sent);
      assert.deepEqual(answer.ok(), { progress, message: 'Status saved' });
      (await admin.get(queues[queue], { 'if-none-match': etag })).ok();
      assert.deepEqual((await entries(world, queue))[0], { ...entry, ...progress });
      assert.deepEqual(await entries(world, queue, '?status=new'), []);
      assert.equal((await entries(world, queue, '?status=contacted&fullName=')).length, 1);
      (await admin.get(`${queues[queue]}?status=lost`)).refused(400);
      const rows = db.selectFrom('audit').selectAll().where('object_id', '=', entry._id);
      const [row] = await rows.where('action', '=', 'change').execute();
      assert.deepEqual([row?.result, row?.detail], ['ok', 'new to contacted, note']);
    });

  await t.test('of two concurrent edits one wins; the other gets the entry as it is', async () => {
    const [{ _id: id = '', version = 0 } = {}] = await entries(world, 'reservations');
    const edit = (status: string) =>
      admin.patch(statusUrl('reservations', id), { status, note: '', version });
    const answers = await Promise.all([edit('done'), edit('declined')]);
    const refusals = answers.filter((answer) => answer.status === 409);
    assert.equal(refusals.length, 1);
    const body = refusals[0]?.refused(409) as { message: string; progress?: WorkProgress };
    assert.match(body.message, /^A colleague has changed this entry/);
    assert.deepEqual(
      { ...(await entries(world, 'reservations'))[0], ...body.progress },
      (await entries(world, 'reservations'))[0],
    );
  });

  await t.test('an entry that was handled is not counted as new', async () => {
    const { reservations, partners, contacts, reports } = (await count()).body;
    assert.deepEqual([reservations, partners, contacts, reports], [0, 0, 0, 0]);
  });

  await t.test('a repeated call changes nothing and leaves no second audit row', async () => {
    const [{ _id: id = '', version = 0 } = {}] = await entries(world, 'contacts');
    const send = () => admin.patch(statusUrl('contacts', id), { status: 'done', version });
    assert.deepEqual((await send()).ok(), (await send()).ok());
    const rows = db.selectFrom('audit').select('detail').where('object_id', '=', id);
    const changes = await rows.where('action', '=', 'change').orderBy('id').execute();
    assert.deepEqual(
      changes.map(({ detail }) => detail),
      ['new to contacted, note', 'contacted to done, note'],
    );
  });

  await t.test('wrong input, unknown entries and other roles are refused', async () => {
    const [{ _id: id = '' } = {}] = await entries(world, 'partners');
    const url = statusUrl('partners', id);
    (await admin.patch(url, { status: 'lost', version: 2 })).refused(400);
    (await admin.patch(url, { status: 'done' })).refused(400);
    (await admin.patch(url, { status: 'done', note: 'x'.repeat(5_001), version: 2 })).refused(400);
    (await admin.patch(statusUrl('reports', id), { status: 'done', version: 1 })).refused(404);
    const { client } = await world.signedInPartner();
    (await visitor.patch(url, { status: 'done', version: 2 })).refused(401);
    (await client.patch(url, { status: 'done', version: 2 })).refused(403);
    assert.equal((await entries(world, 'partners'))[0]?.version, 2);
    (await admin.delete(`/api/admin/applications/partners/${id}`)).ok();
    (await admin.patch(url, { status: 'done', version: 2 })).refused(404);
  });
});

test('a referral waits until staff accept or decline it', async (t) => {
  const { admin, send, accept, step } = await newReferralClinic(t);
  const waiting = async () =>
    (await admin.get(COUNTERS)).ok<{ counters: Counters }>().counters.referrals;
  const first = await send();
  const second = await send();
  assert.equal(await waiting(), 2);
  await accept(first._id);
  assert.equal(await waiting(), 1);
  (await step(second._id, 'decline', { reason: 'KLKT yoxdur' })).ok();
  assert.equal(await waiting(), 0);
});

test('a count that failed is repeated with the next poll, also where nothing has changed', async (t) => {
  const { admin, db } = await newWorld(t);
  await sql`alter table contact_messages rename to moved`.execute(db);
  (await admin.get(COUNTERS)).refused(500);
  await sql`alter table moved rename to contact_messages`.execute(db);
  (await admin.get(COUNTERS)).ok();
});
