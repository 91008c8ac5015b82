import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OwnCheckupList } from '@deqiq/contract/checkups.ts';
import type { FoundStudy, IntakeStudy } from '@deqiq/contract/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { openArchive } from '../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../platform/media/child/input.ts';

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
    ...{ width: SIDE, height: SIDE, instance, position: [0, 0, instance], patient },
    ...{ pixels: new Uint16Array(SIDE * SIDE).fill(instance), series: `${study}.1` },
    more: [
      { tag: 0x0008_0050, vr: 'SH', value: accession },
      { tag: 0x0010_0020, vr: 'LO', value: patientId },
      { tag: 0x0010_0030, vr: 'DA', value: birthDate },
      { tag: 0x0010_0040, vr: 'CS', value: sex },
      { tag: 0x0020_000d, vr: 'UI', value: study },
    ],
  });
}

/** An examination of Nigar, and one of another patient whose code machines may send. */
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

  async function pack(state: string): Promise<IntakeStudy> {
    const wake = () => send(newSlice(1, NIGAR, '2.25.99'));
    await passQuietMinute(db, STUDY, { wake, state });
    const rows = db.selectFrom('intake_studies').select('id').where('study_uid', '=', STUDY);
    const { id } = await rows.executeTakeFirstOrThrow();
    return (await admin.get(`/api/admin/intake/${id}`)).ok<FoundStudy>().study;
  }

  const assign = ({ _id }: IntakeStudy) =>
    admin.post(`/api/admin/intake/${_id}/assign`, { checkup });

  /** The numbers of images in each file that the doctor has of Nigar's examination. */
  async function countImages(): Promise<number[]> {
    const { checkups } = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
    const links = checkups.find(({ _id }) => _id === checkup)?.xrayFileLinks ?? [];
    const counts = links
      .filter(({ name }) => name.startsWith('CT'))
      .map(async ({ name, url }) => {
        if (name.endsWith('.dcm')) return 1;
        const { rawPayload } = (await client.get(url)).response;
        return (await openArchive(bufferSource(rawPayload))).files.length;
      });
    return Promise.all(counts);
  }

  return { ...world, code, otherCode: other.code ?? '', send, pack, assign, countImages };
}

for (const { title, first, later } of [
  { title: 'name', first: NIGAR, later: ORXAN },
  { title: 'birth date', first: NIGAR, later: { ...NIGAR, birthDate: '19810203' } },
  { title: 'sex', first: NIGAR, later: { ...NIGAR, sex: 'M' } },
  { title: 'name than the examination', first: { patient: '' }, later: ORXAN },
])
  test(`an image of a series that names another ${title} joins no file`, async (t) => {
    const clinic = await newClinic(t);
    await clinic.send(newSlice(1, first), newSlice(2, first));
    (await clinic.assign(await clinic.pack('waiting'))).ok();
    await clinic.send(newSlice(3, later), newSlice(4, first));
    const doubtful = await clinic.pack('waiting');
    assert.deepEqual(await clinic.countImages(), [3], 'what is of the patient joins');
    const sopUids = doubtful.conflicts.map(({ sopUid }) => sopUid);
    assert.deepEqual(sopUids, [`${STUDY}.1.3`], 'staff see the other one');
  });

test('an image with the code of another patient’s examination joins no file', async (t) => {
  const clinic = await newClinic(t);
  const own = { ...NIGAR, patientId: clinic.code };
  await clinic.send(newSlice(1, own), newSlice(2, own));
  (await clinic.assign(await clinic.pack('waiting'))).ok();
  await clinic.send(newSlice(3, { ...NIGAR, patientId: clinic.otherCode }));
  assert.equal((await clinic.pack('waiting')).conflicts.length, 1);
  assert.deepEqual(await clinic.countImages(), [2]);
});

test('a study whose images name two patients keeps the second one out and does not assign itself', async (t) => {
  const clinic = await newClinic(t);
  const accession = clinic.code;
  const named = [{ ...NIGAR, patient: '' }, NIGAR, ORXAN];
  await clinic.send(...named.map((about, index) => newSlice(index + 1, { ...about, accession })));
  const study = await clinic.pack('waiting');
  assert.equal(study.patientName, 'Nigar Hüseynova', 'the first image that names a patient');
  assert.equal(study.conflicts.length, 1);
  assert.deepEqual(await clinic.countImages(), []);
});
