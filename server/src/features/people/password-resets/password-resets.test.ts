import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ResetRequested } from '@deqiq/contract/people/password-resets/password-resets.ts';
import { ClientAt } from '@deqiq/testkit/client.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { MailServer } from '@deqiq/testkit/mail/mail-server.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { HOUR, MINUTE } from '../../../platform/time.ts';

const CODE = '/api/misc/password-code';
const RESET = '/api/misc/password-reset';
const NEW = 'pəncərə bulud qatar';
const WRONG = /Kod səhvdir və ya vaxtı keçib/;

/** A partner who forgot the password, with limits and a mail server. */
async function newForgetful(t: TestContext) {
  let at = Date.now();
  const mail = await new MailServer().start();
  t.after(() => mail.stop());
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Dəqiq <info@clinic.example>' };
  const world = await newWorld(t, { settings, runsJobs: true, rateLimits: true, now: () => at });
  const { partner, client: session } = await world.signedInPartner();
  const { email } = partner;
  const visitor = new ClientAt(world.app, '203.0.113.7');
  const isIdle = async () =>
    (await world.db.selectFrom('jobs').select('id').where('failed_at', 'is', null).execute())
      .length === 0;
  return {
    ...world,
    partner,
    session,
    visitor,
    email,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    reset: (code: string, newPassword = NEW, client = visitor) =>
      client.post(RESET, { email, code, newPassword }),
    signIn: (password: string) => visitor.post('/api/partner/auth/login', { email, password }),

    /** Requests a code; returns those that arrived. */
    async request(address = email): Promise<string[]> {
      (await visitor.post(CODE, { email: address })).ok();
      await untilTrue(isIdle);
      return mail.received.splice(0).map(({ to, mail: { text = '' } }) => {
        assert.equal(to, email);
        return /^\d{6}$/m.exec(text)?.[0] ?? text;
      });
    },
  };
}

test('a code from the mail sets a new password once and ends the sessions', async (t) => {
  const { request, reset, signIn, session, email, visitor, admin } = await newForgetful(t);
  for (let wrong = 0; wrong < 11; wrong += 1) await signIn('wrong');
  const [code = ''] = await request(` ${email.toUpperCase()} `);
  assert.match((await reset('000000')).refused(400).message, WRONG);
  (await reset(code, '12')).refused(400);
  (await reset(` ${code.slice(0, 3)} ${code.slice(3)}`)).ok();
  (await session.get('/api/partner/account')).refused(401);
  (await signIn(PARTNER_PASSWORD)).refused(401);
  // Its own wrong attempts are forgotten, too.
  (await visitor.signIn('partner', { email, password: NEW })).get('/api/partner/account');
  assert.match((await reset(code)).refused(400).message, WRONG);
  const audit = (await admin.get('/api/admin/audit')).response.body;
  assert.match(audit, /reset-forgotten-password/);
});

test('an unknown address gets the same answers, and no mail', async (t) => {
  const { request, visitor, email } = await newForgetful(t);
  const expected = (await visitor.post(CODE, { email })).ok<object>();
  const unknown = (await visitor.post(CODE, { email: 'nobody@example.az' })).ok<object>();
  assert.deepEqual(unknown, expected);
  assert.equal((await request('nobody@example.az')).length, 1, 'that of the known address');
  const body = { email: 'nobody@example.az', code: '123456', newPassword: NEW };
  assert.match((await visitor.post(RESET, body)).refused(400).message, WRONG);
});

test('a code ends after ten minutes, five attempts or the next code', async (t) => {
  const { request, reset, pass } = await newForgetful(t);
  const [first = ''] = await request();
  pass(10 * MINUTE);
  assert.match((await reset(first)).refused(400).message, WRONG);
  const [second = ''] = await request();
  const [third = ''] = await request();
  assert.match((await reset(second)).refused(400).message, WRONG);
  for (let attempt = 0; attempt < 4; attempt += 1) (await reset('000000')).refused(400);
  assert.match((await reset(third)).refused(400).message, WRONG);
});

test('an account gets three mails an hour, an address twenty tries', async (t) => {
  const { request, reset, pass, visitor } = await newForgetful(t);
  for (const count of [1, 1, 1, 0]) assert.equal((await request()).length, count);
  pass(HOUR);
  assert.equal((await request()).length, 1);
  for (let attempt = 0; attempt < 19; attempt += 1) (await reset('1')).refused(400);
  (await reset('1')).refused(429);
  (await visitor.post(CODE, { email: 'other@example.az' })).refused(429);
});

test('of two who use a code at the same moment one sets the password', async (t) => {
  const { request, reset } = await newForgetful(t);
  const [code = ''] = await request();
  const both = await Promise.all([reset(code), reset(code, 'another password')]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
});

test('a second factor stays, and without e-mail the partner is asked to call', async (t) => {
  const { db, request, reset, signIn, partner } = await newForgetful(t);
  const [code = ''] = await request();
  await db
    .insertInto('second_factors')
    .values({
      role: 'partner',
      person_id: partner._id,
      secret: 'encrypted',
      recovery_salt: 'salt',
      confirmed_at: new Date().toISOString(),
    })
    .execute();
  (await reset(code)).ok();
  assert.equal((await signIn(NEW)).refused(401).code, 'second-factor-required');
  const { visitor } = await newWorld(t);
  const answer = (await visitor.post(CODE, { email: partner.email })).ok<ResetRequested>();
  assert.equal(answer.isMailed, false);
  assert.match(answer.message, /Bizə zəng edin: \+994/);
});
