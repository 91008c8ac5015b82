import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { FoundStudy, IntakeList } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const SIDE = 16;

function instanceOf(study: string, patient: string): Buffer {
  return ctSlice({
    width: SIDE,
    height: SIDE,
    instance: 1,
    position: [0, 0, 1],
    series: `${study}.1`,
    pixels: new Uint16Array(SIDE * SIDE),
    patient,
    more: [{ tag: 0x0020_000d, vr: 'UI', value: study }],
  });
}

test('a shipment without a patient', async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const { admin } = world;
  const { client } = await world.signedInPartner();
  let count = 0;

  /** A shipment and a study that waits. */
  async function start(patient: string) {
    count += 1;
    const study = `2.25.88.${count}`;
    const file = await picture({ name: `resept-${count}.png` });
    (await client.form('POST', '/api/partner/misc/create-checkup', { file })).ok();
    const headers = { 'x-study-instances': '1' };
    (await sendByStow(admin, [instanceOf(study, patient)], { headers })).ok();
    const find = async () => {
      const { studies } = (await admin.get('/api/admin/intake')).ok<IntakeList>();
      return studies.find(({ studyUid, state }) => studyUid === study && state === 'waiting');
    };
    await untilTrue(async () => (await find()) !== undefined);
    const id = (await find())?._id ?? '';
    const [shipment] = (await readOwn()) ?? [];
    const path = `/api/admin/intake/${id}`;
    const assign = () => admin.post(`${path}/assign`, { checkup: shipment?._id });
    const undo = async () => {
      const { assignment } = (await admin.get(path)).ok<FoundStudy>().study;
      return admin.post(`${path}/undo`, { assignment: assignment?.at });
    };
    return { checkup: shipment?._id ?? '', assign, undo };
  }

  const readOwn = async () =>
    (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>().checkups;

  const readName = async (id: string) => {
    const { firstName, lastName, status } = (await readOwn()).find(({ _id }) => _id === id) ?? {};
    return [firstName, lastName, status];
  };

  const readExamination = async (id: string) =>
    (await readOwn()).find(({ _id }) => _id === id)?.name;

  await t.test('gets the name of its study, and undoing takes it back', async () => {
    const { checkup, assign, undo } = await start('Hüseynova^Nigar');
    (await assign()).ok();
    assert.deepEqual(await readName(checkup), ['Nigar', 'Hüseynova', 'completed']);
    const found = (
      await client.get('/api/partner/misc/checkups?name=huseynova')
    ).ok<OwnCheckupList>();
    assert.equal(found.checkups.length, 1, 'the doctor finds it by the name');
    (await undo()).ok();
    assert.deepEqual(await readName(checkup), ['', '', 'pending']);
    (await assign()).ok();
    assert.deepEqual(await readName(checkup), ['Nigar', 'Hüseynova', 'completed']);
  });

  await t.test('keeps a name that staff corrected meanwhile', async () => {
    const { checkup, assign, undo } = await start('Huseynova^Nigar');
    (await assign()).ok();
    const name = { firstName: 'Nigar', lastName: 'Hüseynli' };
    const merge = { checkupId: checkup, ...name, files: [] };
    (await admin.post('/api/admin/checkups/merge-chunks', merge)).ok();
    (await undo()).ok();
    assert.deepEqual(await readName(checkup), ['Nigar', 'Hüseynli', 'pending']);
  });

  await t.test('is called what its study is, and undoing takes that back, too', async () => {
    const { checkup, assign, undo } = await start('Hüseynova^Nigar');
    assert.equal(await readExamination(checkup), 'Göndəriş');
    (await assign()).ok();
    assert.equal(await readExamination(checkup), 'KLKT');
    (await undo()).ok();
    assert.equal(await readExamination(checkup), 'Göndəriş');
  });

  await t.test('keeps what staff call it, before and after the assignment', async () => {
    for (const isBefore of [true, false]) {
      const { checkup, assign, undo } = await start('Hüseynova^Nigar');
      if (!isBefore) (await assign()).ok();
      const person = { firstName: 'Nigar', lastName: 'Hüseynova' };
      const merge = { checkupId: checkup, ...person, name: 'İmplant planı', files: [] };
      (await admin.post('/api/admin/checkups/merge-chunks', merge)).ok();
      if (isBefore) (await assign()).ok();
      assert.equal(await readExamination(checkup), 'İmplant planı');
      (await undo()).ok();
      assert.equal(await readExamination(checkup), 'İmplant planı');
    }
  });

  await t.test('stays without one where the study has none', async () => {
    const { checkup, assign } = await start('');
    (await assign()).ok();
    assert.deepEqual(await readName(checkup), ['', '', 'completed']);
  });
});
