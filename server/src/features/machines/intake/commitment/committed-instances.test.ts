import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommitmentAnswer } from '@deqiq/contract/machines/intake/storage-commitment.ts';
import { MAX_COMMITMENT_BATCH } from '@deqiq/contract/machines/intake/storage-commitment.ts';
import { blackSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { INTAKE_KEY } from '@deqiq/testkit/dicom/intake.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { type Ending, newWorld } from '@deqiq/testkit/world.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const SERIES = '2.25.7001';
const SOP_UID = `${SERIES}.1`;

async function newClinic(t: Ending) {
  const world = await newWorld(t, { settings: { INTAKE_KEY } });
  const { app, admin, db } = world;
  const ask = (instances: object[], key = INTAKE_KEY) =>
    app.inject({
      method: 'POST',
      url: '/dicom-web/intake/storage-commitment',
      headers: { authorization: `Bearer ${key}` },
      payload: { instances },
    });
  return {
    db,
    ask,
    /** The state of the instance of these tests. */
    async findState(sopClass = CT, sopUid = SOP_UID) {
      const { body } = await ask([{ sopClass, sopUid }]);
      return (JSON.parse(body) as CommitmentAnswer).states[0];
    },
    store: (patient = '1') =>
      sendByStow(admin, [
        blackSlice({ series: SERIES, more: [{ tag: 0x0020_4000, vr: 'LT', value: patient }] }),
      ]),
  };
}

test('an instance is stored once the server has its bytes', async (t) => {
  const clinic = await newClinic(t);
  assert.equal(await clinic.findState(), 'missing');
  await clinic.store();
  assert.equal(await clinic.findState(), 'stored');
  await clinic.store();
  assert.equal(await clinic.findState(), 'stored');
  assert.equal(await clinic.findState('1.2.840.10008.5.1.4.1.1.4'), 'other-class');
  assert.equal(await clinic.findState(CT, '2.25.404'), 'missing');
});

test('an instance of a deleted file is missing', async (t) => {
  const clinic = await newClinic(t);
  await clinic.store();
  await clinic.db.updateTable('intake_instances').set({ file_id: 'deleted' }).execute();
  assert.equal(await clinic.findState(), 'missing');
});

test('an instance with other data under its UID is not committed until staff have decided', async (t) => {
  const clinic = await newClinic(t);
  await clinic.store();
  await clinic.store('2');
  assert.equal(await clinic.findState(), 'conflict');
  await clinic.db.updateTable('intake_instances').set({ is_undecided: 1 }).execute();
  assert.equal(await clinic.findState(), 'undecided');
  await clinic.db.deleteFrom('intake_instances').where('is_conflict', '=', 1).execute();
  await clinic.db.updateTable('intake_instances').set({ is_undecided: 0 }).execute();
  assert.equal(await clinic.findState(), 'stored');
});

test('only the intake process asks, about a bounded number', async (t) => {
  const { ask } = await newClinic(t);
  const instance = { sopClass: CT, sopUid: SOP_UID };
  assert.equal((await ask([instance], 'x')).statusCode, 401);
  assert.equal((await ask(Array(MAX_COMMITMENT_BATCH).fill(instance))).statusCode, 200);
  assert.equal((await ask(Array(MAX_COMMITMENT_BATCH + 1).fill(instance))).statusCode, 400);
});
