import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CheckupList, FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { FoundStudy } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { readDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { INTAKE_KEY, newIntake } from '@deqiq/testkit/dicom/intake.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const STUDY = '2.25.41';
const SIDE = 16;

/** A clinic with an intake process, and an examination whose code the machine knows. */
async function newClinic(t: TestContext) {
  const settings = { INTAKE_KEY, INTAKE_AUTO_ASSIGN: 'on' };
  const world = await newWorld(t, { runsJobs: true, settings });
  const { admin, db } = world;
  const server = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const intake = await newIntake(t, { server });
  const { _id: checkup } = await world.addCheckup({ firstName: 'Orxan', lastName: 'Quliyev' });
  const list = (await admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
  const code = list.find(({ _id }) => _id === checkup)?.code ?? '';

  const slice = (instance: number) => ({
    sopInstance: `${STUDY}.1.${instance}`,
    dataSet: readDataSet(
      ctSlice({
        width: SIDE,
        height: SIDE,
        instance,
        position: [0, 0, instance],
        pixels: new Uint16Array(SIDE * SIDE).fill(instance),
        patient: 'Quliyev^Orxan',
        series: `${STUDY}.1`,
        more: [
          { tag: 0x0008_0016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.7' },
          { tag: 0x0008_0050, vr: 'SH', value: code },
          { tag: 0x0020_000d, vr: 'UI', value: STUDY },
        ],
      }),
    ),
  });
  const rows = db.selectFrom('intake_studies').selectAll().where('study_uid', '=', STUDY);
  const study = () => rows.executeTakeFirstOrThrow();

  return {
    ...world,
    intake,
    study,
    /** Sends these slices and waits until the server has them. */
    async send(
      association: Awaited<ReturnType<typeof openAssociation>>,
      numbers: readonly number[],
    ) {
      const before = intake.state().forwarded;
      for (const number of numbers) assert.equal(await association.store(slice(number)), 0);
      await untilTrue(async () => intake.state().forwarded === before + numbers.length);
    },
    find: async () =>
      (await admin.get(`/api/admin/intake/${(await study()).id}`)).ok<FoundStudy>().study,
    /** Lets a quiet minute pass and the job of the study run. */
    async passMinute(): Promise<void> {
      const past = new Date(Date.now() - 61_000).toISOString();
      const { id } = await study();
      const quiet = { last_arrival_at: past, packed_at: null };
      await db.updateTable('intake_studies').set(quiet).where('id', '=', id).execute();
      const due = { run_at: past, due_at: past };
      await db.updateTable('jobs').set(due).where('subject', '=', id).execute();
      const job = db.selectFrom('jobs').select('run_at').where('subject', '=', id);
      await untilTrue(async () => (await job.executeTakeFirst())?.run_at !== past);
    },
    countImages: async () => {
      const path = `/api/admin/checkups/${checkup}`;
      const links = (await admin.get(path)).ok<FoundCheckup>().checkup.xrayFileLinks;
      return links.filter(({ name }) => name.startsWith('CT')).length;
    },
  };
}

test('a CBCT is not complete while its association is open, however long the machine pauses', async (t) => {
  const clinic = await newClinic(t);
  const association = await openAssociation(clinic.intake.port);
  await clinic.send(association, [1, 2, 3]);
  await clinic.passMinute();
  const { state, incomplete, files } = await clinic.find();
  assert.deepEqual([state, incomplete, files], ['arriving', 'association', []]);

  await clinic.send(association, [4, 5]);
  await association.release();
  await untilTrue(async () => (await clinic.study()).incomplete === null);
  await clinic.passMinute();
  await untilTrue(async () => (await clinic.study()).state === 'assigned');
  assert.equal(await clinic.countImages(), 1);
});

test('a study whose sender broke off says so, and assigns itself when the rest has come', async (t) => {
  const clinic = await newClinic(t);
  const association = await openAssociation(clinic.intake.port);
  await clinic.send(association, [1, 2]);
  association.socket.destroy();
  await untilTrue(async () => (await clinic.study()).incomplete === 'broke-off');
  await clinic.passMinute();
  await untilTrue(async () => (await clinic.study()).state === 'waiting');
  const part = await clinic.find();
  assert.deepEqual([part.incomplete, part.files.length, part.assignment], ['broke-off', 1, null]);

  const again = await openAssociation(clinic.intake.port);
  await clinic.send(again, [1, 2, 3]);
  await again.release();
  await untilTrue(async () => (await clinic.study()).incomplete === null);
  await clinic.passMinute();
  await untilTrue(async () => (await clinic.study()).state === 'assigned');
  assert.equal(await clinic.countImages(), 1);
});
