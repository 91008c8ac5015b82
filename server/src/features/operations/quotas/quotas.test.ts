import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARTNER_QUOTAS } from '@deqiq/contract/operations/quotas.ts';
import * as serverMessages from '@deqiq/messages/shared/server.js';
import type { Client } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { inAzerbaijani } from '@deqiq/testkit/languages.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { MINUTE } from '../../../platform/time.ts';

const { report, shipment, bytes } = PARTNER_QUOTAS;

const complain = (client: Client) => client.post('/api/partner/misc/report', { message: 'Salam' });
const statuses = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort();

test('a partner sends ten complaints an hour, without affecting others', async (t) => {
  let now = Date.parse('2026-11-20T10:00:00Z');
  const { signedInPartner } = await newWorld(t, { rateLimits: true, now: () => now });
  const { client } = await signedInPartner();
  const { client: other } = await signedInPartner();
  for (let sent = 0; sent < report.max; sent += 1) (await complain(client)).ok();
  now += 5 * MINUTE;
  const answer = await complain(client);
  assert.equal(
    answer.refused(429).message,
    inAzerbaijani(() => report.message(report)),
  );
  assert.equal(answer.response.headers['retry-after'], '3300');
  (await complain(other)).ok();
});

test('beyond the quota a call is rejected before its body is read', async (t) => {
  const { signedInPartner } = await newWorld(t, { rateLimits: true });
  const { client } = await signedInPartner();
  const empty = () => client.post('/api/partner/misc/report', { message: '' });
  (await empty()).refused(400);
  for (let sent = 0; sent < report.max; sent += 1) (await complain(client)).ok();
  assert.equal(
    (await empty()).refused(429).message,
    inAzerbaijani(() => report.message(report)),
  );
});

test('an hour after the first complaint ten more are accepted', async (t) => {
  let now = Date.parse('2026-11-20T10:00:00Z');
  const world = await newWorld(t, { rateLimits: true, now: () => now });
  const { client, partner } = await world.signedInPartner();
  for (let sent = 0; sent < report.max; sent += 1) (await complain(client)).ok();
  now += 60 * MINUTE;
  const login = { email: partner.email, password: 'partner-password' };
  const later = await world.visitor.signIn('partner', login);
  for (let sent = 0; sent < report.max; sent += 1) (await complain(later)).ok();
  (await complain(later)).refused(429);
});

test('a clock that is set back frees a full window', async (t) => {
  let now = Date.parse('2026-11-20T10:00:00Z');
  const world = await newWorld(t, { rateLimits: true, now: () => now });
  const { client, partner } = await world.signedInPartner();
  for (let sent = 0; sent < report.max; sent += 1) (await complain(client)).ok();
  now -= 24 * 60 * MINUTE;
  const login = { email: partner.email, password: 'partner-password' };
  (await complain(await world.visitor.signIn('partner', login))).ok();
});

test('a body that names no length counts as the longest its route takes', async (t) => {
  const { signedInPartner, db } = await newWorld(t, { rateLimits: true });
  const { client } = await signedInPartner();
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const payload = JSON.stringify({ message: 'Salam' });
  const url = '/api/partner/misc/report';
  (await client.send({ method: 'POST', url, headers, payload })).ok();
  const counted = db.selectFrom('partner_quotas').select('used').where('kind', '=', 'bytes');
  assert.equal(Number((await counted.executeTakeFirstOrThrow()).used), 64 * 1024);
});

test('of concurrent complaints, ten are accepted', async (t) => {
  const { signedInPartner, db } = await newWorld(t, { rateLimits: true });
  const { client, partner } = await signedInPartner();
  const answers = await statuses(Array.from({ length: 25 }, () => complain(client)));
  assert.deepEqual(answers, [...Array(10).fill(200), ...Array(15).fill(429)]);
  const rows = await db
    .selectFrom('reports')
    .select('id')
    .where('partner_id', '=', partner._id)
    .execute();
  assert.equal(rows.length, report.max);
});

test('a rejected shipment does not count, thirty accepted ones do', async (t) => {
  const { signedInPartner, db } = await newWorld(t, { rateLimits: true });
  const { client, partner } = await signedInPartner();
  const ship = (file: Awaited<ReturnType<typeof picture>>) =>
    client.form('POST', '/api/partner/misc/create-checkup', { file });
  const image = await picture();
  (await ship({ ...image, bytes: Buffer.from('no picture') })).refused(415);
  (await ship(image)).ok();
  const used = { used: shipment.max - 1 };
  const counted = await db
    .selectFrom('partner_quotas')
    .select('used')
    .where('kind', '=', 'shipment')
    .execute();
  assert.deepEqual(
    counted.map((row) => Number(row.used)),
    [1],
  );
  await db.updateTable('partner_quotas').set(used).where('kind', '=', 'shipment').execute();
  (await ship(image)).ok();
  assert.equal(
    (await ship(image)).refused(429).message,
    inAzerbaijani(() => shipment.message(shipment)),
  );
  await db
    .updateTable('partner_quotas')
    .set({ used: bytes.max })
    .where('partner_id', '=', partner._id)
    .where('kind', '=', 'bytes')
    .execute();
  assert.equal(
    (await complain(client)).refused(429).message,
    inAzerbaijani(() => bytes.message(bytes)),
  );
});

test('without rate limits nothing is counted', async (t) => {
  const { signedInPartner, db } = await newWorld(t);
  const { client } = await signedInPartner();
  for (let sent = 0; sent <= report.max; sent += 1) (await complain(client)).ok();
  assert.deepEqual(await db.selectFrom('partner_quotas').selectAll().execute(), []);
});

test('when only the reserve is left, partners and visitors receive 507, and staff can sign in', async (t) => {
  const world = await newWorld(t);
  const { client } = await world.signedInPartner();
  const space = { size: 100e9, available: 200e6 };
  t.mock.method(world.storage, 'space', async () => space);
  const person = { fullName: 'Aysel Quliyeva', phone: '+994501234567', email: 'a@example.az' };
  const full = [
    complain(client),
    client.form('POST', '/api/partner/misc/create-checkup', { file: await picture() }),
    client.send({
      method: 'PUT',
      url: '/api/partner/account/details',
      payload: { instagram: 'x' },
    }),
    world.visitor.post('/api/misc/contact-message', person),
  ];
  for (const answer of await Promise.all(full))
    assert.equal(answer.refused(507).message, serverMessages.diskFull());
  await world.signInAdmin();
  (await world.admin.post('/api/admin/auth/logout')).ok();
  space.available = 2e9;
  (await complain(client)).ok();
});
