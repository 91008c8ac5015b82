import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnSessions } from '@deqiq/contract/people/sessions.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { SECOND } from '../../../../platform/time.ts';
import { sessionUses } from '../session-uses.ts';

const MINUTE = 60 * SECOND;
const LIST = '/api/admin/partners';

/** A member of staff whose client rotates its refresh token, with a separate clock. */
async function rotatingWorld(t: Parameters<typeof newWorld>[0]) {
  const clock = { now: Date.now() };
  const world = await newWorld(t, { now: () => clock.now });
  const first = world.admin.tokens?.refreshToken ?? '';
  const refresh = (token: string, payload?: object) => refreshWith(world, token, payload);
  const rotate = async (token: string) =>
    (await refresh(token, { rotate: true })).ok<{ accessToken: string; refreshToken?: string }>();
  return { ...world, clock, first, refresh, rotate };
}

const refreshWith = ({ visitor }: World, token: string, payload?: object) =>
  visitor.send({
    method: 'POST',
    url: '/api/admin/auth/refresh-token',
    headers: { authorization: `Bearer ${token} type=refresh` },
    ...(payload && { payload }),
  });

test('a client that sends no body keeps its refresh token for ever', async (t) => {
  const { refresh, first, clock } = await rotatingWorld(t);
  for (let round = 0; round < 3; round += 1) {
    const body = (await refresh(first)).ok<object>();
    assert.deepEqual(Object.keys(body), ['accessToken']);
    clock.now += 20 * MINUTE;
  }
});

test('a client that rotates gets a new token each time, and each works', async (t) => {
  const { rotate, first, clock, visitor } = await rotatingWorld(t);
  let token = first;
  for (let round = 0; round < 4; round += 1) {
    const { accessToken, refreshToken = '' } = await rotate(token);
    assert.notEqual(refreshToken, token);
    (await visitor.get(LIST, { authorization: `Bearer ${accessToken} type=access` })).ok();
    token = refreshToken;
    clock.now += 10 * MINUTE;
  }
});

test('two tabs that rotate at once get the same token', async (t) => {
  const { rotate, first } = await rotatingWorld(t);
  const answers = await Promise.all([rotate(first), rotate(first), rotate(first)]);
  assert.equal(new Set(answers.map(({ refreshToken }) => refreshToken)).size, 1);
});

test('after a lost response the previous token still works', async (t) => {
  const { rotate, refresh, first, clock } = await rotatingWorld(t);
  await rotate(first);
  clock.now += 30 * MINUTE;
  const { refreshToken = '' } = await rotate(first);
  (await refresh(refreshToken)).ok();
});

test('a replaced token gets an access token for a minute after the new one was used', async (t) => {
  const { rotate, refresh, first, clock } = await rotatingWorld(t);
  const { refreshToken = '' } = await rotate(first);
  await rotate(refreshToken);
  clock.now += 59 * SECOND;
  const late = (await refresh(first, { rotate: true })).ok<object>();
  assert.deepEqual(Object.keys(late), ['accessToken']);
});

test('reuse of a previous token ends the session, even if the new one was not rotated', async (t) => {
  const { rotate, refresh, first, clock } = await rotatingWorld(t);
  const { refreshToken = '' } = await rotate(first);
  (await refresh(refreshToken)).ok();
  clock.now += MINUTE + 1;
  (await refresh(first)).refused(401);
  (await refresh(refreshToken)).refused(401);
});

test('a copied token that is used later ends the session for thief and owner, and is audited', async (t) => {
  const { rotate, refresh, first, clock, admin, db } = await rotatingWorld(t);
  const { refreshToken = '' } = await rotate(first);
  const { refreshToken: newest = '' } = await rotate(refreshToken);
  clock.now += 61 * SECOND;
  (await admin.get(LIST)).ok();
  (await refresh(first)).refused(401);
  (await refresh(newest)).refused(401);
  (await admin.get(LIST)).refused(401);
  const rows = await db
    .selectFrom('audit')
    .select(['person_id', 'result'])
    .where('action', '=', 'reuse-refresh-token')
    .execute();
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.result, 'refused');
  assert.ok(rows[0]?.person_id);
});

test('when thief and owner both continue from one token, the reuse is detected', async (t) => {
  const { rotate, refresh, first, clock } = await rotatingWorld(t);
  const { refreshToken: ofThief = '' } = await rotate(first);
  clock.now += 5 * MINUTE;
  const { refreshToken: ofOwner = '' } = await rotate(first);
  assert.notEqual(ofOwner, ofThief);
  (await refresh(ofThief)).refused(401);
  (await refresh(ofOwner)).refused(401);
});

