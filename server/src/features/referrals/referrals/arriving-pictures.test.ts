import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { FoundStudy } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';

const SIDE = 16;

interface Described {
  readonly patientId?: string;
  readonly birthDate?: string;
  readonly accession?: string;
  readonly study?: string;
}

const newSlice = ({
  patientId = '',
  birthDate = '',
  accession = '',
  study = '2.25.71',
}: Described) =>
  ctSlice({
    width: SIDE,
    height: SIDE,
    instance: 1,
    position: [0, 0, 1],
    patient: 'Hüseynova^Nigar',
    pixels: new Uint16Array(SIDE * SIDE).fill(1),
    series: `${study}.1`,
    more: [
      { tag: 0x0008_0050, vr: 'SH', value: accession },
      { tag: 0x0010_0020, vr: 'LO', value: patientId },
      { tag: 0x0010_0030, vr: 'DA', value: birthDate },
      { tag: 0x0020_000d, vr: 'UI', value: study },
    ],
  });

test('a picture is held back where it contradicts the record, and its referral waits for the confirmation', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin } = clinic;
  const add = async () => clinic.accept((await clinic.send())._id);
  const attach = async (checkupId: string | null, described: Described) => {
    const fileId = await admin.upload(newSlice(described), 'a.dcm');
    const files = [{ fileId, fileName: 'a.dcm' }];
    const body = { checkupId, firstName: 'Nigar', lastName: 'Hüseynova', files };
    const answer = await admin.post('/api/admin/checkups/merge-chunks', body);
    return answer.ok<{ patientDoubt?: object }>().patientDoubt !== undefined;
  };
  const own = await add();
  const alias = await add();
  const other = await add();
  const merge = { other: alias.patient._id };
  (await admin.post(`/api/admin/patients/${own.patient._id}/merge`, merge)).ok();
  for (const code of [own.patient.code, alias.patient.code, own.code, 'M-17'])
    assert.equal(
      await attach(own.checkup, { patientId: code ?? '', birthDate: '19900307' }),
      false,
    );
  assert.equal((await clinic.read(own._id)).state, 'examined');
  assert.equal(await attach(alias.checkup, { patientId: other.patient.code ?? '' }), true);
  assert.equal(await attach(other.checkup, { birthDate: '19800203' }), true);
  assert.equal((await clinic.read(other._id)).state, 'accepted');
  (await admin.post(`/api/admin/checkups/${other.checkup}/confirm-patient`)).ok();
  assert.equal((await clinic.read(other._id)).state, 'examined');
});

test('a study that a machine sends under the code of the examination moves its referral', async (t) => {
  const settings = { INTAKE_AUTO_ASSIGN: 'on' };
  const clinic = await newReferralClinic(t, { runsJobs: true, settings });
  const { admin, db } = clinic;
  const { _id: id, patient } = await clinic.accept((await clinic.send())._id);
  const { checkups } = (await admin.get('/api/admin/checkups')).ok<CheckupList>();
  const accession = checkups[0]?.code ?? '';
  const send = async (described: Described) =>
    assert.match(String((await sendByStow(admin, [newSlice(described)])).status), /^20[02]$/);
  await send({ accession, patientId: patient.code ?? '', birthDate: '19900307' });
  const wake = () => send({ study: '2.25.99' });
  await passQuietMinute(db, '2.25.71', { wake, state: 'assigned' });
  await untilTrue(async () => (await clinic.read(id)).state === 'examined');
  const { history } = await clinic.read(id);
  assert.deepEqual(
    history.map(({ state, by }) => `${state} by ${by}`),
    ['sent by partner', 'accepted by staff', 'arrived by system', 'examined by system'],
  );
});

test('a study under the code of a merged record is proposed for the examination of the survivor', async (t) => {
  const clinic = await newReferralClinic(t, { runsJobs: true });
  const { admin, db } = clinic;
  const add = async () => clinic.accept((await clinic.send())._id);
  const own = await add();
  const alias = await add();
  const other = await add();
  const merge = { other: alias.patient._id };
  (await admin.post(`/api/admin/patients/${own.patient._id}/merge`, merge)).ok();
  const send = async (described: Described) =>
    assert.match(String((await sendByStow(admin, [newSlice(described)])).status), /^20[02]$/);
  await send({ patientId: alias.patient.code ?? '' });
  await passQuietMinute(db, '2.25.71', { wake: () => send({ study: '2.25.99' }) });
  const { id } = await db
    .selectFrom('intake_studies')
    .select('id')
    .where('study_uid', '=', '2.25.71')
    .executeTakeFirstOrThrow();
  const { proposals } = (await admin.get(`/api/admin/intake/${id}`)).ok<FoundStudy>().study;
  const reasonsFor = (checkup: string | null) =>
    proposals.find((proposal) => proposal.checkup._id === checkup)?.reasons ?? [];
  assert.ok(reasonsFor(own.checkup).includes('patient-id'));
  assert.ok(reasonsFor(alias.checkup).includes('patient-id'));
  assert.ok(reasonsFor(other.checkup).includes('other-patient-id'));
});
