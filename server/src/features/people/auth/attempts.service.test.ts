import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { SignedIn } from '@deqiq/contract/people/auth.ts';
import * as authMessages from '@deqiq/messages/people/auth.js';
import { codeAt, enrol } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN, PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { MINUTE } from '../../../platform/time.ts';

const LOGIN = '/api/admin/auth/login';

interface LoginOptions {
  readonly username?: string;
  readonly email?: string;
  readonly device?: string | true;
  readonly otp?: string;
  readonly url?: string;
}

/** Sends the guesses nine at a time, because each waits for the commit of its audit row. */
async function refuseEach(
  guesses: number,
  guess: (n: number) => Promise<{ refused: (status: number) => unknown }>,
  status = 401,
): Promise<void> {
  for (let from = 0; from < guesses; from += 9) {
    const count = Math.min(9, guesses - from);
    const answers = Array.from({ length: count }, (_, index) => guess(from + index));
    for (const answer of await Promise.all(answers)) answer.refused(status);
  }
}

/** A clinic with limits, signed in to from any address. */
async function limitedWorld(t: TestContext, pause?: (milliseconds: number) => Promise<unknown>) {
  const clock = { now: Date.now() };
  const world = await newWorld(t, {
    rateLimits: true,
    now: () => clock.now,
    ...(pause && { pause }),
  });
  const signIn = (address: string, password: string, options: LoginOptions = {}) =>
    world.visitor.send({
      method: 'POST',
      url: options.url ?? LOGIN,
      remoteAddress: address,
      payload: { username: ADMIN.username, ...options, password },
    });
  const guess = (address: string, options?: LoginOptions) => signIn(address, 'wrong', options);

  /** Wrong passwords for an account, nine of each network; by default as many as make it refuse unknown devices. */
  const attack = (guesses = 500, options?: LoginOptions) =>
    refuseEach(guesses, (n) => guess(`10.0.${Math.floor(n / 9)}.1`, options));
  return { ...world, clock, signIn, guess, attack };
}

test('unknown names neither give a blocked address more guesses nor unblock another one', async (t) => {
  const { guess } = await limitedWorld(t);
  await refuseEach(10, () => guess('192.0.2.1'));
  await refuseEach(90, (n) => guess('192.0.2.1', { username: `a${n}` }));
  await refuseEach(500, (n) => guess('192.0.2.1', { username: `b${n}` }), 429);
  (await guess('192.0.2.1')).refused(429);
});

test('a /48 has 400 guesses in a quarter of an hour, spread over any number of /64s', async (t) => {
  const { guess } = await limitedWorld(t);
  await refuseEach(400, (n) => guess(`2001:db8:1:${n.toString(16)}::1`, { username: `a${n}` }));
  (await guess('2001:db8:1:ffff::1', { username: 'b' })).refused(429);
  (await guess('2001:db8:2:1::1', { username: 'b' })).refused(401);
});

test('a network has ten guesses at an account from all of its addresses', async (t) => {
  const { guess, signIn } = await limitedWorld(t);
  for (let n = 0; n < 10; n += 1) (await guess(`2001:db8:1:${n}::1`)).refused(401);
  (await guess('2001:db8:1:ffff::1')).refused(429);
  (await signIn('2001:db8:2:3::1', ADMIN.password)).ok();
  for (let n = 0; n < 10; n += 1) (await guess(`192.0.2.${n}`)).refused(401);
  (await guess('192.0.2.99')).refused(429);
});

test('an attacked account responds late at first, and few requests may wait', async (t) => {
  const waits: (() => void)[] = [];
  const { guess, signIn } = await limitedWorld(
    t,
    () => new Promise<void>((resume) => waits.push(resume)),
  );
  for (let n = 0; n < 20; n += 1) (await guess(`10.0.${Math.floor(n / 9)}.1`)).refused(401);
  const late = Array.from({ length: 4 }, (_, n) => guess(`198.51.100.${n}`));
  while (waits.length < 4) await new Promise(setImmediate);
  const refused = await guess('198.51.100.9');
  assert.equal(refused.refused(429).message, authMessages.tooManySignIns());
  assert.equal(refused.response.headers['retry-after'], '1');
  for (const resume of waits.splice(0)) resume();
  for (const answer of await Promise.all(late)) answer.refused(401);
  const right = signIn('203.0.113.1', ADMIN.password);
  while (waits.length < 1) await new Promise(setImmediate);
  waits[0]?.();
  (await right).ok();
});

test('an attacked account requires a known device, and accepts it at once', async (t) => {
  const { attack, guess, signIn, clock } = await limitedWorld(t);
  const { device } = (await signIn('203.0.113.1', ADMIN.password, { device: true })).ok<SignedIn>();
  assert.ok(device);
  await attack();
  const stranger = await signIn('198.51.100.1', ADMIN.password);
  assert.equal(stranger.refused(429).message, authMessages.unknownBrowser());
  const otherDevice = 'x'.repeat(43);
  (await signIn('198.51.100.1', ADMIN.password, { device: otherDevice })).refused(429);
  // From the attacker's own address, too: a neighbour in the same network is not locked out.
  for (const address of ['203.0.113.1', '10.0.1.1'])
    assert.equal((await signIn(address, ADMIN.password, { device })).ok<SignedIn>().device, device);
  for (let n = 0; n < 10; n += 1) (await guess('203.0.113.9', { device })).refused(401);
  (await signIn('203.0.113.9', ADMIN.password, { device })).refused(429);
  clock.now += 60 * MINUTE - 1;
  (await signIn('198.51.100.1', ADMIN.password)).refused(429);
  clock.now += 1;
  (await signIn('198.51.100.1', ADMIN.password)).ok();
});

