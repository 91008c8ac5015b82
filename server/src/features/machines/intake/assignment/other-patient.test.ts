import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FoundCheckup, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { StudyAnswer } from '@deqiq/contract/machines/intake.ts';
import { sendWaitingStudy } from '@deqiq/samples/dicom/waiting-study.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const ILHAM = { firstName: 'İlham', lastName: 'Iğdırlı' };

async function newClinic(t: TestContext) {
  const world = await newWorld(t, { runsJobs: true, settings: { INTAKE_AUTO_ASSIGN: 'on' } });
  const { admin } = world;
  const { partner, client } = await world.signedInPartner();
  const addCheckup = (more: object = {}) =>
    world.addCheckup({ partner: partner._id, ...ILHAM, ...more });
  const read = async (id: string) =>
    (await admin.get(`/api/admin/checkups/${id}`)).ok<FoundCheckup>().checkup;
  return { ...world, partner, client, addCheckup, read };
}

test('a study of another patient is assigned only with a confirmation', async (t) => {
  const { admin, client, addCheckup, read } = await newClinic(t);
  const { _id, code = '' } = await addCheckup();
  const study = await sendWaitingStudy(admin, {
    patient: 'Quliyev^Orxan',
    birthDate: '20010407',
    sex: 'M',
    accession: code,
  });
  const [proposal] = (await study.read()).proposals;
  assert.deepEqual(proposal?.reasons, ['accession', 'time', 'other-name']);
  const { status, response } = await study.assign(_id);
  const { code: reason, patientDoubt } = JSON.parse(response.body);
  assert.deepEqual([status, reason], [409, 'patient-differs']);
  assert.deepEqual(patientDoubt, {
    file: '',
    name: 'Orxan Quliyev',
    birthDate: '2001-04-07',
    sex: 'M',
    reasons: ['other-name'],
  });
  assert.equal((await read(_id)).xrayFiles.length, 1);
  (await study.assign(_id, { confirmDifferentPatient: true })).ok<StudyAnswer>();
  const { checkups } = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  const shown = checkups[0]?.xrayFileLinks.map(({ imaging }) => imaging.otherPatient);
  assert.deepEqual(shown, [undefined, 'Orxan Quliyev']);
  await study.undo();
  assert.equal((await read(_id)).xrayFiles.length, 1);
});

test('another birth date or sex keeps a study from assigning itself', async (t) => {
  const { admin, addCheckup } = await newClinic(t);
  const patient = 'Igdirli^Ilham';
  const { _id, code: accession = '' } = await addCheckup();
  const first = await sendWaitingStudy(admin, { patient, birthDate: '19800203', sex: 'M' });
  (await first.assign(_id)).ok();
  for (const [about, reason] of [
    [{ birthDate: '19810203', sex: 'M' }, 'other-birth-date'],
    [{ birthDate: '19800203', sex: 'F' }, 'other-sex'],
  ] as const) {
    const study = await sendWaitingStudy(admin, { patient, accession, ...about });
    const { proposals } = await study.read();
    assert.deepEqual([proposals[0]?.checkup._id, proposals[0]?.reasons.at(-1)], [_id, reason]);
    (await study.assign(_id)).refused(409);
  }
});

test('the code of another patient’s examination as patient id is a red reason', async (t) => {
  const { admin, addCheckup } = await newClinic(t);
  const wrong = await addCheckup();
  const right = await addCheckup({ firstName: 'Nigar', lastName: 'Hüseynova' });
  const study = await sendWaitingStudy(admin, {
    patient: 'Igdirli^Ilham',
    patientId: right.code ?? '',
  });
  const { proposals } = await study.read();
  const reasons = proposals.find(({ checkup }) => checkup._id === wrong._id)?.reasons;
  assert.ok(reasons?.includes('other-patient-id'));
  (await study.assign(wrong._id)).refused(409);
});

test('a shipment without a name is proposed only beside another examination of its partner', async (t) => {
  const { admin, client, addCheckup } = await newClinic(t);
  const sent = await client.form('POST', '/api/partner/misc/create-checkup', {
    file: await picture(),
  });
  const shipment = sent.ok<FoundCheckup>().checkup._id;
  const propose = async (patient: string) =>
    (await (await sendWaitingStudy(admin, { patient })).read()).proposals.map(
      ({ checkup }) => checkup._id,
    );
  assert.deepEqual(await propose('Babayev^Vaqif'), []);
  const own = await addCheckup();
  const proposed = await propose('Igdirli^Ilham');
  assert.deepEqual(new Set(proposed), new Set([own._id, shipment]));
});

test('an examination created with another name waits for the confirmation', async (t) => {
  const { admin, partner, read } = await newClinic(t);
  const study = await sendWaitingStudy(admin, { patient: 'Quliyev^Orxan' });
  const { _id } = await study.read();
  const body = { partner: partner._id, ...ILHAM };
  const { study: created } = (
    await admin.post(`/api/admin/intake/${_id}/create`, body)
  ).ok<StudyAnswer>();
  const checkup = created.assignment?.checkupId ?? '';
  assert.deepEqual(
    [(await read(checkup)).status, (await read(checkup)).patientDoubt?.name],
    ['pending', 'Orxan Quliyev'],
  );
  (await admin.post(`/api/admin/checkups/${checkup}/confirm-patient`)).ok();
  assert.equal((await read(checkup)).status, 'completed');
});
