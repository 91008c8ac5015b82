import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SecondFactorStatus } from '@deqiq/contract/people/second-factor.ts';
import type { StaffAccount, StaffMember } from '@deqiq/contract/people/staff.ts';
import * as authMessages from '@deqiq/messages/people/auth.js';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import { codeAt, enrol } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN, PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/tables.ts';
import { passwordHasher } from '../../../platform/secrets/credentials.ts';
import { MINUTE } from '../../../platform/time.ts';
import { secondFactorService } from './second-factor.service.ts';

const OWN = '/api/admin/account/second-factor';
const LOGIN = '/api/admin/auth/login';
const LIST = '/api/admin/partners';
const { password } = ADMIN;
const STEP = 30_000;

/** A clock that a test moves. */
function movableClock() {
  const clock = { at: Date.now() };
  return { clock, now: () => clock.at };
}

test('an owner enrols, and from then on signs in with a code', async (t) => {
  const { clock, now } = movableClock();
  const { admin, visitor, signInAdmin } = await newWorld(t, { now });
  const other = await signInAdmin();
  const { secret, recoveryCodes } = await enrol(admin, 'admin', password, now);
  assert.equal(new Set(recoveryCodes).size, 10);
  (await other.get(LIST)).refused(401);
  (await admin.get(LIST)).ok();

  const missing = (await visitor.post(LOGIN, ADMIN)).refused(401);
  assert.equal(missing.code, 'second-factor-required');
  assert.equal(missing.message, 'Enter the code from your authenticator app');
  clock.at += STEP;
  const otp = codeAt(secret, clock.at);
  const client = await visitor.signIn('admin', {
    ...ADMIN,
    otp: ` ${otp.slice(0, 3)} ${otp.slice(3)} `,
  });
  (await client.get(LIST)).ok();
  const { account } = (await client.get('/api/admin/account')).ok<{ account: StaffAccount }>();
  assert.equal(account.secondFactor, 'on');
});

test('only the right password learns of a second factor', async (t) => {
  const { admin, visitor } = await newWorld(t);
  const { secret } = await enrol(admin, 'admin', password);
  const bodies = [];
  for (const login of [
    { username: 'admin', password: 'wrong' },
    { username: 'admin', password: 'wrong', otp: codeAt(secret) },
    { username: 'nobody', password: 'wrong' },
    { username: 'nobody', password: 'wrong', otp: '123456' },
  ]) {
    const { requestId: _, ...body } = (await visitor.post(LOGIN, login)).refused(401);
    bodies.push(body);
  }
  for (const body of bodies)
    assert.deepEqual(body, { code: 'login-failed', message: 'Login failed' });
});

test('a code is accepted once, even concurrently, and may be one step off', async (t) => {
  const { clock, now } = movableClock();
  const { admin, visitor } = await newWorld(t, { now });
  const { secret } = await enrol(admin, 'admin', password, now);
  const signIn = (otp: string) => visitor.post(LOGIN, { ...ADMIN, otp });
  assert.equal((await signIn(codeAt(secret, clock.at))).refused(401).code, 'second-factor-wrong');
  clock.at += 10 * MINUTE;
  const code = codeAt(secret, clock.at);
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => signIn(code)))).map((a) => a.status);
  assert.deepEqual(statuses.toSorted(), [200, 401, 401, 401]);
  clock.at += 10 * MINUTE;
  (await signIn(codeAt(secret, clock.at - 2 * STEP))).refused(401);
  (await signIn(codeAt(secret, clock.at + 2 * STEP))).refused(401);
  (await signIn(codeAt(secret, clock.at - STEP))).ok();
  (await signIn(codeAt(secret, clock.at - STEP))).refused(401);
  (await signIn(codeAt(secret, clock.at + STEP))).ok();
});

test('a recovery code works once, in any notation', async (t) => {
  const { admin, visitor } = await newWorld(t);
  const { recoveryCodes } = await enrol(admin, 'admin', password);
  const [first = '', second = ''] = recoveryCodes;
  const signIn = (otp: string) => visitor.post(LOGIN, { ...ADMIN, otp });
  const both = await Promise.all([signIn(first), signIn(first)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 401]);
  (await signIn(second.toUpperCase().replace('-', ' '))).ok();
  (await signIn(second)).refused(401);
  const answer = (await admin.get(OWN)).ok<{ secondFactor: SecondFactorStatus }>();
  assert.equal(answer.secondFactor.recoveryCodesLeft, 8);
});

