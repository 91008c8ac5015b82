import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as authMessages from '@deqiq/messages/people/auth.js';
import { Client } from '@deqiq/testkit/client.ts';
import { ADMIN, PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { MINUTE } from '../../../platform/time.ts';
import { accessTokens } from '../sessions/tokens.service.ts';

const LIST = '/api/admin/partners';

test('staff sign in with a username that is blind to case and blanks', async (t) => {
  const { visitor } = await newWorld(t);
  const client = await visitor.signIn('admin', { ...ADMIN, username: '  ADMIN ' });
  (await client.get(LIST)).ok();
});

test('an unknown person and a wrong password are refused alike', async (t) => {
  const { visitor, addPartner } = await newWorld(t);
  const { email } = await addPartner();
  const admin = await visitor.post('/api/admin/auth/login', { ...ADMIN, password: 'wrong' });
  const nobody = await visitor.post('/api/admin/auth/login', { username: 'x', password: 'wrong' });
  assert.equal(admin.refused(401).message, 'Login failed');
  assert.equal(nobody.refused(401).message, 'Login failed');
  const partner = await visitor.post('/api/partner/auth/login', { email, password: 'wrong' });
  assert.equal(partner.refused(401).message, 'Daxil olmaq uğurlu deyil');
});

test('a urlencoded form can sign in, and an empty one receives its first missing field', async (t) => {
  const { visitor } = await newWorld(t);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = '/api/admin/auth/login';
  const payload = new URLSearchParams(ADMIN).toString();
  (await visitor.send({ method: 'POST', url, payload, headers })).ok();
  const empty = (await visitor.post(url)).refused(400);
  assert.equal(empty.message, 'Username is required');
  assert.deepEqual(
    empty.fields?.map((field) => field.path),
    ['username', 'password'],
  );
});

test('refreshing returns a new access token and keeps the refresh token', async (t) => {
  const { visitor, admin, app } = await newWorld(t);
  const authorization = `Bearer ${admin.tokens?.refreshToken} type=refresh`;
  const request = {
    method: 'POST' as const,
    url: '/api/admin/auth/refresh-token',
    headers: { authorization },
  };
  const first = (await visitor.send(request)).ok<{ accessToken: string }>();
  (await visitor.send(request)).ok();
  const client = new Client(app, { accessToken: first.accessToken, refreshToken: '' });
  (await client.get(LIST)).ok();
});

test('an access token lives ten minutes', async (t) => {
  let now = Date.now();
  const { admin } = await newWorld(t, { now: () => now });
  now += 9.9 * MINUTE;
  (await admin.get(LIST)).ok();
  now += 0.2 * MINUTE;
  assert.equal((await admin.get(LIST)).refused(401).code, 'unauthenticated');
});

test('a session lasts 12 hours, 30 days when remembered', async (t) => {
  let now = Date.now();
  const { visitor } = await newWorld(t, { now: () => now });
  const short = await visitor.signIn('admin', { ...ADMIN, rememberMe: false });
  const long = await visitor.signIn('admin', { ...ADMIN, rememberMe: true });
  const refresh = (client: Client) =>
    visitor.send({
      method: 'POST',
      url: '/api/admin/auth/refresh-token',
      headers: { authorization: `Bearer ${client.tokens?.refreshToken} type=refresh` },
    });
  now += 12 * 60 * MINUTE + 1;
  (await refresh(short)).refused(401);
  (await refresh(long)).ok();
  now += 30 * 24 * 60 * MINUTE;
  (await refresh(long)).refused(401);
});

test('an access token ends with its session, also if it is cached', async (t) => {
  let now = Date.now();
  const { visitor, app } = await newWorld(t, { now: () => now });
  const short = await visitor.signIn('admin', { ...ADMIN, rememberMe: false });
  now += (12 * 60 - 5) * MINUTE;
  const authorization = `Bearer ${short.tokens?.refreshToken} type=refresh`;
  const url = '/api/admin/auth/refresh-token';
  const answer = await visitor.send({ method: 'POST', url, headers: { authorization } });
  const { accessToken } = answer.ok<{ accessToken: string }>();
  const client = new Client(app, { accessToken, refreshToken: '' });
  (await client.get(LIST)).ok();
  now += 5 * MINUTE;
  (await client.get(LIST)).refused(401);
});

test('the header may separate the token from its type in three ways, or not name it', async (t) => {
  const { visitor, admin } = await newWorld(t);
  const token = admin.tokens?.accessToken;
  for (const suffix of [' type=access', ', type=access', ';type=access', ''])
    (await visitor.get(LIST, { authorization: `Bearer ${token}${suffix}` })).ok();
});

test('forged, swapped and malformed tokens are 401', async (t) => {
  const { visitor, admin } = await newWorld(t);
  const { accessToken = '', refreshToken = '' } = admin.tokens ?? {};
  const [head, body, mac = ''] = accessToken.split('.');
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const foreign = accessTokens(Buffer.from('another secret'), Date.now).issue(
    'x',
    'admin',
    'a person',
  );
  const forged = [
    `Bearer ${accessToken} type=refresh`,
    `Bearer ${refreshToken} type=access`,
    `Bearer ${refreshToken}`,
    // Its first character; the bits of the last one are not all read.
    `Bearer ${head}.${body}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    `Bearer ${unsigned}.${body}.`,
    `Bearer ${foreign} type=access`,
    `Bearer ${accessToken} type=access type=access`,
    'Bearer',
    'Bearer a.b.c',
    `Basic ${accessToken}`,
    accessToken,
    '',
  ];
  for (const authorization of forged) {
    const answer = await visitor.get(LIST, { authorization });
    assert.equal(answer.refused(401).message, authMessages.signedOut(), authorization);
  }
});

test("the other role's token is 403, whichever kind it is", async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  (await client.get(LIST)).refused(403);
  (await admin.get('/api/partner/account')).refused(403);
  const answer = await visitor.send({
    method: 'POST',
    url: '/api/admin/auth/refresh-token',
    headers: { authorization: `Bearer ${client.tokens?.refreshToken} type=refresh` },
  });
  answer.refused(403);
});

test('signing out ends the session at once', async (t) => {
  const { admin, visitor } = await newWorld(t);
  const answer = await admin.post('/api/admin/auth/logout');
  answer.ok();
  assert.equal(answer.response.headers['clear-site-data'], '"cache"');
  (await admin.get(LIST)).refused(401);
  const authorization = `Bearer ${admin.tokens?.refreshToken} type=refresh`;
  const url = '/api/admin/auth/refresh-token';
  (await visitor.send({ method: 'POST', url, headers: { authorization } })).refused(401);
});

test("changing one's password ends the other sessions and keeps this one", async (t) => {
  const { admin, visitor, signInAdmin } = await newWorld(t);
  const other = await signInAdmin();
  const url = '/api/admin/auth/change-password';
  const change = { oldPassword: ADMIN.password, newPassword: 'a new password' };
  assert.deepEqual((await admin.put(url, change)).ok(), { message: authMessages.changed() });
  (await admin.get(LIST)).ok();
  (await other.get(LIST)).refused(401);
  (await visitor.post('/api/admin/auth/login', ADMIN)).refused(401);
  await visitor.signIn('admin', { username: 'admin', password: 'a new password' });
});

test('a wrong old password is 400 and changes nothing', async (t) => {
  const { admin, signInAdmin } = await newWorld(t);
  const url = '/api/admin/auth/change-password';
  const wrong = await admin.put(url, { oldPassword: 'wrong', newPassword: 'a new password' });
  assert.equal(wrong.refused(400).message, 'Old password is incorrect');
  const short = await admin.put(url, { oldPassword: ADMIN.password, newPassword: 'short' });
  assert.match(short.refused(400).message, /at least 8 characters/);
  await signInAdmin();
});

test('the eleventh failure in a quarter of an hour waits; success never counts', async (t) => {
  let now = Date.now();
  const { visitor, signInAdmin } = await newWorld(t, { rateLimits: true, now: () => now });
  const fail = () => visitor.post('/api/admin/auth/login', { ...ADMIN, password: 'wrong' });
  for (let round = 0; round < 12; round += 1) await signInAdmin();
  for (let round = 0; round < 10; round += 1) (await fail()).refused(401);
  const blocked = await fail();
  blocked.refused(429);
  assert.ok(Number(blocked.response.headers['retry-after']) > 0);
  (await visitor.post('/api/admin/auth/login', ADMIN)).refused(429);
  now += 15 * MINUTE;
  await signInAdmin();
});

test('parallel wrong passwords get no more attempts than sequential ones', async (t) => {
  const { visitor } = await newWorld(t, { rateLimits: true });
  const tries = Array.from({ length: 30 }, () =>
    visitor.post('/api/admin/auth/login', { ...ADMIN, password: 'wrong' }),
  );
  const statuses = (await Promise.all(tries)).map((answer) => answer.status);
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 20);
});

test('the eleventh wrong old password is blocked, for this person only', async (t) => {
  let now = Date.now();
  const { admin, signInAdmin, signedInPartner } = await newWorld(t, {
    rateLimits: true,
    now: () => now,
  });
  const { client: partner } = await signedInPartner();
  const { client: other } = await signedInPartner();
  const theirs = '/api/partner/account/password';
  for (const [client, url, old, message] of [
    [admin, '/api/admin/auth/change-password', ADMIN.password, 'Too many wrong passwords'],
    [partner, theirs, PARTNER_PASSWORD, 'Şifrə dəfələrlə səhv yazıldı'],
  ] as const) {
    const change = (oldPassword: string) => client.put(url, { oldPassword, newPassword: old });
    for (let round = 0; round < 12; round += 1) (await change(old)).ok();
    for (let round = 0; round < 12; round += 1)
      (await client.put(url, { oldPassword: old, newPassword: 'x' })).refused(400);
    for (let round = 0; round < 10; round += 1) (await change('wrong')).refused(400);
    for (const password of ['wrong', old]) {
      const blocked = await change(password);
      assert.ok(blocked.refused(429).message.startsWith(message));
      assert.equal(blocked.response.headers['retry-after'], '900');
    }
    (await client.post(`/api/${client === admin ? 'admin' : 'partner'}/auth/logout`)).ok();
  }
  const own = { oldPassword: PARTNER_PASSWORD, newPassword: PARTNER_PASSWORD };
  (await other.put(theirs, own)).ok();
  const again = await signInAdmin();
  const change = { oldPassword: ADMIN.password, newPassword: ADMIN.password };
  (await again.put('/api/admin/auth/change-password', change)).refused(429);
  now += 15 * MINUTE;
  await signInAdmin();
  (await (await signInAdmin()).put('/api/admin/auth/change-password', change)).ok();
});

test('sign-ins are audited, and the audit cannot be changed', async (t) => {
  const { visitor, signedInPartner, db } = await newWorld(t);
  const { partner } = await signedInPartner();
  const wrong = { email: partner.email, password: `${PARTNER_PASSWORD}x` };
  (await visitor.post('/api/partner/auth/login', wrong)).refused(401);
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'result', 'role', 'object_id'])
    .where('action', '=', 'sign-in')
    .orderBy('at')
    .execute();
  assert.deepEqual(
    rows.map((row) => row.result),
    ['ok', 'ok', 'refused'],
  );
  assert.equal(rows[2]?.object_id, partner._id);
  await assert.rejects(db.updateTable('audit').set({ result: 'ok' }).execute());
  await assert.rejects(db.deleteFrom('audit').execute());
});
