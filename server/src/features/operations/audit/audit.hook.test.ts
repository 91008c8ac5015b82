import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enrol } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { newId } from '../../../platform/ids.ts';
import { auditService } from './audit.service.ts';

/** Rows of the audit with these actions, in their order, once all windows have ended. */
async function rowsOf({ app, db }: World, ...actions: string[]) {
  await app.close();
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'object', 'person_id', 'address', 'result', 'detail'])
    .where('action', 'in', actions)
    .orderBy('id')
    .execute();
  return rows.map(({ address, ...row }) => {
    assert.equal(address === null, row.object === 'various');
    return { ...row };
  });
}

/** Rows of one millisecond have no order. */
function assertRows(actual: readonly object[], expected: readonly object[]) {
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  const named = ['action', 'object', 'person_id', 'result', 'detail'];
  const ordered = (rows: readonly object[]) =>
    rows.map((row) => Object.fromEntries(named.map((name) => [name, Reflect.get(row, name)])));
  assert.deepEqual(sorted(ordered(actual)), sorted(ordered(expected)));
}

const refused = (object: string, detail: string, personId: string | null = null) => ({
  action: 'refuse',
  object,
  person_id: personId,
  result: 'refused',
  detail,
});

test('refused requests leave a row with the person, and the pattern of the route without its query', async (t) => {
  const world = await newWorld(t, { rateLimits: true });
  const { partner, client } = await world.signedInPartner();
  (await world.visitor.get('/api/admin/checkups?name=Nigar')).refused(401);
  (await client.get('/api/admin/checkups?name=Nigar')).refused(403);
  (await client.delete('/api/admin/checkups/Nigar')).refused(403);
  (await world.visitor.get('/public/uploads/checkupFiles/made-up')).refused(404);
  (await world.visitor.get('/no/such/page')).status;
  assertRows(await rowsOf(world, 'refuse'), [
    refused('GET /api/admin/checkups', '401 unauthenticated'),
    refused('GET /api/admin/checkups', '403 forbidden', partner._id),
    refused('DELETE /api/admin/checkups/:id', '403 forbidden', partner._id),
    refused('GET /public/uploads/checkupFiles/:capability', '404 not-found'),
  ]);
});

test('two people behind one address, an ended link and a missing second factor have rows of their own', async (t) => {
  const clock = { at: Date.now() };
  const settings = { REQUIRE_STAFF_2FA: 'on' };
  const world = await newWorld(t, { settings, now: () => clock.at });
  const { id } = await world.db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  (await world.admin.get('/api/admin/checkups')).refused(403);
  await enrol(world.admin, 'admin', ADMIN.password, () => clock.at);
  const people = [await world.signedInPartner(), await world.signedInPartner()];
  for (const { client } of people) (await client.get('/api/admin/staff')).refused(403);
  const { xrayFileLinks } = await world.addCheckup();
  clock.at += 24 * 3_600_000;
  (await world.visitor.get(xrayFileLinks[0]?.url ?? '')).refused(410);
  assertRows(await rowsOf(world, 'refuse'), [
    refused('GET /api/admin/checkups', '403 enrolment-required', id),
    ...people.map(({ partner }) => refused('GET /api/admin/staff', '403 forbidden', partner._id)),
    refused('GET /public/uploads/checkupFiles/:capability', '410 gone'),
  ]);
});

test('too many requests are audited, also when the response is a page', async (t) => {
  const world = await newWorld(t, { rateLimits: true });
  const person = { fullName: 'Leyla', phone: '0501112233' };
  const send = (headers = {}) =>
    world.visitor.send({
      method: 'POST',
      url: '/api/misc/contact-message',
      payload: person,
      headers,
    });
  for (let count = 0; count < 20; count += 1) (await send()).ok();
  assert.equal((await send()).status, 429);
  assert.equal((await send({ accept: 'text/html' })).status, 429);
  assertRows(await rowsOf(world, 'refuse'), [
    refused('POST /api/misc/contact-message', '429 too-many'),
    refused('POST /api/misc/contact-message', '429 too-many, 1 more within a minute'),
  ]);
});

test('a failed sign-in has its own row and no second one, and asking for a code has none', async (t) => {
  const world = await newWorld(t);
  await enrol(world.admin, 'admin', ADMIN.password);
  (await world.visitor.post('/api/admin/auth/login', ADMIN)).refused(401);
  (await world.visitor.post('/api/admin/auth/login', { ...ADMIN, otp: '000000' })).refused(401);
  const login = { username: 'admin', password: 'not the password' };
  (await world.visitor.post('/api/admin/auth/login', login)).refused(401);
  assertRows(await rowsOf(world, 'refuse'), []);
});

test('thousands of refusals from hundreds of networks are few rows', async (t) => {
  const world = await newWorld(t, { settings: { TRUST_PROXY: 'on' } });
  for (let number = 0; number < 600; number += 1)
    await world.visitor.get('/api/admin/checkups', {
      'x-forwarded-for': `198.51.${number % 200}.1`,
    });
  const rows = await rowsOf(world, 'refuse');
  assert.ok(rows.length > 60 && rows.length <= 121, `${rows.length} rows`);
  assert.match(
    rows.find(({ object }) => object === 'various')?.detail ?? '',
    /^\d+ more within a minute$/,
  );
});

test('reading and searching lists of patients is audited, without the search text', async (t) => {
  const world = await newWorld(t);
  const { admin } = world;
  const { id } = await world.db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  for (let count = 0; count < 3; count += 1) (await admin.get('/api/admin/checkups')).ok();
  (await admin.get('/api/admin/checkups?name=Nigar')).ok();
  (await admin.get('/api/admin/applications/contact?fullName=Leyla')).ok();
  (await admin.get('/api/admin/checkups/deleted?name=Nigar')).ok();
  (await admin.get('/api/admin/applications/reservation')).ok();
  (await admin.get('/api/admin/clinics?name=Gizli')).ok();
  const row = { person_id: id, result: 'ok' };
  assertRows(await rowsOf(world, 'list', 'search'), [
    { ...row, action: 'list', object: 'checkups', detail: null },
    { ...row, action: 'search', object: 'checkups', detail: null },
    { ...row, action: 'search', object: 'contact messages', detail: null },
    { ...row, action: 'search', object: 'deleted checkups', detail: null },
    { ...row, action: 'list', object: 'reservation applications', detail: null },
    { ...row, action: 'list', object: 'checkups', detail: '2 more within an hour' },
  ]);
});

test('every reader of a busy hour has a row', async (t) => {
  const world = await newWorld(t);
  const audit = auditService(world);
  const people = Array.from({ length: 100 }, () => newId());
  for (const personId of people)
    audit.noteRead(`${personId} checkups false`, {
      actor: { role: 'admin', personId, address: '192.0.2.1' },
      action: 'list',
      object: 'checkups',
      result: 'ok',
    });
  await audit.flush();
  const rows = await rowsOf(world, 'list');
  assert.deepEqual(rows.map(({ person_id }) => person_id).toSorted(), people.toSorted());
});

test('an unchanged poll leaves no row', async (t) => {
  const world = await newWorld(t);
  const { response } = await world.admin.get('/api/admin/checkups');
  const tag = { 'if-none-match': String(response.headers.etag) };
  assert.equal((await world.admin.get('/api/admin/checkups', tag)).status, 304);
  assert.equal((await rowsOf(world, 'list')).length, 1);
});