test('five wrong codes block further ones from any address, longer each time', async (t) => {
  const { clock, now } = movableClock();
  const { admin, app } = await newWorld(t, { now, rateLimits: true });
  const { secret, recoveryCodes } = await enrol(admin, 'admin', password, now);
  let addresses = 0;
  const signIn = async (otp: string) => {
    addresses += 1;
    const remoteAddress = `10.${addresses >> 8}.${addresses & 255}.1`;
    const request = {
      method: 'POST' as const,
      url: LOGIN,
      payload: { ...ADMIN, otp },
      remoteAddress,
    };
    return app.inject(request);
  };
  const wrong = () => String((Number(codeAt(secret, clock.at)) + 7) % 1_000_000).padStart(6, '0');
  const flood = await Promise.all(Array.from({ length: 12 }, () => signIn(wrong())));
  const statuses = flood.map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 401).length, 5);
  assert.equal(statuses.filter((status) => status === 429).length, 7);
  const right = () => signIn(codeAt(secret, clock.at));
  const blocked = await right();
  assert.equal(blocked.statusCode, 429);
  assert.equal(blocked.headers['retry-after'], '900');
  assert.equal(blocked.json().message, 'Too many wrong codes. Please try again later');

  clock.at += 15 * MINUTE;
  for (let round = 0; round < 5; round += 1) assert.equal((await signIn(wrong())).statusCode, 401);
  assert.equal((await right()).headers['retry-after'], '1800');
  // The owner of the account is not locked out: recovery codes cannot be guessed.
  assert.equal((await signIn(recoveryCodes[0] ?? '')).statusCode, 200);
  assert.equal((await right()).statusCode, 200);
});

test('a wrong code counts like a wrong password, a missing one does not', async (t) => {
  const { admin, visitor } = await newWorld(t, { rateLimits: true });
  const { secret } = await enrol(admin, 'admin', password);
  const wrong = String((Number(codeAt(secret)) + 7) % 1_000_000).padStart(6, '0');
  const signIn = (otp = '') => visitor.post(LOGIN, { ...ADMIN, otp });
  for (let round = 0; round < 12; round += 1) (await signIn()).refused(401);
  for (let round = 0; round < 5; round += 1) (await signIn(wrong)).refused(401);
  for (let round = 0; round < 5; round += 1)
    assert.equal((await signIn(wrong)).refused(429).message, secondFactorMessages.tooManyCodes());
  assert.equal((await signIn(wrong)).refused(429).message, authMessages.tooManySignIns());
});

test('of concurrent guesses at most five are compared', async (t) => {
  const { admin, db, dataDir } = await newWorld(t);
  await enrol(admin, 'admin', password);
  const { personId } = await onlyFactor(db);
  const options = { passwords: passwordHasher(), limited: true, now: Date.now };
  const factors = secondFactorService({ db, dataDir, ...options });
  const guesses = Array.from({ length: 40 }, () =>
    factors.isRight({ role: 'admin', personId }, '000000').catch(() => 'blocked'),
  );
  const outcomes = await Promise.all(guesses);
  assert.equal(outcomes.filter((outcome) => outcome === 'blocked').length, 35);
});

async function onlyFactor(db: Db) {
  const [row] = await db.selectFrom('second_factors').selectAll().execute();
  assert.ok(row);
  return { personId: row.person_id };
}

test('with RATE_LIMITS=off wrong codes are not limited', async (t) => {
  const { admin, visitor } = await newWorld(t);
  await enrol(admin, 'admin', password);
  for (let round = 0; round < 7; round += 1)
    (await visitor.post(LOGIN, { ...ADMIN, otp: '000000' })).refused(401);
});

