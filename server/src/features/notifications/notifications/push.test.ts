import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultTrace } from '@deqiq/contract/examinations/results.ts';
import {
  MAX_DEVICES,
  type PushSubscriptions,
} from '@deqiq/contract/notifications/notifications.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { referralCalls } from '@deqiq/testkit/http/referrals.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { MINUTE, newPost } from '@deqiq/testkit/mail/post.ts';
import type { PushConduct } from '@deqiq/testkit/push/push-service.ts';
import { deriveVapidKeys } from '../../../platform/push/vapid-keys.ts';
import { isoNow } from '../../../platform/time.ts';
import { pushSubscriptionsService } from './push-subscriptions/push-subscriptions.service.ts';

const DEVICES = '/api/partner/notifications/devices';

test('push messages', async (t) => {
  const post = await newPost(t);
  const { admin, visitor, db, pushService, pusher, advance, deliver } = post;
  const { partner, client } = await post.signedInPartner();
  const addResult = () => post.addCheckup({ partner: partner._id });
  const signIn = () =>
    visitor.signIn('partner', { email: partner.email, password: PARTNER_PASSWORD });
  const readDevices = async (of: Client) => (await of.get(DEVICES)).ok<PushSubscriptions>();

  /** Switches push messages on in a browser of this client. */
  async function subscribe(of: Client) {
    const fields = pushService.subscribe((await readDevices(of)).publicKey);
    const { devices } = (await of.post(DEVICES, fields)).ok<PushSubscriptions>();
    return { fields, ...fields, id: devices.find(({ isCurrent }) => isCurrent)?._id ?? '' };
  }

  const arrived = () => pushService.received.splice(0);
  const endpoints = () =>
    arrived()
      .map(({ endpoint }) => endpoint)
      .toSorted();
  const nothing = async () => {
    await deliver();
    assert.deepEqual(arrived(), []);
  };
  const messages = () =>
    db.selectFrom('outbox').selectAll().where('channel', '=', 'push').orderBy('id').execute();

  async function withConduct(conduct: PushConduct, work: () => Promise<void>) {
    pushService.conduct = conduct;
    await work().finally(() => {
      pushService.conduct = {};
    });
  }

  t.beforeEach(post.startAgain);
  const phone = await subscribe(client);

  await t.test('says that a result is ready, without a name, with a link to it', async () => {
    const { _id } = await addResult();
    await nothing();
    advance(2 * MINUTE);
    await deliver();
    const [message, ...others] = arrived();
    assert.ok(message);
    assert.deepEqual(others, []);
    const [row] = await messages();
    assert.deepEqual(message.payload, {
      title: 'Yeni nəticəniz hazırdır',
      path: `/partner/dashboard/rentgen/${_id}`,
      tag: row?.id,
      unseen: '1',
    });
    assert.equal(message.endpoint, phone.endpoint);
    assert.equal(message.headers.ttl, String(24 * 60 * 60 - 120));
    assert.equal(message.headers.urgency, 'high');
    assert.match(String(message.headers.topic), /^[\w-]{1,32}$/);
    assert.equal(message.size, 4096, 'the length tells nothing of the content');
    assert.deepEqual([row?.state, row?.is_confirmed], ['sent', 1]);
    const trace = (await admin.get(`/api/admin/checkups/${_id}/trace`)).ok<ResultTrace>();
    assert.equal(trace.pushedAt, isoNow(post.now));
    await nothing();
  });

  await t.test('of a referral opens it', async () => {
    const calls = referralCalls(post, client);
    const { _id } = await calls.send();
    await calls.accept(_id);
    advance(2 * MINUTE);
    await deliver();
    const [message] = arrived();
    assert.equal(message?.payload.path, `/partner/dashboard/referrals/${_id}`);
  });

  await t.test('of results within two minutes is one message', async () => {
    await addResult();
    advance(MINUTE);
    await addResult();
    advance(MINUTE);
    await deliver();
    const payloads = arrived().map(({ payload }) => payload);
    assert.deepEqual(
      payloads.map(({ title, path }) => [title, path]),
      [['Yeni nəticələriniz hazırdır', '/partner/dashboard/rentgen']],
    );
  });

  await t.test('reaches each device once, and not a device of another partner', async () => {
    const other = await post.signedInPartner();
    await subscribe(other.client);
    const tablet = await subscribe(await signIn());
    const { _id } = await addResult();
    advance(2 * MINUTE);
    await deliver();
    assert.deepEqual(endpoints(), [phone.endpoint, tablet.endpoint].toSorted());
    for (const status of ['pending', 'completed']) (await post.setStatus(_id, status)).ok();
    advance(2 * MINUTE);
    await nothing();
    (await client.delete(`${DEVICES}/${tablet.id}`)).ok();
  });

  await t.test('arrives once after the service was down and busy, and has hung up', async () => {
    const answers = [429, 503, 500, 401];
    const atEnd = () => {
      if (answers.length === 1) pushService.hangUp();
      return answers.shift();
    };
    await pushService.stop();
    await addResult();
    advance(2 * MINUTE);
    await deliver();
    await pushService.start();
    await withConduct({ atEnd }, async () => {
      for (let minute = 0; minute < 30; minute += 1) {
        advance(MINUTE);
        await deliver();
      }
    });
    assert.deepEqual(endpoints(), [phone.endpoint]);
    assert.deepEqual(answers, []);
  });

  await t.test('is not sent again by a process that starts after the end was sent', async () => {
    const isAccepted = Promise.withResolvers<void>();
    const atReply = () => {
      isAccepted.resolve();
      return new Promise<void>(() => {});
    };
    await addResult();
    advance(2 * MINUTE);
    await withConduct({ atReply }, async () => {
      post.queue.wake();
      await isAccepted.promise;
      const newest = (await messages()).at(-1);
      assert.equal(newest?.state, 'finishing');
    });
    // The lease of the process that waits for the response ends.
    advance(10 * MINUTE);
    await deliver();
    assert.equal(arrived().length, 1);
    const row = (await messages()).at(-1);
    assert.deepEqual([row?.state, row?.is_confirmed], ['sent', 0]);
  });

  await t.test(
    'that is refused for good is not sent again; redirects are not followed',
    async () => {
      for (const status of [400, 301]) {
        const before = pushService.requests;
        await withConduct({ atStart: () => status }, async () => {
          await addResult();
          advance(2 * MINUTE);
          await deliver();
        });
        advance(60 * MINUTE);
        await nothing();
        assert.equal(pushService.requests, before + 1);
        assert.equal((await messages()).at(-1)?.failure, `PUSH ${status}`);
        post.startAgain();
      }
      assert.ok(!post.logged.join().includes(phone.endpoint), 'an endpoint is in the log');
    },
  );

  await t.test('goes only to partners who want it', async () => {
    (await client.put('/api/partner/notifications', { byPush: false })).ok();
    await addResult();
    advance(2 * MINUTE);
    await nothing();
    (await client.put('/api/partner/notifications', { byPush: true })).ok();
    await addResult();
    (await client.put('/api/partner/notifications', { byPush: false })).ok();
    advance(2 * MINUTE);
    await nothing();
    (await client.put('/api/partner/notifications', {})).refused(400);
    // Switching it on in a browser says so, too.
    await client.post(DEVICES, phone.fields);
    const settings = (await client.get('/api/partner/notifications')).ok<object>();
    assert.deepEqual(settings, { email: { isAvailable: true, isOn: true }, push: { isOn: true } });
  });

  await t.test('is given up after 24 hours', async () => {
    await pushService.stop();
    await addResult();
    for (let hour = 0; hour < 25; hour += 1) {
      advance(60 * MINUTE);
      await deliver();
    }
    await pushService.start();
    advance(60 * MINUTE);
    await nothing();
    const row = (await messages()).at(-1);
    assert.deepEqual([row?.state, row?.failure], ['failed', 'expired']);
  });

  await t.test(
    'does not reach a device that was signed out, and that of an expired session',
    async () => {
      const signedOut = await signIn();
      const revoked = await signIn();
      const expired = await signIn();
      for (const each of [signedOut, revoked]) await subscribe(each);
      const expiredDevice = await subscribe(expired);
      const own = await readDevices(revoked);
      assert.equal(own.devices.length, 4);
      (await signedOut.post('/api/partner/auth/logout', {})).ok();
      const { sessions } = (await revoked.get('/api/partner/auth/sessions')).ok<{
        sessions: { _id: string; current: boolean }[];
      }>();
      const current = sessions.find((session) => session.current)?._id;
      (await client.delete(`/api/partner/auth/sessions/${current}`)).ok();
      await db
        .updateTable('sessions')
        .set({ expires_at: '2026-01-01T00:00:00.000Z' })
        .where('id', 'in', (of) =>
          of
            .selectFrom('push_subscriptions')
            .select('session_id')
            .where('id', '=', expiredDevice.id),
        )
        .execute();
      await signIn();
      await addResult();
      advance(2 * MINUTE);
      await deliver();
      assert.deepEqual(endpoints(), [phone.endpoint, expiredDevice.endpoint].toSorted());
    },
  );

  await t.test('reaches only this device after a new password', async () => {
    const path = '/api/partner/account/password';
    const newPassword = 'a password that nobody knows';
    (await client.put(path, { oldPassword: PARTNER_PASSWORD, newPassword })).ok();
    assert.equal((await readDevices(client)).devices.length, 1);
    (await client.put(path, { oldPassword: newPassword, newPassword: PARTNER_PASSWORD })).ok();
  });

  await t.test('about one partner never reaches the next partner of the browser', async () => {
    const shared = await subscribe(await signIn());
    await addResult();
    const next = await post.signedInPartner();
    (await next.client.post(DEVICES, shared.fields)).ok();
    advance(2 * MINUTE);
    await deliver();
    assert.deepEqual(endpoints(), [phone.endpoint]);
    assert.equal((await readDevices(next.client)).devices.length, 1);
  });

  await t.test('ends where the push service knows the subscription no more', async () => {
    for (const status of [404, 410]) {
      const tablet = await subscribe(await signIn());
      const isTablet = { atStart: () => status };
      (await client.put('/api/partner/notifications', { byPush: true })).ok();
      await db.deleteFrom('push_subscriptions').where('id', '=', phone.id).execute();
      await addResult();
      advance(2 * MINUTE);
      await withConduct(isTablet, deliver);
      assert.equal((await messages()).at(-1)?.failure, `PUSH ${status}`);
      const ids = (await readDevices(client)).devices.map(({ _id }) => _id);
      assert.ok(!ids.includes(tablet.id));
      await client.post(DEVICES, phone.fields);
    }
  });

  await t.test('go to ten devices of a partner at most', async () => {
    const { partner: other } = await post.signedInPartner();
    const login = { email: other.email, password: PARTNER_PASSWORD };
    let last: Client | undefined;
    for (let count = 0; count < MAX_DEVICES + 2; count += 1) {
      last = await visitor.signIn('partner', login);
      await subscribe(last);
      advance(1);
    }
    assert.ok(last);
    const { devices } = await readDevices(last);
    assert.equal(devices.length, MAX_DEVICES);
    assert.ok(devices[0]?.isCurrent, 'the newest one stays');
  });

  await t.test('are not delayed by silent devices of another partner', async () => {
    const { partner: silent, client: first } = await post.signedInPartner();
    const login = { email: silent.email, password: PARTNER_PASSWORD };
    const hanging = new Set([(await subscribe(first)).endpoint]);
    for (let count = 1; count < MAX_DEVICES; count += 1)
      hanging.add((await subscribe(await visitor.signIn('partner', login))).endpoint);
    const hangUp = Promise.withResolvers<undefined>();
    const atEnd = (endpoint: string) => (hanging.has(endpoint) ? hangUp.promise : undefined);
    const requests = pushService.requests;
    await post.addCheckup({ partner: silent._id });
    advance(1);
    await addResult();
    advance(2 * MINUTE);
    await withConduct({ atEnd }, async () => {
      post.queue.wake();
      await untilTrue(async () => endpoints().includes(phone.endpoint));
    });
    assert.ok(pushService.requests - requests <= 5, 'one partner has four attempts at a time');
    hangUp.resolve(undefined);
    advance(10 * MINUTE);
    await deliver();
    pushService.received.length = 0;
  });

  await t.test('go to addresses that a push service can have only', async () => {
    const { endpoint: _, ...keys } = pushService.subscribe('');
    const wrong = [
      'http://push.example.com/x',
      'https://127.0.0.1/x',
      'https://2130706433/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://localhost/x',
      'https://push.example.com:8443/x',
      'https://user:secret@push.example.com/x',
      'ftp://push.example.com/x',
      `${pushService.origin.replace(/\d+$/, '1')}/x`,
      'push.example.com',
      'https://attacker.example.net/x',
      'https://push.example.com.attacker.example/x',
      `https://push.example.com/${'x'.repeat(1_024)}`,
    ];
    for (const endpoint of wrong) {
      const { fields } = (await client.post(DEVICES, { ...keys, endpoint })).refused(400);
      assert.equal(fields?.[0]?.path, 'endpoint', endpoint);
    }
    const endpoint = 'https://push.example.com/x';
    const notOnCurve = `BA${'A'.repeat(85)}`;
    for (const bad of [{}, { ...keys, p256dh: notOnCurve }, { ...keys, auth: 'short' }])
      (await client.post(DEVICES, { endpoint, ...bad })).refused(400);
  });

  await t.test('are managed by their partner only', async () => {
    const { client: other } = await post.signedInPartner();
    const [device] = (await readDevices(client)).devices;
    assert.ok(device);
    (await other.delete(`${DEVICES}/${device._id}`)).refused(404);
    assert.deepEqual((await readDevices(other)).devices, []);
    (await visitor.get(DEVICES)).refused(401);
    (await admin.get(DEVICES)).refused(403);
    (await client.delete(`${DEVICES}/${device._id}`)).ok();
    (await client.delete(`${DEVICES}/${device._id}`)).refused(404);
  });

  await t.test('end with a new secret of the server, and with their partner', async () => {
    await subscribe(client);
    const { publicKey } = deriveVapidKeys(Buffer.from('another secret of the same server'));
    const audit = { record: () => Promise.resolve() };
    const rotated = { ...pusher, publicKey };
    const count = () => db.selectFrom('push_subscriptions').select('id').execute();
    await pushSubscriptionsService({ db, pusher, audit, now: post.now }).removeOfOtherKeys();
    assert.notEqual((await count()).length, 0);
    await pushSubscriptionsService({
      db,
      pusher: rotated,
      audit,
      now: post.now,
    }).removeOfOtherKeys();
    assert.equal((await count()).length, 0);

    await subscribe(client);
    await addResult();
    (await admin.delete(`/api/admin/partners/${partner._id}`)).ok();
    assert.equal((await count()).length, 0);
    advance(2 * MINUTE);
    await nothing();
    assert.equal((await messages()).at(-1)?.state, 'cancelled');
  });
});
