import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import type { PerformedStepAnswer } from '@deqiq/contract/machines/intake/performed-steps.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { blackSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { INTAKE_KEY } from '@deqiq/testkit/dicom/intake.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { DAY } from '../../../platform/time.ts';
import { performedStepsService } from './performed-steps.service.ts';

type Clinic = Awaited<ReturnType<typeof newReferralClinic>>;

const newClinic = async (t: Parameters<typeof newReferralClinic>[0]) => {
  const clinic = await newReferralClinic(t, { settings: { INTAKE_KEY } });
  return { ...clinic, ...machineOf(clinic) };
};

/** Calls of the intake process on behalf of a machine. */
function machineOf({ app, db, accept, send }: Clinic) {
  let number = 0;
  const call = (payload: object, key = INTAKE_KEY) =>
    app.inject({
      method: 'POST',
      url: '/dicom-web/intake/performed-steps',
      headers: { authorization: `Bearer ${key}`, 'x-intake-ae-title': 'PANO' },
      payload,
    });
  const record = async (payload: object) =>
    (JSON.parse((await call(payload)).body) as PerformedStepAnswer).result;
  const begin = (step: { accession?: string; patientId?: string; sopUid?: string }) => {
    number += 1;
    const { accession = '', patientId = '', sopUid = `2.25.${number}` } = step;
    const accessionNumbers = accession === '' ? [] : [accession];
    return record({ operation: 'create', sopUid, accessionNumbers, patientId });
  };
  return {
    call,
    begin,
    end: (sopUid: string, state: string | null) => record({ operation: 'set', sopUid, state }),
    acceptNew: async () => accept((await send())._id),
    listSteps: () => db.selectFrom('performed_steps').selectAll().orderBy('sop_uid').execute(),
    /** The accession number of an examination. */
    async findAccession({ checkup }: Referral): Promise<string> {
      const row = db
        .selectFrom('checkups')
        .select(['id', 'seq'])
        .where('id', '=', checkup ?? '');
      return formatExaminationCode(await row.executeTakeFirstOrThrow());
    },
  };
}

test('a machine that begins an examination moves its referral to arrived, once', async (t) => {
  const clinic = await newClinic(t);
  const referral = await clinic.acceptNew();
  const accession = await clinic.findAccession(referral);
  const sopUid = '2.25.1';
  assert.equal(await clinic.begin({ accession, sopUid }), 'stored');
  const { state, history } = await clinic.read(referral._id);
  assert.equal(state, 'arrived');
  assert.deepEqual(history.map(({ state: to, by }) => [to, by]).at(-1), ['arrived', 'system']);
  assert.equal(await clinic.begin({ accession, sopUid }), 'duplicate');
  assert.equal(await clinic.begin({ accession }), 'stored');
  assert.equal((await clinic.read(referral._id)).history.length, history.length);
  const [step] = await clinic.listSteps();
  assert.deepEqual(
    [step?.status, step?.ae_title, step?.checkup_id],
    ['IN PROGRESS', 'PANO', referral.checkup],
  );
});

test('a completed step is no X-ray: the referral is examined with the first picture', async (t) => {
  const clinic = await newClinic(t);
  const { admin } = clinic;
  const referral = await clinic.acceptNew();
  await clinic.begin({ accession: await clinic.findAccession(referral), sopUid: '2.25.1' });
  assert.equal(await clinic.end('2.25.1', 'COMPLETED'), 'stored');
  assert.equal((await clinic.read(referral._id)).state, 'arrived');
  const [step] = await clinic.listSteps();
  assert.equal(step?.status, 'COMPLETED');
  assert.ok(step?.ended_at);
  const fileId = await admin.upload(blackSlice({}), 'a.dcm');
  const files = [{ fileId, fileName: 'a.dcm' }];
  const body = { checkupId: referral.checkup, firstName: 'Nigar', lastName: 'Hüseynova', files };
  (await admin.post('/api/admin/checkups/merge-chunks', body)).ok();
  assert.equal((await clinic.read(referral._id)).state, 'examined');
});

