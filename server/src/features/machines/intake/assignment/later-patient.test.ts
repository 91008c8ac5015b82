import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { FoundStudy, IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { openArchive } from '../../../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../../../platform/media/child/input.ts';
import { recordActivity } from '../activity.ts';

const STUDY = '2.25.41';
const SIDE = 16;
const NIGAR = { patient: 'Hüseynova^Nigar', birthDate: '19800203', sex: 'F' };
const ORXAN = { ...NIGAR, patient: 'Quliyev^Orxan' };

interface Patient {
  readonly patient: string;
  readonly birthDate?: string;
  readonly sex?: string;
  readonly patientId?: string;
  readonly accession?: string;
}

function newSlice(instance: number, about: Patient, study = STUDY): Buffer {
  const { patient, birthDate = '', sex = '', patientId = '', accession = '' } = about;
  return ctSlice({
    width: SIDE,
    height: SIDE,
    instance,
    position: [0, 0, instance],
    patient,
    pixels: new Uint16Array(SIDE * SIDE).fill(instance),
    series: `${study}.1`,
    more: [
      { tag: 0x0008_0050, vr: 'SH', value: accession },
      { tag: 0x0010_0020, vr: 'LO', value: patientId },
      { tag: 0x0010_0030, vr: 'DA', value: birthDate },
      { tag: 0x0010_0040, vr: 'CS', value: sex },
      { tag: 0x0020_000d, vr: 'UI', value: study },
    ],
  });
}

/** An examination of Nigar, and one of another patient of the same doctor, whose code machines may send. */
async function newClinic(t: TestContext) {
  const world = await newWorld(t, { runsJobs: true, settings: { INTAKE_AUTO_ASSIGN: 'on' } });
  const { admin, db } = world;
  const { partner, client } = await world.signedInPartner();
  const add = (firstName: string, lastName: string) =>
    world.addCheckup({ partner: partner._id, firstName, lastName });
  const { _id: checkup, code = '' } = await add('Nigar', 'Hüseynova');
  const other = await add('Orxan', 'Quliyev');

  /** 202: stored, one of them with a warning (PS3.18, I.2). */
  const send = async (...slices: readonly Buffer[]) =>
    assert.match(String((await sendByStow(admin, slices)).status), /^20[02]$/);

  /** The entries of the tray with the Study UID, the first patient first. */
  async function list(): Promise<IntakeStudy[]> {
    const rows = await db
      .selectFrom('intake_studies')
      .select('id')
      .where((is) => is.or([is('study_uid', '=', STUDY), is('shared_study_uid', '=', STUDY)]))
      .orderBy('seq')
      .execute();
    const found = rows.map(async ({ id }) => admin.get(`/api/admin/intake/${id}`));
    return (await Promise.all(found)).map((answer) => answer.ok<FoundStudy>().study);
  }

  /** Lets the quiet minute of all entries pass; each then has this state. */
  async function pack(...states: readonly IntakeStudy['state'][]): Promise<IntakeStudy[]> {
    const wake = () => send(newSlice(1, NIGAR, '2.25.99'));
    const rows = db.selectFrom('intake_studies').select('study_uid').orderBy('seq');
    const uids = (await rows.where('study_uid', 'like', `${STUDY}%`).execute()).entries();
    for (const [index, { study_uid: uid }] of uids)
      await passQuietMinute(db, uid, { wake, state: states[index] ?? 'waiting' });
    return list();
  }

  const call = (path: string, { _id }: IntakeStudy | undefined = NO_STUDY, body: object = {}) =>
    admin.post(`/api/admin/intake/${_id}/${path}`, body);
  const assign = (study: IntakeStudy | undefined, more: object = {}) =>
    call('assign', study, { checkup, ...more });
  const undo = (study: IntakeStudy | undefined) =>
    call('undo', study, { assignment: study?.assignment?.at });

  /** The files from machines that the doctor has of an examination. */
  async function listFiles(id = checkup) {
    const { checkups } = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
    const links = checkups.find(({ _id }) => _id === id)?.xrayFileLinks ?? [];
    return links.filter(({ name }) => name.startsWith('CT'));
  }

  /** The numbers of images in each of them. */
  async function countImages(id = checkup): Promise<number[]> {
    const counts = (await listFiles(id)).map(async ({ name, url }) => {
      if (name.endsWith('.dcm')) return 1;
      const { rawPayload } = (await client.get(url)).response;
      return (await openArchive(bufferSource(rawPayload))).files.length;
    });
    return Promise.all(counts);
  }

  return {
    ...world,
    checkup,
    code,
    other: other._id,
    otherCode: other.code ?? '',
    send,
    list,
    pack,
    call,
    assign,
    undo,
    listFiles,
    countImages,
  };
}

const NO_STUDY = { _id: '' } as IntakeStudy;
const CONFIRMED = { confirmDifferentPatient: true };

for (const { title, first, later, reason } of [
  { title: 'name', first: NIGAR, later: ORXAN, reason: 'other-name' },
  {
    title: 'birth date',
    first: NIGAR,
    later: { ...NIGAR, birthDate: '19810203' },
    reason: 'other-birth-date',
  },
  { title: 'sex', first: NIGAR, later: { ...NIGAR, sex: 'M' }, reason: 'other-sex' },
  {
    title: 'name than the examination',
    first: { patient: '' },
    later: ORXAN,
    reason: 'other-name',
  },
])
  test(`an image of a series that names another ${title} is an entry of its own`, async (t) => {
    const clinic = await newClinic(t);
    await clinic.send(newSlice(1, first), newSlice(2, first));
    (await clinic.assign((await clinic.pack('waiting'))[0])).ok();
    await clinic.send(newSlice(3, later), newSlice(4, first));
    const [own, other] = await clinic.pack('assigned', 'waiting');
    assert.deepEqual(await clinic.countImages(), [3], 'what is of the patient joins');
    assert.deepEqual([own?.instances, own?.firstPatient, own?.isShared], [3, null, true]);
    const about = { instances: other?.instances, uid: other?.studyUid, ...other?.firstPatient };
    assert.deepEqual(about, {
      instances: 1,
      uid: STUDY,
      patientName: 'Nigar Hüseynova',
      reasons: [reason],
      birthDate: first.patient ? '1980-02-03' : '',
    });
    (await clinic.assign(other)).refused(409);
    assert.deepEqual(await clinic.countImages(), [3]);
  });

test('an image with the code of another patient’s examination is an entry of its own', async (t) => {
  const clinic = await newClinic(t);
  const own = { ...NIGAR, patientId: clinic.code };
  await clinic.send(newSlice(1, own), newSlice(2, own));
  (await clinic.assign((await clinic.pack('waiting'))[0])).ok();
  await clinic.send(newSlice(3, { ...NIGAR, patientId: clinic.otherCode }));
  const [, other] = await clinic.pack('assigned', 'waiting');
  assert.deepEqual(other?.firstPatient?.reasons, ['other-patient-id']);
  (await clinic.assign(other)).refused(409);
  assert.deepEqual(await clinic.countImages(), [2]);
});

test('a study whose images name two patients does not assign itself', async (t) => {
  const clinic = await newClinic(t);
  const accession = clinic.code;
  const named = [{ ...NIGAR, patient: '' }, NIGAR, { ...NIGAR, birthDate: '19810203' }];
  await clinic.send(...named.map((about, index) => newSlice(index + 1, { ...about, accession })));
  const [study, other] = await clinic.pack('waiting', 'waiting');
  assert.equal(study?.patientName, 'Nigar Hüseynova', 'the first image that names a patient');
  assert.deepEqual([study.instances, other?.instances, study.conflicts], [2, 1, []]);
  assert.deepEqual(await clinic.countImages(), []);
});

test('images of another patient go to that one’s examination, and later ones follow', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(newSlice(1, NIGAR), newSlice(2, NIGAR), newSlice(3, ORXAN));
  const [own, other] = await clinic.pack('waiting', 'waiting');
  (await clinic.assign(own)).ok();
  const checkup = { checkup: clinic.other };
  assert.equal((await clinic.call('assign', other, checkup)).status, 200, 'without a question');
  await clinic.send(newSlice(4, ORXAN), newSlice(5, NIGAR), newSlice(3, ORXAN));
  await clinic.pack('assigned', 'assigned');
  assert.deepEqual(await clinic.countImages(), [3]);
  assert.deepEqual(await clinic.countImages(clinic.other), [2], 'a resend adds nothing');
  const doubts = (await clinic.listFiles(clinic.other)).map(({ imaging }) => imaging.otherPatient);
  assert.deepEqual(doubts, [undefined]);
});

