import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { allowToSign, reportCalls } from '@deqiq/testkit/http/reports.ts';

/** An examined referral, and calls about reports of its checkup. */
async function examined(t: Parameters<typeof newReferralClinic>[0], reportWanted: boolean) {
  const clinic = await newReferralClinic(t, {
    settings: { SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'a@example.az' },
  });
  const { admin } = clinic;
  const { account } = (await admin.get('/api/admin/account')).ok<{ account: { _id: string } }>();
  await allowToSign(admin, account._id, 'Aygün Məmmədova');
  const { id, checkupId } = await clinic.examine(await clinic.send({ reportWanted }));
  assert.equal((await clinic.read(id)).state, 'examined');
  const state = async () => (await clinic.readOwn(id)).state;
  return { ...clinic, id, checkupId, state, ...reportCalls(admin, checkupId) };
}

test('signing moves the referral to reported, withdrawing the last report moves it back', async (t) => {
  const { id, read, state, signed, step } = await examined(t, true);
  const first = await signed();
  assert.equal(await state(), 'reported');
  const second = await signed();
  (await step(first, 'withdraw', { reason: 'Səhv' })).ok();
  assert.equal(await state(), 'reported');
  (await step(second, 'withdraw', { reason: 'Səhv' })).ok();
  assert.equal(await state(), 'examined');
  await signed();
  const { history } = await read(id);
  assert.deepEqual(
    history.slice(-4).map(({ state: each, by }) => [each, by]),
    [
      ['examined', 'staff'],
      ['reported', 'staff'],
      ['examined', 'staff'],
      ['reported', 'staff'],
    ],
  );
});

test('withdrawing the report of an examination whose X-ray was removed opens it again', async (t) => {
  const { admin, id, checkupId, read, state, signed, step } = await examined(t, true);
  const report = await signed();
  (await admin.delete(`/api/admin/checkups/${checkupId}/files/panoram.dcm`)).ok();
  assert.equal(await state(), 'reported');
  (await step(report, 'withdraw', { reason: 'Səhv' })).ok();
  const { history } = await read(id);
  assert.deepEqual(
    history.slice(-3).map(({ state: each }) => each),
    ['reported', 'examined', 'arrived'],
  );
});

test('a referral without a wanted report stays examined', async (t) => {
  const { state, signed } = await examined(t, false);
  await signed();
  assert.equal(await state(), 'examined');
});

test('the doctor is told of every report, and of a change of it', async (t) => {
  const { db, checkupId, signed, step, draft } = await examined(t, true);
  const events = () =>
    db
      .selectFrom('outbox')
      .select('kind')
      .where('kind', 'like', 'report-%')
      .orderBy('id')
      .execute();
  await draft();
  assert.deepEqual(await events(), []);
  const report = await signed();
  await signed();
  (await step(report, 'addenda', { text: 'Əlavə' })).ok();
  assert.deepEqual(
    (await events()).map(({ kind }) => kind),
    ['report-signed', 'report-signed', 'report-changed'],
  );
  const objects = await db.selectFrom('outbox_events').select('object_id').execute();
  assert.ok(objects.some(({ object_id }) => object_id === checkupId));
});
