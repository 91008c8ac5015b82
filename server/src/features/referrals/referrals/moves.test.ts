import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import {
  findReferralMove,
  type ReferralMoveName,
  type ReferralMover,
  referralStates,
} from '@deqiq/contract/referrals/referral-states.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import type { Answer } from '@deqiq/testkit/client.ts';
import { addDevice } from '@deqiq/testkit/http/booking.ts';
import {
  newReferralClinic,
  type ReferralClinic,
  referralCalls,
  someReferral,
} from '@deqiq/testkit/http/referrals.ts';
import { newPost } from '@deqiq/testkit/mail/post.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import { DAY } from '../../../platform/time.ts';

const REASON = { reason: 'Səhvən yazılıb' };

/** The operations that move a referral, and their authors. */
const operations: readonly {
  readonly move: ReferralMoveName;
  readonly by: ReferralMover;
  readonly call: (clinic: ReferralClinic, id: string) => Promise<Answer>;
}[] = [
  { move: 'accept', by: 'staff', call: ({ step }, id) => step(id, 'accept') },
  { move: 'decline', by: 'staff', call: ({ step }, id) => step(id, 'decline', REASON) },
  { move: 'cancel', by: 'staff', call: ({ step }, id) => step(id, 'cancel', REASON) },
  {
    move: 'cancel',
    by: 'partner',
    call: ({ client }, id) => client.post(`/api/partner/referrals/${id}/cancel`),
  },
  {
    move: 'book',
    by: 'staff',
    async call({ admin, step }, id) {
      const device = await addDevice(admin);
      return step(id, 'book', { device, startsAt: '2027-01-11T06:00:00Z', minutes: 30 });
    },
  },
  { move: 'arrive', by: 'staff', call: ({ step }, id) => step(id, 'arrive') },
  { move: 'miss', by: 'staff', call: ({ step }, id) => step(id, 'missed') },
];

const states = ({ history }: Referral) => history.map(({ state, by }) => `${state} by ${by}`);

async function readAudit({ db }: Pick<ReferralClinic, 'db'>, id: string): Promise<string[]> {
  const rows = db.selectFrom('audit').select(['action', 'role']).where('object_id', '=', id);
  return (await rows.orderBy('id').execute()).map(({ action, role }) => `${action} ${role}`);
}

test('every move that the table allows is made and recorded, every other one is a conflict', async (t) => {
  const clinic = await newReferralClinic(t);
  for (const from of referralStates)
    for (const { move, by, call } of operations) {
      const { _id: id } = await clinic.send();
      if (from !== 'sent') await clinic.accept(id);
      await clinic.setState(id, from);
      const before = await clinic.read(id);
      const rule = findReferralMove(move, from, by);
      const answer = await call(clinic, id);
      const after = await clinic.read(id);
      const about = `${move} by ${by} from ${from}`;
      if (!rule) {
        assert.equal(answer.status, 409, about);
        const { code, referral } = answer.response.json<{ code: string; referral: Referral }>();
        assert.deepEqual([code, referral.state], ['conflict', from], about);
        assert.deepEqual(after, before, about);
        continue;
      }
      assert.equal(answer.ok<{ referral: Referral }>().referral.state, rule.to, about);
      assert.deepEqual(states(after), [...states(before), `${rule.to} by ${by}`], about);
      const role = by === 'staff' ? 'admin' : 'partner';
      assert.equal((await readAudit(clinic, id)).at(-1), `${move} ${role}`, about);
    }
});

test('a referral is edited while it is sent, and only by its partner', async (t) => {
  const clinic = await newReferralClinic(t);
  const { _id: id } = await clinic.send();
  const edit = (client = clinic.client) =>
    client.put(`/api/partner/referrals/${id}`, someReferral({ teeth: [11] }));
  const { referral } = (await edit()).ok<{ referral: Referral }>();
  assert.deepEqual(referral.teeth, [11]);
  assert.deepEqual(states(referral), ['sent by partner']);
  assert.deepEqual(await readAudit(clinic, id), ['create partner', 'change partner']);
  (await edit((await clinic.signedInPartner()).client)).refused(404);
  await clinic.accept(id);
  assert.equal((await edit()).response.json<{ referral: Referral }>().referral.state, 'accepted');
  assert.equal((await edit()).status, 409);
});