test('images of another patient join the first one’s examination only confirmed, as another file', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(newSlice(1, NIGAR), newSlice(2, NIGAR));
  (await clinic.assign((await clinic.pack('waiting'))[0])).ok();
  await clinic.send(newSlice(3, ORXAN));
  const [, other] = await clinic.pack('assigned', 'waiting');
  const { status, response } = await clinic.assign(other);
  const { code, patientDoubt } = JSON.parse(response.body);
  assert.deepEqual([status, code, patientDoubt.name], [409, 'patient-differs', 'Orxan Quliyev']);
  (await clinic.assign(other, CONFIRMED)).ok();
  await clinic.send(newSlice(4, ORXAN), newSlice(5, NIGAR));
  await clinic.pack('assigned', 'assigned');
  assert.deepEqual(await clinic.countImages(), [3, 2]);
  const names = (await clinic.listFiles()).map(({ imaging }) => imaging.otherPatient);
  assert.deepEqual(names, [undefined, 'Orxan Quliyev']);

  const [own, assigned] = await clinic.list();
  (await clinic.undo(own)).ok();
  assert.deepEqual(await clinic.countImages(), [2], 'undoing the study leaves the other patient');
  (await clinic.undo(assigned)).ok();
  assert.deepEqual(await clinic.countImages(), []);
  assert.deepEqual(
    (await clinic.list()).map(({ state, files }) => [state, files.length]),
    [
      ['waiting', 1],
      ['waiting', 1],
    ],
  );
});