test('sixty wrong passwords from six networks delay a doctor on a new phone, and refuse nothing', async (t) => {
  const waits: number[] = [];
  const { signIn, attack } = await limitedWorld(t, async (milliseconds) => {
    waits.push(milliseconds);
  });
  await attack(60);
  (await signIn('198.51.100.1', ADMIN.password)).ok();
  assert.deepEqual([waits.at(0), waits.at(-1)], [1_000, 5_000]);
});

test('an owner unlocks the sign-in of a doctor whose password strangers tried', async (t) => {
  const { admin, addPartner, attack, visitor, signedInPartner, db } = await limitedWorld(t);
  const { _id, email } = await addPartner();
  const url = '/api/partner/auth/login';
  await attack(500, { url, email });
  const signIn = () => visitor.post(url, { email, password: PARTNER_PASSWORD });
  (await signIn()).refused(429);
  const unlock = `/api/admin/partners/${_id}/unlock`;
  (await (await signedInPartner()).client.post(unlock)).refused(403);
  (await admin.post(`/api/admin/partners/${randomUUID()}/unlock`)).refused(404);
  (await admin.post(unlock)).ok();
  (await signIn()).ok();
  const rows = db.selectFrom('audit').selectAll().where('action', '=', 'unlock');
  assert.equal((await rows.executeTakeFirstOrThrow()).object_id, _id);
});

test('the owner of an attacked account with a second factor can sign in from any device', async (t) => {
  const { admin, attack, signIn, clock } = await limitedWorld(t);
  const { secret } = await enrol(admin, 'admin', ADMIN.password, () => clock.now);
  await attack();
  const refusal = (await signIn('198.51.100.1', ADMIN.password)).refused(401);
  assert.equal(refusal.code, 'second-factor-required');
  clock.now += MINUTE / 2;
  const otp = codeAt(secret, clock.now);
  (await signIn('198.51.100.1', ADMIN.password, { otp })).ok();
});

test('attempts on an unknown account are rejected like those on an existing one', async (t) => {
  const { attack, guess } = await limitedWorld(t);
  const options = { username: 'nobody' };
  await attack(500, options);
  const refused = (await guess('198.51.100.1', options)).refused(429);
  assert.equal(refused.message, authMessages.unknownBrowser());
});

test('a device belongs to one person and expires with the password or after half a year', async (t) => {
  const { db, admin, signIn, addPartner, visitor, clock } = await limitedWorld(t);
  const { device = '' } = (
    await signIn('203.0.113.1', ADMIN.password, { device: true })
  ).ok<SignedIn>();
  const { email } = await addPartner();
  const login = { email, password: PARTNER_PASSWORD, device };
  const answer = (await visitor.post('/api/partner/auth/login', login)).ok<SignedIn>();
  assert.equal(answer.device, device);
  const rows = () => db.selectFrom('known_devices').selectAll().execute();
  assert.deepEqual((await rows()).map(({ role }) => role).toSorted(), ['admin', 'partner']);
  assert.ok(!JSON.stringify(await rows()).includes(device));
  const change = { oldPassword: ADMIN.password, newPassword: 'a new password' };
  (await admin.put('/api/admin/auth/change-password', change)).ok();
  assert.deepEqual(
    (await rows()).map(({ role }) => role),
    ['partner'],
  );
  clock.now += 181 * 24 * 60 * MINUTE;
  const later = (await signIn('203.0.113.1', 'a new password', { device })).ok<SignedIn>();
  assert.notEqual(later.device, device);
  assert.equal((await rows()).length, 1);
});

test('a person has at most 20 known devices; the least recently used is dropped', async (t) => {
  const { db, attack, signIn, clock } = await limitedWorld(t);
  const devices: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    clock.now += 1;
    const answer = await signIn(`203.0.113.${n}`, ADMIN.password, { device: true });
    devices.push(answer.ok<SignedIn>().device ?? '');
  }
  assert.equal((await db.selectFrom('known_devices').select('id').execute()).length, 20);
  await attack();
  const withDevice = (device = '') => signIn('198.51.100.1', ADMIN.password, { device });
  (await withDevice(devices[0])).refused(429);
  (await withDevice(devices[1])).ok();
});

test("a partner's device is no known device of the staff", async (t) => {
  const { attack, signIn, addPartner, visitor } = await limitedWorld(t);
  const { email } = await addPartner();
  const login = { email, password: PARTNER_PASSWORD, device: true };
  const { device = '' } = (await visitor.post('/api/partner/auth/login', login)).ok<SignedIn>();
  await attack();
  const stranger = await signIn('198.51.100.1', ADMIN.password, { device });
  assert.equal(stranger.refused(429).message, authMessages.unknownBrowser());
});

test('a client that requests no device token receives none', async (t) => {
  const { signIn } = await limitedWorld(t);
  const answer = (await signIn('203.0.113.1', ADMIN.password)).ok<SignedIn>();
  assert.deepEqual(Object.keys(answer), ['tokens']);
});

test('another site can neither sign in nor use up the guesses of its visitors', async (t) => {
  const { visitor } = await newWorld(t, { settings: { PUBLIC_URL: 'https://deqiq.az' } });
  const send = (headers: Record<string, string>) =>
    visitor.send({ method: 'POST', url: LOGIN, headers, payload: ADMIN });
  const host = { host: 'deqiq.az' };
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { ...host, origin: 'https://attacker.example' },
    { ...host, origin: 'null' },
    { ...host, origin: 'https://shop.deqiq.az', 'sec-fetch-site': 'same-site' },
  ])
    assert.match((await send(headers)).refused(403).message, /another site/);
  for (const headers of [
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://deqiq.az' },
    { ...host, origin: 'https://deqiq.az' },
    { host: '10.0.0.1:3000', origin: 'https://deqiq.az' },
  ])
    (await send(headers)).ok();
});