test('every change needs the password, and a code where the factor is on', async (t) => {
  const { clock, now } = movableClock();
  const { admin, visitor } = await newWorld(t, { now });
  assert.equal((await admin.post(OWN, {})).refused(400).message, 'Password is required');
  const wrong = (await admin.post(OWN, { password: 'wrong' })).refused(400);
  assert.equal(wrong.fields?.[0]?.path, 'password');
  (await admin.post(`${OWN}/confirm`, { code: '123456' })).refused(409);
  for (const url of [`${OWN}/disable`, `${OWN}/recovery-codes`])
    (await admin.post(url, { password, code: '123456' })).refused(409);
  const { secret, recoveryCodes } = await enrol(admin, 'admin', password, now);

  for (const url of [`${OWN}/disable`, `${OWN}/recovery-codes`, OWN]) {
    clock.at += STEP;
    const code = codeAt(secret, clock.at);
    assert.equal(
      (await admin.post(url, { password: 'x', code })).refused(400).fields?.[0]?.path,
      'password',
    );
    assert.equal(
      (await admin.post(url, { password, code: '12' })).refused(400).fields?.[0]?.path,
      'code',
    );
  }
  const code = () => codeAt(secret, clock.at);
  const renewed = (await admin.post(`${OWN}/recovery-codes`, { password, code: code() })).ok<{
    recoveryCodes: string[];
  }>();
  const old = { ...ADMIN, otp: recoveryCodes[0] };
  (await visitor.post(LOGIN, old)).refused(401);
  const other = await visitor.signIn('admin', { ...ADMIN, otp: renewed.recoveryCodes[0] });
  clock.at += STEP;
  (await admin.post(`${OWN}/disable`, { password, code: code() })).ok();
  (await other.get(LIST)).refused(401);
  await visitor.signIn('admin', ADMIN);
});

test('a stolen session has ten guesses at the password that second factors ask for', async (t) => {
  const { admin } = await newWorld(t, { rateLimits: true });
  const start = (typed: string) => admin.post(OWN, { password: typed });
  for (let round = 0; round < 10; round += 1) (await start('wrong')).refused(400);
  assert.equal((await start(password)).refused(429).message, authMessages.tooManyPasswords());
});

test('another phone replaces the first only after its first code', async (t) => {
  const { clock, now } = movableClock();
  const { admin, visitor } = await newWorld(t, { now });
  const first = await enrol(admin, 'admin', password, now);
  clock.at += STEP;
  const started = await admin.post(OWN, { password, code: codeAt(first.secret, clock.at) });
  const { secret } = started.ok<{ secret: string }>();
  clock.at += STEP;
  await visitor.signIn('admin', { ...ADMIN, otp: codeAt(first.secret, clock.at) });
  (await admin.post(`${OWN}/confirm`, { code: codeAt(first.secret, clock.at) })).refused(400);
  (await admin.post(`${OWN}/confirm`, { code: codeAt(secret, clock.at) })).ok();
  clock.at += STEP;
  (await visitor.post(LOGIN, { ...ADMIN, otp: codeAt(first.secret, clock.at) })).refused(401);
  await visitor.signIn('admin', { ...ADMIN, otp: codeAt(secret, clock.at) });
});

test('a setup that was begun expires after a quarter of an hour', async (t) => {
  const { clock, now } = movableClock();
  const { admin, visitor, signInAdmin } = await newWorld(t, { now });
  const { secret } = (await admin.post(OWN, { password })).ok<{ secret: string }>();
  await visitor.signIn('admin', ADMIN);
  clock.at += 15 * MINUTE + 1;
  const again = await signInAdmin();
  (await again.post(`${OWN}/confirm`, { code: codeAt(secret, clock.at) })).refused(409);
});

test('a partner has a second factor of their own, which staff can reset', async (t) => {
  const { admin, visitor, signedInPartner, db } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  await enrol(client, 'partner', PARTNER_PASSWORD);
  const login = { email: partner.email, password: PARTNER_PASSWORD };
  const missing = (await visitor.post('/api/partner/auth/login', login)).refused(401);
  assert.equal(missing.message, 'Autentifikasiya tətbiqindəki kodu daxil edin');
  (await client.patch(`/api/admin/partners/${partner._id}/reset-second-factor`)).refused(403);
  (await admin.patch(`/api/admin/partners/${partner._id}/reset-second-factor`)).ok();
  (await client.get('/api/partner/account')).refused(401);
  const again = await visitor.signIn('partner', login);
  await enrol(again, 'partner', PARTNER_PASSWORD);
  (await admin.delete(`/api/admin/partners/${partner._id}`)).ok();
  assert.equal((await db.selectFrom('second_factors').selectAll().execute()).length, 0);
  assert.equal((await db.selectFrom('recovery_codes').selectAll().execute()).length, 0);
});