test('images of another patient are set aside and brought back without the study', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(newSlice(1, NIGAR), newSlice(2, ORXAN));
  const [, other] = await clinic.pack('waiting', 'waiting');
  (await clinic.call('aside', other)).ok();
  const states = async () => (await clinic.list()).map(({ state }) => state);
  assert.deepEqual(await states(), ['waiting', 'aside']);
  (await clinic.call('undo', other)).ok();
  assert.deepEqual(await states(), ['waiting', 'waiting']);
});

test('a study that is sent again under the right patient is an entry with all its images', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(newSlice(1, NIGAR), newSlice(2, NIGAR));
  (await clinic.assign((await clinic.pack('waiting'))[0])).ok();
  await clinic.send(newSlice(1, ORXAN), newSlice(2, ORXAN));
  const [own, corrected] = await clinic.pack('assigned', 'waiting');
  assert.deepEqual([own?.conflicts, corrected?.conflicts, corrected?.instances], [[], [], 2]);
  (await clinic.undo(own)).ok();
  (await clinic.call('assign', corrected, { checkup: clinic.other })).ok();
  assert.deepEqual(await clinic.countImages(), []);
  assert.deepEqual(await clinic.countImages(clinic.other), [2]);
});

test('images of another patient that arrive at once are one entry', async (t) => {
  const clinic = await newClinic(t);
  const numbers = [2, 3, 4, 5];
  await clinic.send(newSlice(1, NIGAR));
  await Promise.all(numbers.map((number) => clinic.send(newSlice(number, ORXAN))));
  await Promise.all(numbers.map(() => clinic.send(newSlice(1, ORXAN))));
  const found = (await clinic.list()).map(({ patientName, instances }) => [patientName, instances]);
  assert.deepEqual(found, [
    ['Nigar Hüseynova', 1],
    ['Orxan Quliyev', 5],
  ]);
});

test('what the intake process reports of a study is true of both its patients', async (t) => {
  const clinic = await newClinic(t);
  await clinic.send(newSlice(1, NIGAR), newSlice(2, ORXAN));
  await clinic.db.updateTable('intake_studies').set({ ae_title: 'CBCT' }).execute();
  const { db } = clinic;
  const jobs = { enqueue: async () => {} };
  const deps = { db, jobs, now: Date.now, startedAt: Date.now() };
  await recordActivity(deps, [{ uid: STUDY, reason: 'association' }]);
  const incomplete = (await clinic.list()).map((study) => study.incomplete);
  assert.deepEqual(incomplete, ['association', 'association']);
});