test('a rotated token that was changed in any part is refused and ends nothing', async (t) => {
  const { rotate, refresh, first } = await rotatingWorld(t);
  const { refreshToken: token = '' } = await rotate(first);
  const [id = '', number = '', mac = ''] = token.split('.');
  for (const forged of [
    `${id}.2.${mac}`,
    `${id}.1.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    `${id}.1.`,
    `${id}.${number}`,
  ])
    (await refresh(forged)).refused(401);
  (await refresh(token)).ok();
});

test('people see their own sessions, end one, and end all others', async (t) => {
  const { admin, visitor, signInAdmin, signedInPartner } = await newWorld(t);
  const chrome = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile';
  const { client: partner } = await signedInPartner();
  const other = await signInAdmin();
  const answer = await visitor.send({
    method: 'POST',
    url: '/api/admin/auth/login',
    headers: { 'user-agent': chrome },
    payload: { username: 'admin', password: 'admin-password' },
  });
  answer.ok();
  const url = '/api/admin/auth/sessions';
  const listOf = async () => (await admin.get(url)).ok<OwnSessions>().sessions;
  const sessions = await listOf();
  assert.equal(sessions.length, 3);
  assert.deepEqual(
    sessions.filter(({ current }) => current).map(({ address }) => address),
    ['127.0.0.1'],
  );
  const phone = sessions.find(({ device }) => device === 'Chrome · Android');
  (await partner.delete(`${url.replace('admin', 'partner')}/${phone?._id}`)).refused(404);
  (await admin.delete(`${url}/${phone?._id}`)).ok();
  (await admin.delete(`${url}/${phone?._id}`)).refused(404);
  assert.equal((await listOf()).length, 2);
  (await admin.delete(url)).ok();
  (await other.get(LIST)).refused(401);
  assert.equal((await listOf()).length, 1);
  (await partner.get('/api/partner/account')).ok();
});

test('the last use is written down every few minutes, and an unused session ends where it is set', async (t) => {
  const clock = { now: Date.now() };
  const settings = { SESSION_IDLE_MINUTES: '30' };
  const { admin, db, visitor } = await newWorld(t, { now: () => clock.now, settings });
  const lastUse = async () =>
    (await db.selectFrom('session_activity').select('used_at').executeTakeFirstOrThrow()).used_at;
  const before = await lastUse();
  clock.now += 5 * MINUTE;
  const first = await admin.get(LIST);
  const sessions = (await admin.get('/api/admin/auth/sessions')).ok<OwnSessions>().sessions;
  assert.equal(Date.parse(sessions[0]?.lastUsedAt ?? ''), clock.now);
  await untilTrue(async () => (await lastUse()) !== before);
  assert.equal(first.status, 200);
  // An idle screen that refreshes automatically.
  const background = () =>
    visitor.send({
      method: 'POST',
      url: '/api/admin/auth/refresh-token',
      headers: { authorization: `Bearer ${admin.tokens?.refreshToken}`, 'x-idle': '1' },
    });
  clock.now += 29 * MINUTE;
  (await background()).ok();
  clock.now += 3 * MINUTE;
  (await background()).refused(401);
});

test('an unused session ends before its access token does', async (t) => {
  const clock = { now: Date.now() };
  const settings = { SESSION_IDLE_MINUTES: '5' };
  const { admin } = await newWorld(t, { now: () => clock.now, settings });
  (await admin.get(LIST)).ok();
  clock.now += 6 * MINUTE;
  (await admin.get(LIST)).refused(401);
});

test('a new secret ends every session; the first start of this version ends none', async (t) => {
  const { admin, db, dataDir, url, visitor } = await newWorld(t);
  const location = { dataDir, ...(url && { url }), drop: async () => {} };
  await db.updateTable('sessions').set({ epoch: null }).execute();
  await newWorld(t, { location });
  const refresh = (by = visitor) =>
    by.send({
      method: 'POST',
      url: '/api/admin/auth/refresh-token',
      headers: { authorization: `Bearer ${admin.tokens?.refreshToken} type=refresh` },
    });
  (await refresh()).ok();
  const { visitor: later } = await newWorld(t, {
    location,
    secret: Buffer.from('another secret'),
  });
  (await refresh(later)).refused(401);
  assert.equal((await db.selectFrom('sessions').selectAll().execute()).length, 1);
});

test('a last use that could not be written is written with the next one', async (t) => {
  const clock = { now: Date.now() };
  const { db } = await newWorld(t, { now: () => clock.now });
  const uses = sessionUses({ db, now: () => clock.now, idle: undefined });
  const activity = db.selectFrom('session_activity').selectAll();
  const { session_id: id } = await activity.executeTakeFirstOrThrow();
  await sql`alter table session_activity rename to moved`.execute(db);
  uses.note(id);
  await uses.flush();
  await sql`alter table moved rename to session_activity`.execute(db);
  clock.now += SECOND;
  uses.note(id);
  await untilTrue(async () => {
    const { used_at } = await activity.executeTakeFirstOrThrow();
    return used_at === new Date(clock.now).toISOString();
  });
});

test('the last uses of sessions that are used at the same moment are all written', async (t) => {
  const clock = { now: Date.now() };
  const { db, signInAdmin } = await newWorld(t, { now: () => clock.now });
  await signInAdmin();
  const uses = sessionUses({ db, now: () => clock.now, idle: undefined });
  const activity = db.selectFrom('session_activity').selectAll();
  clock.now += 5 * MINUTE;
  for (const { session_id } of await activity.execute()) uses.note(session_id);
  const at = new Date(clock.now).toISOString();
  await untilTrue(async () => (await activity.execute()).every(({ used_at }) => used_at === at));
});
