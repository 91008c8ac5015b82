import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ShareList } from '@deqiq/contract/examinations/shares.ts';
import { addPushSubscription } from '@deqiq/testkit/http/push-subscriptions.ts';
import { listAudit, sharedClinic } from '@deqiq/testkit/http/share-clinic.ts';
import { sendPin, toPath } from '@deqiq/testkit/http/shares.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { MINUTE } from '../../../platform/time.ts';

const OWN = '/api/partner/shares';

describe('the PIN', () => {
  const newClinic = sharedClinic();
  const newLimitedClinic = sharedClinic({ rateLimits: true });
  const wrong = (pin = '') => (pin === '000000' ? '000001' : '000000');

  test('is refused 5 times, then for 15 minutes; 20 wrong ones end the share', async () => {
    const clinic = await newClinic();
    const { share, visitor, partner, clock } = clinic;
    const created = await share();
    const path = toPath(created);
    const attempt = async (pin: string | undefined, address = '10.0.0.1') =>
      (await sendPin(visitor, path, pin, address)).status;
    for (let round = 0; round < 4; round += 1) {
      const isLast = round === 3;
      // One address in the first round, many in the others: the share counts, not the address.
      for (let number = 0; number < 5; number += 1) {
        const address = round === 0 ? '10.0.0.1' : `10.${round}.${number}.7`;
        const expected = number < 4 ? 403 : isLast ? 410 : 429;
        assert.equal(await attempt(wrong(created.pin), address), expected);
        if (!isLast) clock.at += MINUTE;
      }
      if (isLast) break;
      // Locked: the right PIN does not help, and what is tried now is not counted.
      assert.equal(await attempt(created.pin), 429);
      assert.equal(await attempt(wrong(created.pin), '10.9.9.9'), 429);
      const { response } = await visitor.get(path);
      assert.match(response.body, /dəfələrlə səhv/);
      assert.doesNotMatch(response.body, /<button|<input/);
      assert.match(response.body, /<a class="button quiet" href="\/paylasim\/[^"]+">Yenidən yoxla/);
      clock.at += 13 * MINUTE;
      assert.equal(await attempt(created.pin), 429);
      clock.at += MINUTE;
    }
    assert.equal(await attempt(created.pin), 410);
    assert.equal((await visitor.get(path)).status, 410);
    const login = { email: partner.email, password: PARTNER_PASSWORD };
    const client = await visitor.signIn('partner', login);
    const [listed] = (await client.get(OWN)).ok<ShareList>().shares;
    assert.equal(listed?.state, 'blocked');
    (await client.delete(`${OWN}/${listed?._id}`)).refused(404);
    const refusals = await listAudit(clinic, 'share', 'open', [created.share._id]);
    assert.equal(refusals.filter(({ result }) => result === 'refused').length, 20);
  });

  test('that is locked is told to the partner who shares, once per share', async () => {
    const { share, visitor, client, clock, db } = await newClinic();
    const device = await addPushSubscription(client);
    const created = await share();
    for (let number = 0; number < 10; number += 1) {
      if (number === 5) clock.at += 16 * MINUTE;
      await sendPin(visitor, toPath(created), wrong(created.pin), `10.0.${number}.1`);
    }
    const messages = await db
      .selectFrom('outbox')
      .select(['channel', 'kind'])
      .where('recipient', '=', device ?? '')
      .execute();
    assert.deepEqual(messages, [{ channel: 'push', kind: 'share-locked' }]);
  });

  test('is counted over 15 sliding minutes, however the tries are spread', async () => {
    const { share, visitor, clock } = await newClinic();
    const created = await share();
    const attempt = async () =>
      (await sendPin(visitor, toPath(created), wrong(created.pin))).status;
    const statuses: number[] = [];
    for (const minutes of [0, 14, 0, 0, 2, 0]) {
      clock.at += minutes * MINUTE;
      statuses.push(await attempt());
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429]);
  });

  test('is counted when tried at once', async () => {
    const { share, visitor } = await newClinic();
    const created = await share();
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const address = `10.0.${number}.1`;
        return (await sendPin(visitor, toPath(created), wrong(created.pin), address)).status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 403).length, 4);
    assert.equal(statuses.filter((status) => status === 429).length, 8);
    assert.equal((await sendPin(visitor, toPath(created), created.pin)).status, 429);
  });

  test('may be missing or contain blanks without costing a try', async () => {
    const { share, visitor } = await newClinic();
    const created = await share();
    for (let number = 0; number < 8; number += 1)
      assert.equal((await sendPin(visitor, toPath(created), undefined)).status, 303);
    const spaced = `${created.pin?.slice(0, 3)} ${created.pin?.slice(3)}`;
    const { response } = await sendPin(visitor, toPath(created), spaced);
    assert.match(String(response.headers['set-cookie']), /HttpOnly; SameSite=Lax$/);
  });

  test('openings of one address are limited', async () => {
    const { share, visitor } = await newLimitedClinic();
    const path = toPath(await share({ pin: false }));
    for (let number = 0; number < 60; number += 1)
      assert.equal((await sendPin(visitor, path, undefined, '10.0.0.1')).status, 303);
    assert.equal((await sendPin(visitor, path, undefined, '10.0.0.1')).status, 429);
    assert.equal((await sendPin(visitor, path, undefined, '10.0.0.2')).status, 303);
  });
});
