import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { countStatus, type Reply } from '@deqiq/testkit/http/replies.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import {
  type Send,
  type ServerCluster,
  startServerCluster,
} from '@deqiq/testkit/process/server-cluster.ts';

const STATS = '/api/admin/partner-stats';
const GIFT = '/api/partner/misc/demand-payment';

/** Signed-in staff and partners. Each test has partners of its own. */
function createClinic({ admin, addPartner, db, signIn }: ServerCluster) {
  const balance = (id: string, amount: number, action: string) =>
    admin('PATCH', `${STATS}/balance/${id}`, { balance: amount, action });
  const patients = (id: string, count: number, action: string) =>
    admin('PATCH', `${STATS}/patients/${id}`, { count, action });

  async function signedInPartner(points: number) {
    const { id, login } = await addPartner();
    if (points !== 0) ok(await balance(id, points, 'set'));
    return { id, send: await signIn('partner', login) };
  }

  async function figures(id: string) {
    const partner = ok(await admin('GET', `${STATS}/${id}`)).partner as Record<string, number>;
    return { balance: partner.balance, patients: partner.sendedPatientsCount };
  }

  return { admin, db, balance, patients, signedInPartner, figures };
}

function ok(reply: Reply): Reply['body'] {
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));

const askedFor = (reply: Reply): string => (ok(reply).payment as { _id: string })._id;

test('changes at the same time', async (t) => {
  const clinic = createClinic(await startServerCluster(t));

  await t.test('fifty additions at once all count, and so do fifty of patients', async () => {
    const { db, balance, patients, signedInPartner, figures } = clinic;
    const { id } = await signedInPartner(0);
    const replies = await Promise.all(
      times(100, (n) => (n % 2 ? balance(id, (n + 1) / 100, 'add') : patients(id, 2, 'add'))),
    );
    assert.equal(countStatus(replies, 200), 100);
    assert.deepEqual(await figures(id), { balance: 25.5, patients: 100 });
    const ofPartner = db.selectFrom('ledger').select('reason').where('partner_id', '=', id);
    const rows = await ofPartner.execute();
    assert.equal(rows.filter((row) => row.reason === 'balance-add').length, 50);
    assert.equal(rows.length, 100);
    await assertBooked(db);
  });

  await t.test('a count is lowered by racing calls to zero and no further', async () => {
    const { db, patients, signedInPartner, figures } = clinic;
    const { id } = await signedInPartner(0);
    ok(await patients(id, 7, 'set'));
    const replies = await Promise.all(times(30, () => patients(id, 1, 'subtract')));
    assert.deepEqual([countStatus(replies, 200), countStatus(replies, 409)], [7, 23]);
    assert.equal((await figures(id)).patients, 0);
    await assertBooked(db);
  });

  await t.test('the last point is spent once by concurrent requests', async () => {
    const { db, signedInPartner, figures } = clinic;
    for (const points of [1, 3.5]) {
      const partner = await signedInPartner(points);
      const replies = await Promise.all(times(40, () => partner.send('POST', GIFT)));
      const spent = Math.floor(points);
      assert.deepEqual([countStatus(replies, 200), countStatus(replies, 409)], [spent, 40 - spent]);
      assert.equal((await figures(partner.id)).balance, points - spent);
      const payments = await db
        .selectFrom('payments')
        .select('id')
        .where('partner_id', '=', partner.id)
        .execute();
      assert.equal(payments.length, spent);
    }
    await assertBooked(db);
  });

  await t.test(
    'of confirm and reject exactly one wins, and only a rejection refunds the point',
    async () => {
      const { admin, db, signedInPartner, figures } = clinic;
      const { id, send } = await signedInPartner(15);
      let left = 15;
      const won = new Set<string>();
      for (const payment of await asking(send, 15)) {
        left -= 1;
        const replies = await Promise.all(
          times(8, (n) => admin('PATCH', `/api/admin/payments/${verbs[n % 2]}/${payment}`)),
        );
        assert.deepEqual([countStatus(replies, 200), countStatus(replies, 409)], [1, 7]);
        const settled = replies.find((reply) => reply.status === 200)?.body.payment;
        const { status } = settled as { status: string };
        won.add(status);
        if (status === 'rejected') left += 1;
        const row = await db.selectFrom('payments').selectAll().where('id', '=', payment).execute();
        assert.equal(row[0]?.status, status);
      }
      assert.equal((await figures(id)).balance, left);
      assert.ok(won.size > 0);
      await assertBooked(db);
    },
  );

  await t.test('the ledger adds up after concurrent changes', async () => {
    const { admin, db, balance, patients, signedInPartner } = clinic;
    const partners = await Promise.all([signedInPartner(20), signedInPartner(20)]);
    const waiting = (await Promise.all(partners.map(({ send }) => asking(send, 10)))).flat();
    const replies = await Promise.all(
      partners.flatMap(({ id, send }, first) => [
        ...times(10, () => send('POST', GIFT)),
        ...times(10, (n) => balance(id, n / 4, actions[n % 3] ?? 'set')),
        ...times(10, (n) => patients(id, n, actions[n % 3] ?? 'set')),
        ...times(3, () => admin('PATCH', `${STATS}/reset/${id}`)),
        ...times(20, (n) => {
          const payment = waiting[(n * 2 + first) % waiting.length];
          return admin('PATCH', `/api/admin/payments/${verbs[n % 2]}/${payment}`);
        }),
      ]),
    );
    assert.equal(countStatus(replies, 200) + countStatus(replies, 409), replies.length);
    await assertBooked(db);
  });

  await t.test('of two concurrent password changes exactly one succeeds', async () => {
    const { signedInPartner } = clinic;
    const { send } = await signedInPartner(0);
    const replies = await Promise.all(
      times(4, (n) =>
        send('PUT', '/api/partner/account/password', {
          oldPassword: PARTNER_PASSWORD,
          newPassword: `yeni-şifrə-${n}`,
        }),
      ),
    );
    assert.equal(countStatus(replies, 200), 1);
    assert.equal(countStatus(replies, 400) + countStatus(replies, 409), 3);
  });
});

const verbs = ['confirm', 'reject'];
const actions = ['set', 'add', 'subtract'];

/** The ids of as many payments that wait. */
async function asking(send: Send, count: number): Promise<string[]> {
  return (await Promise.all(times(count, () => send('POST', GIFT)))).map(askedFor);
}