/** An accepted referral, and calls about its examination. */
async function newAccepted(clinic: ReferralClinic) {
  const { admin } = clinic;
  const { _id: id } = await clinic.send();
  const { checkup } = await clinic.accept(id);
  assert.ok(checkup);
  const path = `/api/admin/checkups/${checkup}`;
  return {
    id,
    checkup,
    read: () => clinic.read(id),
    readStatus: async () =>
      (await admin.get(path)).ok<{ checkup: { status: string } }>().checkup.status,
    async attach() {
      const fileId = await admin.upload(someDicom(), 'panoram.dcm');
      const names = { firstName: 'Nigar', lastName: 'Hüseynova' };
      const files = [{ fileId, fileName: 'panoram.dcm' }];
      const body = { checkupId: checkup, ...names, files };
      return admin.post('/api/admin/checkups/merge-chunks', body);
    },
    removeFile: async (name: string) =>
      (await admin.delete(`${path}/files/${encodeURIComponent(name)}`)).ok(),
    remove: async () => (await admin.delete(path)).ok(),
    async restore() {
      const list = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
      (await admin.post(`/api/admin/checkups/deleted/${list.deletions[0]?._id}/restore`)).ok();
    },
  };
}

describe('the examination of a referral', () => {
  test('is made with its acceptance, named in Azerbaijani, with the patient’s record', async (t) => {
    const clinic = await newReferralClinic(t);
    const accepted = await newAccepted(clinic);
    const answer = await clinic.admin.get(`/api/admin/checkups/${accepted.checkup}`);
    const { checkup } = answer.ok<{ checkup: Record<string, unknown> }>();
    const { patient } = await accepted.read();
    assert.deepEqual(
      [checkup.name, checkup.status, checkup.firstName, checkup.patient],
      ['KLKT', 'pending', 'Nigar', { _id: patient._id, code: patient.code }],
    );
    const own = await clinic.client.get(`/api/partner/checkups/${accepted.checkup}`);
    assert.equal('patient' in own.ok<{ checkup: object }>().checkup, false);
  });

  test('moves it with the first X-ray, back with the last one, and again with the restored one', async (t) => {
    const clinic = await newReferralClinic(t);
    const accepted = await newAccepted(clinic);
    (await accepted.attach()).ok();
    const moved = [
      'sent by partner',
      'accepted by staff',
      'arrived by system',
      'examined by staff',
    ];
    assert.deepEqual(states(await accepted.read()), moved);
    (await accepted.attach()).ok();
    assert.deepEqual(states(await accepted.read()), moved);
    await accepted.removeFile('panoram (2).dcm');
    assert.equal((await accepted.read()).state, 'examined');
    await accepted.removeFile('panoram.dcm');
    assert.deepEqual(states(await accepted.read()), [...moved, 'arrived by staff']);
    await accepted.restore();
    assert.equal((await accepted.read()).state, 'examined');
  });

  test('cancels it when it is deleted, and brings its state back', async (t) => {
    const clinic = await newReferralClinic(t);
    for (const prepare of ['nothing', 'attach'] as const) {
      const accepted = await newAccepted(clinic);
      if (prepare === 'attach') (await accepted.attach()).ok();
      const { state } = await accepted.read();
      await accepted.remove();
      const cancelled = await clinic.readOwn(accepted.id);
      assert.equal(cancelled.state, 'cancelled');
      assert.equal(cancelled.history.at(-1)?.reason, 'Müayinə silinib');
      assert.equal(cancelled.checkup, null);
      await accepted.restore();
      const restored = await accepted.read();
      assert.deepEqual([restored.state, restored.checkup], [state, accepted.checkup]);
    }
  });

  test('is taken back by the partner until the patient has come', async (t) => {
    const clinic = await newReferralClinic(t);
    for (const [state, status] of [
      ['accepted', 200],
      ['booked', 200],
      ['arrived', 409],
      ['missed', 409],
    ] as const) {
      const accepted = await newAccepted(clinic);
      await clinic.setState(accepted.id, state);
      const path = `/api/partner/misc/checkups/${accepted.checkup}`;
      assert.equal((await clinic.client.delete(path)).status, status, state);
      const after = await accepted.read();
      assert.equal(after.state, status === 200 ? 'cancelled' : state);
      assert.equal(after.checkup === null, status === 200, state);
    }
  });

  test('is cancelled with it, unless it has files', async (t) => {
    const clinic = await newReferralClinic(t);
    const emptied = await newAccepted(clinic);
    (await emptied.attach()).ok();
    await emptied.removeFile('panoram.dcm');
    (await clinic.step(emptied.id, 'cancel', REASON)).ok();
    assert.equal(await emptied.readStatus(), 'cancelled');
    const accepted = await newAccepted(clinic);
    (await clinic.step(accepted.id, 'cancel', REASON)).ok();
    assert.equal(await accepted.readStatus(), 'cancelled');
    assert.equal((await accepted.read()).history.at(-1)?.reason, REASON.reason);
    await accepted.remove();
    await accepted.restore();
    assert.equal((await accepted.read()).state, 'cancelled');
  });
});