test("an owner resets a colleague's second factor", async (t) => {
  const { admin, visitor } = await newWorld(t);
  const member = { username: 'sevda', role: 'staff', password: 'sevda password' };
  const { _id } = (await admin.post('/api/admin/staff', member)).ok<{ member: StaffMember }>()
    .member;
  const colleague = await visitor.signIn('admin', member);
  await enrol(colleague, 'admin', member.password);
  (await visitor.post(LOGIN, member)).refused(401);
  (await admin.patch(`/api/admin/staff/${_id}/reset-second-factor`)).ok();
  (await colleague.get(LIST)).refused(401);
  await visitor.signIn('admin', member);
});

test('where staff need a second factor, they can only enrol before they have one', async (t) => {
  const settings = { REQUIRE_STAFF_2FA: 'on' };
  const world = await newWorld(t, { settings });
  const { admin, visitor } = world;
  const refused = (await admin.get(LIST)).refused(403);
  assert.equal(refused.code, 'enrolment-required');
  (await admin.put('/api/admin/auth/change-password', {})).refused(403);
  (await admin.get('/api/admin/staff')).refused(403);
  const { account } = (await admin.get('/api/admin/account')).ok<{ account: StaffAccount }>();
  assert.equal(account.secondFactor, 'required');
  const authorization = `Bearer ${admin.tokens?.refreshToken} type=refresh`;
  const url = '/api/admin/auth/refresh-token';
  (await visitor.send({ method: 'POST', url, headers: { authorization } })).ok();

  const { recoveryCodes } = await enrol(admin, 'admin', password);
  (await admin.get(LIST)).ok();
  const off = await admin.post(`${OWN}/disable`, { password, code: recoveryCodes[0] });
  assert.match(off.refused(409).message, /requires a second factor/);
  const { client } = await world.signedInPartner();
  (await client.get('/api/partner/account')).ok();
});

test('the database contains neither the secret nor the recovery codes, and the key is a private file', async (t) => {
  const { admin, db, dataDir } = await newWorld(t);
  const { secret, recoveryCodes } = await enrol(admin, 'admin', password);
  const rows = JSON.stringify([
    await db.selectFrom('second_factors').selectAll().execute(),
    await db.selectFrom('recovery_codes').selectAll().execute(),
  ]);
  for (const text of [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replace('-', '')),
  ])
    assert.ok(!rows.includes(text));
  const path = join(dataDir, 'second-factor-key');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await readFile(path, 'utf8')).length, 43);
});

test('a secret copied into another person’s row does not work', async (t) => {
  const world = await newWorld(t);
  const { secret } = await enrol(world.admin, 'admin', password);
  const member = { username: 'sevda', role: 'staff', password: 'sevda password' };
  (await world.admin.post('/api/admin/staff', member)).ok();
  const colleague = await world.visitor.signIn('admin', member);
  await enrol(colleague, 'admin', member.password);
  await sql`update second_factors set last_step = 0, secret = (select max(secret) from second_factors
    where confirmed_at = (select min(confirmed_at) from second_factors))`.execute(world.db);
  const answer = await world.visitor.post(LOGIN, { ...member, otp: codeAt(secret) });
  assert.equal(answer.status, 500);
});

test('every change of a second factor is audited, without a code', async (t) => {
  const { admin, visitor, db } = await newWorld(t);
  const { recoveryCodes } = await enrol(admin, 'admin', password);
  const otp = 'zzzzz-zzzzz';
  (await visitor.post(LOGIN, { ...ADMIN, otp })).refused(401);
  const change = { password, code: recoveryCodes[1] };
  (await admin.post(`${OWN}/recovery-codes`, change)).ok();
  const rows = await db.selectFrom('audit').selectAll().orderBy('at').orderBy('id').execute();
  const changes = rows.filter(({ action, result }) => action !== 'sign-in' || result === 'refused');
  assert.deepEqual(
    changes.map(({ action, result, detail }) => [action, result, detail]),
    [
      ['enable-second-factor', 'ok', null],
      ['sign-in', 'refused', 'second factor'],
      ['renew-recovery-codes', 'ok', null],
    ],
  );
});
