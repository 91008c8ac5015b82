import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComplaintList } from '@deqiq/contract/office/complaint-lists.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const SEND = '/api/partner/misc/report';
const URL = '/api/admin/reports';
const send = (partner: Client, message: unknown) => partner.post(SEND, { message });

test('a complaint reaches staff, trimmed, with the e-mail of its partner', async (t) => {
  const now = Date.parse('2026-11-20T07:15:57.123Z');
  const { admin, signedInPartner, db } = await newWorld(t, { now: () => now });
  const { partner, client } = await signedInPartner();
  const answer = await send(client, '  Şəkillər gec yüklənir.\nBaxın, zəhmət olmasa. ');
  assert.deepEqual(answer.ok(), { message: 'Mesajınız göndərildi' });
  (await client.form('POST', SEND, { message: '<b>İkinci</b>' })).ok();

  const { reports, pagination } = (await admin.get(URL)).ok<ComplaintList>();

  const { _id, firstName, lastName, email } = partner;
  assert.deepEqual(
    reports.map(({ partner: sender, message, createdAt }) => ({
      partner: sender,
      message,
      createdAt,
    })),
    ['<b>İkinci</b>', 'Şəkillər gec yüklənir.\nBaxın, zəhmət olmasa.'].map((message) => ({
      partner: { _id, firstName, lastName, email },
      message,
      createdAt: '2026-11-20T07:15:57.123Z',
    })),
  );
  assert.deepEqual([pagination.totalPages, pagination.totalItems], [1, 2]);
  const audited = await db.selectFrom('audit').selectAll().where('object', '=', 'report').execute();
  assert.deepEqual(
    audited.map((entry) => [entry.action, entry.person_id, entry.detail]),
    [
      ['create', _id, null],
      ['create', _id, null],
    ],
  );
});

test('a message without words is refused', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  for (const message of ['', '   ', '\n\t', null, undefined, 7, {}, ['x']])
    assert.equal(
      (await send(client, message)).refused(400).message,
      'Zəhmət olmasa mesaj daxil edin',
    );
  assert.equal((await client.post(SEND)).refused(400).fields?.[0]?.path, 'message');
  assert.match((await send(client, 'x'.repeat(5_001))).refused(400).message, /ən çox 5000 simvol/);
  (await send(client, 'a\u0000b')).refused(400);
  (await send(client, 'Ə'.repeat(5_000))).ok();
  assert.equal((await admin.get(URL)).ok<ComplaintList>().pagination.totalItems, 1);
});

test('a search finds reports by the name of their partner, deleted ones too', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const first = await signedInPartner({ firstName: 'Gülşən', lastName: 'Ağayeva' });
  const second = await signedInPartner({ firstName: 'Çingiz', lastName: 'Əliyev' });
  (await send(first.client, 'Bir')).ok();
  (await send(second.client, 'İki')).ok();
  (await send(first.client, 'Üç')).ok();
  (await admin.delete(`/api/admin/partners/${first.partner._id}`)).ok();
  const found = async (fullName: string, more = '') => {
    const query = new URLSearchParams({ fullName });
    return (await admin.get(`${URL}?${query}${more}`)).ok<ComplaintList>();
  };
  const messages = async (name: string) => (await found(name)).reports.map((one) => one.message);
  assert.deepEqual(await messages('gulsen'), ['Üç', 'Bir']);
  assert.deepEqual(await messages('cing'), ['İki']);
  assert.deepEqual(await messages('Bir'), []);
  assert.deepEqual(await messages('%'), []);
  assert.equal((await found('gulsen')).reports[0]?.partner.deleted, true);
  const page = await found('gulsen', '&page=2&limit=1');
  assert.deepEqual([page.reports[0]?.message, page.pagination.totalPages], ['Bir', 2]);
});

test('a report is deleted once; the second time it is 404', async (t) => {
  const { admin, signedInPartner, db } = await newWorld(t);
  const { client } = await signedInPartner();
  (await send(client, 'Bir')).ok();
  const list = await admin.get(URL);
  const { reports } = list.ok<ComplaintList>();
  const id = reports[0]?._id;
  const poll = () => admin.get(URL, { 'if-none-match': list.response.headers.etag });
  assert.equal((await poll()).status, 304);
  assert.deepEqual((await admin.delete(`${URL}/${id}`)).ok(), { message: 'Report deleted' });
  assert.equal((await admin.delete(`${URL}/${id}`)).refused(404).message, 'Report not found');
  assert.deepEqual((await poll()).ok<ComplaintList>().reports, []);
  const audited = await db
    .selectFrom('audit')
    .select(['object', 'role'])
    .where('object_id', '=', id ?? '')
    .where('action', '=', 'delete')
    .execute();
  assert.deepEqual(
    audited.map((entry) => ({ ...entry })),
    [{ object: 'report', role: 'admin' }],
  );
});

test('only partners send, only staff read and delete', async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  (await send(client, 'Bir')).ok();
  const id = (await admin.get(URL)).ok<ComplaintList>().reports[0]?._id;
  (await send(visitor, 'x')).refused(401);
  (await send(admin, 'x')).refused(403);
  for (const [who, status] of [
    [visitor, 401],
    [client, 403],
  ] as const) {
    (await who.get(URL)).refused(status);
    (await who.delete(`${URL}/${id}`)).refused(status);
  }
  assert.equal((await admin.get(URL)).ok<ComplaintList>().reports.length, 1);
});
