import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { type Conduct, reply } from '@deqiq/testkit/mail/mail-server.ts';
import { MINUTE, newPost, type Post } from '@deqiq/testkit/mail/post.ts';
import { newId } from '../../../platform/ids.ts';
import { deliveryHandler } from './delivery.ts';

/** Runs a test while the mail server behaves like this. */
async function withConduct({ server }: Post, conduct: Conduct, work: () => Promise<void>) {
  server.conduct = conduct;
  await work().finally(() => {
    server.conduct = {};
  });
}

test('an e-mail', async (t) => {
  const post = await newPost(t);
  const { server, advance, deliver, arrived, outbox } = post;
  const { partner } = await post.signedInPartner();
  const addResult = () => post.addCheckup({ partner: partner._id });
  const nothing = async () => {
    await deliver();
    assert.deepEqual(arrived(), []);
  };

  t.beforeEach(post.startAgain);

  await t.test('arrives once after the server was down for 20 minutes', async () => {
    await server.stop();
    await addResult();
    for (let minute = 0; minute < 20; minute += 1) {
      advance(MINUTE);
      await deliver();
    }
    await server.start();
    for (let minute = 0; minute < 20; minute += 1) {
      advance(MINUTE);
      await deliver();
    }
    assert.equal(arrived().length, 1);
  });

  await t.test('is tried again after greylisting, and after a refusal at the end', async () => {
    const refusals = [0, 0];
    const conduct = {
      atRecipient: () => {
        refusals[0] = (refusals[0] ?? 0) + 1;
        if (refusals[0] <= 2) throw reply(451, '4.7.1 greylisted, try again later');
      },
      atEnd: () => {
        refusals[1] = (refusals[1] ?? 0) + 1;
        if (refusals[1] <= 1) throw reply(452, '4.3.1 no space');
      },
    };
    await withConduct(post, conduct, async () => {
      await addResult();
      for (let minute = 0; minute < 10; minute += 1) {
        advance(MINUTE);
        await deliver();
      }
    });
    assert.equal(arrived().length, 1);
    assert.deepEqual(refusals, [4, 2]);
  });

  await t.test('that is refused for good is not sent again', async () => {
    let attempts = 0;
    const atRecipient = (address: string) => {
      attempts += 1;
      throw reply(550, `5.1.1 ${address} unknown`);
    };
    await withConduct(post, { atRecipient }, async () => {
      await addResult();
      advance(2 * MINUTE);
      await deliver();
    });
    advance(60 * MINUTE);
    await nothing();
    assert.equal(attempts, 1);
    const failed = (await outbox()).find(({ state }) => state === 'failed');
    assert.equal(failed?.failure, 'SMTP RCPT TO 550');
    assert.ok(!post.logged.join().includes(partner.email), 'an address is in the log');
  });

  await t.test('waits for a slow server, and others overtake it', async () => {
    const slow = Promise.withResolvers<void>();
    const isSlow = Promise.withResolvers<void>();
    const other = await post.signedInPartner();
    await addResult();
    await post.addCheckup({ partner: other.partner._id });
    advance(2 * MINUTE);
    const atRecipient = async (address: string) => {
      if (address !== partner.email) return;
      isSlow.resolve();
      await slow.promise;
    };
    await withConduct(post, { atRecipient }, async () => {
      const delivered = deliver();
      await isSlow.promise;
      await untilTrue(async () => server.received.length > 0);
      slow.resolve();
      await delivered;
    });
    assert.deepEqual(
      arrived().map(({ to }) => to),
      [other.partner.email, partner.email],
    );
  });

  await t.test('is sent again when the server hangs up before it has all', async () => {
    let attempts = 0;
    const atRecipient = () => {
      attempts += 1;
      if (attempts === 1) server.hangUp();
    };
    await withConduct(post, { atRecipient }, async () => {
      await addResult();
      advance(2 * MINUTE);
      await deliver();
      advance(MINUTE);
      await deliver();
    });
    assert.equal(arrived().length, 1);
    assert.equal(attempts, 2);
  });

  await t.test('is sent again when the connection breaks while the gate is committed', async () => {
    await addResult();
    advance(2 * MINUTE);
    const { id, kind } = (await outbox()).at(-1) ?? assert.fail();
    const broken = deliveryHandler(post, {
      concurrency: 1,
      findPartner: () => Promise.resolve(partner._id),
      findTarget: () => Promise.resolve(partner.email),
      send(_message, _to, { beforeEnd }) {
        beforeEnd().catch(() => {});
        return Promise.reject(new Error('the server closed the connection'));
      },
    });
    const job = { id: newId(), kind, subject: id, payload: {}, attempt: 1 };
    await assert.rejects(async () => broken.run(job, new AbortController().signal), /closed/);
    await deliver();
    assert.equal(arrived().length, 1);
  });

  await t.test('is not sent again by a process that starts after the end was sent', async () => {
    const isAccepted = Promise.withResolvers<void>();
    const atReply = () => {
      isAccepted.resolve();
      return new Promise<void>(() => {});
    };
    await withConduct(post, { atReply }, async () => {
      await addResult();
      advance(2 * MINUTE);
      post.queue.wake();
      await isAccepted.promise;
    });
    // The lease of the process that waits for the reply ends.
    advance(10 * MINUTE);
    await deliver();
    assert.equal(arrived().length, 1);
    const row = (await outbox()).at(-1);
    assert.deepEqual([row?.state, row?.is_confirmed], ['sent', 0]);
    server.hangUp();
    advance(60 * MINUTE);
    await nothing();
    assert.equal((await outbox()).at(-1)?.state, 'sent');
  });

  await t.test('is sent by one of two processes', async () => {
    const atRecipient = async () => {
      await post.db
        .updateTable('outbox')
        .set({ state: 'finishing' })
        .where('state', '=', 'queued')
        .execute();
    };
    await withConduct(post, { atRecipient }, async () => {
      await addResult();
      advance(2 * MINUTE);
      await nothing();
    });
    advance(60 * MINUTE);
    await nothing();
  });

  await t.test('is given up after 24 hours', async () => {
    await server.stop();
    await addResult();
    for (let hour = 0; hour < 25; hour += 1) {
      advance(60 * MINUTE);
      await deliver();
    }
    await server.start();
    advance(60 * MINUTE);
    await nothing();
    const row = (await outbox()).at(-1);
    assert.deepEqual([row?.state, row?.failure], ['failed', 'expired']);
  });

  await t.test('is sent on Monday if nothing ran over the weekend', async () => {
    await addResult();
    advance(64 * 60 * MINUTE);
    await deliver();
    assert.equal(arrived().length, 1);
  });
});
