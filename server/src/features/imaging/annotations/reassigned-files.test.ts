import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendWaitingStudy } from '@deqiq/samples/dicom/waiting-study.ts';
import { callsAbout } from '@deqiq/testkit/http/annotations.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

test('a doctor’s notes do not follow an X-ray to another doctor', async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const { admin } = world;
  const patient = { firstName: 'Nigar', lastName: 'Hüseynova' };
  const newDoctor = async () => {
    const { partner, client } = await world.signedInPartner();
    const checkup = await world.addCheckup({ partner: partner._id, ...patient });
    return { client, checkup: checkup._id };
  };
  const wrong = await newDoctor();
  const right = await newDoctor();
  const study = await sendWaitingStudy(admin, { patient: 'Huseynova^Nigar' });
  const file = (await study.read()).files[0]?.id ?? '';
  const notes = callsAbout(file);
  (await study.assign(wrong.checkup)).ok();
  const note = await notes.add(wrong.client, 'partner', { label: 'HIV+' });
  await notes.add(wrong.client, 'partner', {
    content: { kind: 'window', centre: 300, width: 900 },
  });
  await notes.add(admin, 'admin', { label: 'Kista?' });

  await study.undo();
  (await study.assign(right.checkup)).ok();

  const labels = async (who: typeof admin, area: 'admin' | 'partner') =>
    (await notes.list(who, area)).map(({ label }) => label);
  assert.deepEqual(await labels(right.client, 'partner'), ['Kista?']);
  assert.deepEqual(await labels(admin, 'admin'), ['Kista?']);
  (await notes.change(right.client, 'partner', note)).refused(404);
  (await notes.remove(right.client, 'partner', note)).refused(404);
  const taken = await notes.create(right.client, 'partner', { _id: note._id });
  assert.doesNotMatch(JSON.stringify(taken.refused(409)), /HIV/);
  assert.equal((await notes.add(right.client, 'partner')).version, 1);

  await study.undo();
  (await study.assign(wrong.checkup)).ok();
  // Notes of one millisecond have no order.
  assert.deepEqual((await labels(wrong.client, 'partner')).toSorted(), ['', 'HIV+', 'Kista?']);
});
