import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type { StudyAnswer } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const STUDY = '2.25.9';
const SERIES = '2.25.1';
const SIDE = 16;

const slices = [1, 2, 3].map((instance) =>
  ctSlice({
    width: SIDE,
    height: SIDE,
    instance,
    position: [0, 0, instance],
    pixels: new Uint16Array(SIDE * SIDE).fill(instance),
  }),
);

test('a study from a machine is found by staff, and by the partner to whom it is assigned', async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const { admin, visitor, db } = world;
  const device = await admin.post('/api/admin/devices', { name: 'Vatech', kind: 'cbct' });
  const { token } = device.ok<TokenAnswer>();
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({ partner: partner._id });
  const headers = { 'x-study-instances': String(slices.length) };
  (await sendByStow(visitor, slices, { token, headers })).ok();

  const series = `/dicom-web/studies/${STUDY}/series/${SERIES}`;
  const isFoundBy = async ({ get }: typeof client) =>
    (await get('/dicom-web/studies')).status === 200;
  await untilTrue(() => isFoundBy(admin));
  assert.equal(await isFoundBy(client), false);
  assert.equal((await client.get(`${series}/metadata`)).status, 404);

  await t.test('the token of the machine reads nothing', async () => {
    const authorization = { authorization: `Bearer ${token}` };
    const instance = `${series}/instances/${SERIES}.1`;
    for (const url of [
      '/dicom-web/studies',
      '/dicom-web/series',
      '/dicom-web/instances',
      `/dicom-web/studies/${STUDY}`,
      `/dicom-web/studies/${STUDY}/series`,
      `/dicom-web/studies/${STUDY}/instances`,
      `/dicom-web/studies/${STUDY}/metadata`,
      series,
      `${series}/instances`,
      `${series}/metadata`,
      `${series}/thumbnail`,
      ...['', '/metadata', '/rendered', '/thumbnail', '/frames/1', '/frames/1/rendered'].map(
        (more) => instance + more,
      ),
      `${instance}/bulkdata/1-2`,
    ]) {
      assert.equal((await visitor.get(url, authorization)).status, 401, url);
      assert.notEqual((await admin.get(url)).status, 401, url);
    }
  });

  await t.test('assigned, it is the partner’s; undone, it is not', async () => {
    const { id } = await db.selectFrom('intake_studies').select('id').executeTakeFirstOrThrow();
    const assigned = await admin.post(`/api/admin/intake/${id}/assign`, { checkup: checkup._id });
    const { study } = assigned.ok<StudyAnswer>();
    assert.equal(await isFoundBy(client), true);
    for (const [index, bytes] of slices.entries()) {
      const url = `${series}/instances/${SERIES}.${index + 1}`;
      const accept = { accept: 'application/dicom; transfer-syntax=*' };
      const { response } = await client.get(url, accept);
      assert.ok(response.rawPayload.equals(bytes), url);
    }
    (await admin.post(`/api/admin/intake/${id}/undo`, { assignment: study.assignment?.at })).ok();
    assert.equal(await isFoundBy(client), false);
    assert.equal(await isFoundBy(admin), true);
  });
});