test('a referral that waits for 90 days expires when it is read, with the time that was due', async (t) => {
  let now = Date.parse('2026-11-20T10:00:00Z');
  const clinic = await newReferralClinic(t, { now: () => now });
  const { _id: id } = await clinic.send();
  const { _id: arrived } = await clinic.send();
  await clinic.accept(arrived);
  (await clinic.step(arrived, 'arrive')).ok();
  now += 90 * DAY;
  const admin = await clinic.signInAdmin();
  const list = await admin.get('/api/admin/referrals?state=sent');
  assert.deepEqual(list.ok<{ referrals: Referral[] }>().referrals, []);
  const found = await admin.get(`/api/admin/referrals/${id}`);
  const { history, state } = found.ok<{ referral: Referral }>().referral;
  assert.deepEqual([state, history.at(-1)?.by], ['expired', 'system']);
  assert.equal(history.at(-1)?.at, new Date(now).toISOString());
  assert.equal((await admin.post(`/api/admin/referrals/${id}/accept`)).status, 409);
  const other = await admin.get(`/api/admin/referrals/${arrived}`);
  assert.equal(other.ok<{ referral: Referral }>().referral.state, 'arrived');
});

test('of concurrent moves one wins, and an accepted referral has one examination', async (t) => {
  const clinic = await newReferralClinic(t);
  const { _id: id } = await clinic.send();
  const answers = await Promise.all([1, 2, 3, 4].map(() => clinic.step(id, 'accept')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  const count = async (table: 'checkups' | 'patients') =>
    (await clinic.db.selectFrom(table).select('id').execute()).length;
  assert.deepEqual([await count('checkups'), await count('patients')], [1, 1]);
  const accepted = await newAccepted(clinic);
  const [cancelled, attached] = await Promise.all([
    clinic.step(accepted.id, 'cancel', REASON),
    accepted.attach(),
  ]);
  attached.ok();
  const { state } = await accepted.read();
  assert.equal(state, cancelled.status === 200 ? 'cancelled' : 'examined');
});

test('the partner is told of each state once, and staff of a new referral', async (t) => {
  const world = await newPost(t);
  const { partner, client } = await world.signedInPartner();
  const calls = referralCalls(world, client);
  const { _id: id } = await calls.send();
  await calls.accept(id);
  for (let round = 0; round < 2; round += 1) {
    await calls.setState(id, 'booked');
    (await calls.step(id, 'missed')).ok();
  }
  (await calls.step((await calls.send())._id, 'decline', REASON)).ok();
  const rows = world.db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('id');
  assert.deepEqual(
    (await rows.execute()).map(({ kind, recipient }) => [kind, recipient]),
    [
      ['referral', 'staff'],
      ['referral-accepted', partner._id],
      ['referral-missed', partner._id],
      ['referral', 'staff'],
      ['referral-declined', partner._id],
    ],
  );
});
