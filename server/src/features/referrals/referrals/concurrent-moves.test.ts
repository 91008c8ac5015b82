import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundPatient, PatientAnswer } from '@deqiq/contract/referrals/patients/patients.ts';
import type { ReferralState } from '@deqiq/contract/referrals/referral-states.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { pauseTransaction, untilBlocked } from '@deqiq/testkit/databases/paused-transaction.ts';
import { erase } from '@deqiq/testkit/erasure/erase-and-search.ts';
import { newReferralClinic, type ReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import { v7 } from 'uuid';

async function addPatient({ admin }: ReferralClinic) {
  const body = { firstName: 'Nigar', lastName: 'Hüseynova' };
  return (await admin.post('/api/admin/patients', body)).ok<PatientAnswer>().patient;
}

/** Rows that an acceptance writes, of all referrals. */
async function countRows({ db }: ReferralClinic) {
  const count = async (table: 'checkups' | 'referral_history' | 'outbox_events') =>
    (await db.selectFrom(table).select('id').execute()).length;
  return {
    checkups: await count('checkups'),
    steps: await count('referral_history'),
    messages: await count('outbox_events'),
  };
}

test('an erased patient takes no referral, and nothing of the acceptance remains', async (t) => {
  const clinic = await newReferralClinic(t);
  const { _id: id } = await clinic.send();
  const patient = await addPatient(clinic);
  const before = await countRows(clinic);
  const erased = await erase(clinic, ['patient', patient.code, '--yes']);
  assert.equal(erased.status, 0, erased.output);
  const answer = await clinic.step(id, 'accept', { patient: patient._id });
  assert.equal(answer.refused(404).message, 'Pasiyent tapılmadı');
  assert.deepEqual(await countRows(clinic), before);
  assert.equal((await clinic.read(id)).state, 'sent');
  assert.equal((await clinic.accept(id)).state, 'accepted');
});

test('a patient who is erased during an acceptance takes the referral wholly or not at all', async (t) => {
  const clinic = await newReferralClinic(t);
  for (let round = 0; round < 20; round += 1) {
    const { _id: id } = await clinic.send();
    const { _id: patient } = await addPatient(clinic);
    const before = await countRows(clinic);
    const changes = { erased_at: new Date().toISOString() };
    const [answer] = await Promise.all([
      clinic.step(id, 'accept', { patient }),
      clinic.db.updateTable('patients').set(changes).where('id', '=', patient).execute(),
    ]);
    const { state } = await clinic.read(id);
    assert.equal(state, answer.status === 200 ? 'accepted' : 'sent');
    if (answer.status === 200) continue;
    answer.refused(404);
    assert.deepEqual(await countRows(clinic), before);
  }
});

/** Makes a call while a transaction has changed a referral, which is committed when the call waits for it. */
async function callDuringChange<T>(
  clinic: ReferralClinic,
  id: string,
  changes: { first_name?: string; status?: ReferralState },
  call: () => Promise<T>,
): Promise<T> {
  const change = await pauseTransaction(clinic.db, (tx) =>
    tx.updateTable('referrals').set(changes).where('id', '=', id).execute(),
  );
  const answer = call();
  await untilBlocked(clinic.db);
  await change.commit();
  return answer;
}

test('an X-ray is stored where its referral expires during the upload', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin } = clinic;
  const { _id: id, checkup } = await clinic.accept((await clinic.send())._id);
  const fileId = await admin.upload(someDicom(), 'a.dcm');
  const body = {
    checkupId: checkup,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    files: [{ fileId, fileName: 'a.dcm' }],
  };
  const answer = await callDuringChange(clinic, id, { status: 'expired' }, () =>
    admin.post('/api/admin/checkups/merge-chunks', body),
  );
  answer.ok();
  assert.equal((await clinic.read(id)).state, 'expired');
});

test('what a partner changes until the acceptance is in the record of the patient', async (t) => {
  const clinic = await newReferralClinic(t);
  const { _id: id } = await clinic.send();
  const { patient } = await callDuringChange(clinic, id, { first_name: 'Nigarə' }, () =>
    clinic.accept(id),
  );
  const found = await clinic.admin.get(`/api/admin/patients/${patient._id}`);
  assert.equal(found.ok<FoundPatient>().patient.firstName, 'Nigarə');
});

test('steps have the order of the moves, whatever the wall clock of a node says', async (t) => {
  const clinic = await newReferralClinic(t);
  const { _id: id } = await clinic.send();
  const ofFastNode = { id: v7({ msecs: Date.now() + 3_000 }) };
  await clinic.db.updateTable('referral_history').set(ofFastNode).execute();
  await clinic.accept(id);
  const { history } = (await clinic.step(id, 'arrive')).ok<{ referral: Referral }>().referral;
  assert.deepEqual(
    history.map(({ state }) => state),
    ['sent', 'accepted', 'arrived'],
  );
});