test('a discontinued step moves nothing, and an ended step never changes', async (t) => {
  const clinic = await newClinic(t);
  const referral = await clinic.acceptNew();
  await clinic.begin({ accession: await clinic.findAccession(referral), sopUid: '2.25.1' });
  assert.equal(await clinic.end('2.25.1', null), 'stored');
  assert.equal(await clinic.end('2.25.1', 'IN PROGRESS'), 'stored');
  assert.equal(await clinic.end('2.25.1', 'DISCONTINUED'), 'stored');
  assert.equal((await clinic.read(referral._id)).state, 'arrived');
  for (const state of ['COMPLETED', 'DISCONTINUED', 'IN PROGRESS', null])
    assert.equal(await clinic.end('2.25.1', state), 'ended');
  assert.equal(await clinic.end('2.25.2', 'COMPLETED'), 'unknown');
  assert.deepEqual(
    (await clinic.listSteps()).map(({ status }) => status),
    ['DISCONTINUED'],
  );
});

test('a step of another number is stored and moves nothing', async (t) => {
  const clinic = await newClinic(t);
  const referral = await clinic.acceptNew();
  const { code = '' } = referral.patient;
  assert.equal(await clinic.begin({ accession: 'RIS-4711', patientId: code ?? '' }), 'stored');
  assert.equal(await clinic.begin({ accession: 'DQ0001ABC' }), 'stored');
  assert.equal(await clinic.begin({}), 'stored');
  assert.equal((await clinic.read(referral._id)).state, 'accepted');
  assert.deepEqual(
    (await clinic.listSteps()).map(({ checkup_id }) => checkup_id),
    [null, null, null],
  );
});

test("without an accession number the patient's code counts where one referral is open", async (t) => {
  const clinic = await newClinic(t);
  const one = await clinic.acceptNew();
  const other = await clinic.acceptNew();
  const alias = await clinic.acceptNew();
  const merge = { other: alias.patient._id };
  (await clinic.admin.post(`/api/admin/patients/${one.patient._id}/merge`, merge)).ok();
  await clinic.begin({ patientId: other.patient.code ?? '' });
  assert.equal((await clinic.read(other._id)).state, 'arrived');
  await clinic.begin({ patientId: one.patient.code ?? '' });
  assert.equal((await clinic.read(one._id)).state, 'accepted');
  (await clinic.step(one._id, 'cancel', { reason: 'x' })).ok();
  await clinic.begin({ patientId: one.patient.code ?? '' });
  assert.equal((await clinic.read(alias._id)).state, 'arrived');
});

test("an accession number beside another patient's code moves nothing", async (t) => {
  const clinic = await newClinic(t);
  const one = await clinic.acceptNew();
  const other = await clinic.acceptNew();
  const accession = await clinic.findAccession(one);
  await clinic.begin({ accession, patientId: other.patient.code ?? '' });
  assert.equal((await clinic.read(one._id)).state, 'accepted');
  await clinic.begin({ accession, patientId: 'M-17' });
  assert.equal((await clinic.read(one._id)).state, 'arrived');
});

test('only a state that allows it becomes arrived', async (t) => {
  const clinic = await newClinic(t);
  const referral = await clinic.acceptNew();
  const accession = await clinic.findAccession(referral);
  const states = [
    ['booked', 'arrived'],
    ['missed', 'arrived'],
    ['examined', 'examined'],
    ['reported', 'reported'],
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
  ] as const;
  for (const [before, after] of states) {
    await clinic.setState(referral._id, before);
    assert.equal(await clinic.begin({ accession }), 'stored');
    assert.equal((await clinic.read(referral._id)).state, after);
  }
});

test('only the intake process records steps, and nothing malformed', async (t) => {
  const clinic = await newClinic(t);
  const step = { operation: 'create', sopUid: '2.25.1', accessionNumbers: [], patientId: '' };
  assert.equal((await clinic.call(step, 'x')).statusCode, 401);
  assert.equal((await clinic.call({ ...step, operation: 'delete' })).statusCode, 400);
  assert.equal((await clinic.call({ ...step, patientId: 'x'.repeat(65) })).statusCode, 400);
  assert.deepEqual(await clinic.listSteps(), []);
});

test('a step is stored for 90 days', async (t) => {
  const clinic = await newClinic(t);
  await clinic.begin({});
  const sweepAfter = (days: number) => {
    const now = () => Date.now() + days * DAY;
    return performedStepsService({ db: clinic.db, moves: { async arrive() {} }, now }).sweep();
  };
  assert.equal(await sweepAfter(89), 0);
  assert.equal(await sweepAfter(91), 1);
});
