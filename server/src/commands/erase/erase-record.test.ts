import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PatientList } from '@deqiq/contract/referrals/patients/patients.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { assertNowhere, assertSomewhere, erase } from '@deqiq/testkit/erasure/erase-and-search.ts';
import { newReferralClinic, someReferral } from '@deqiq/testkit/http/referrals.ts';

const PERSON = {
  firstName: 'Şahnabat',
  lastName: 'Vəkilqızı',
  fatherName: 'Bəşarət',
  birthDate: '1961-02-03',
  sex: 'female',
  phone: '+994 70 987 12 34',
};

const RECORD = {
  ...PERSON,
  email: 'sahnabat@gizli.example.az',
  nationalId: 'QZW81K7',
  note: 'Sirr',
};

const TRACES = ['Şahnabat', 'Vəkilqızı', 'Bəşarət', '987 12 34', 'sahnabat@gizli', '1961-02-03'];

/** Two records of a person, merged, with an accepted referral, a sent one, and one of another person. */
async function newErasure(t: Parameters<typeof newReferralClinic>[0]) {
  const clinic = await newReferralClinic(t);
  const { admin, client } = clinic;
  const fields = { ...someReferral(), patient: JSON.stringify(PERSON), teeth: '[36]' };
  const image = await picture({ name: 'Vəkilqızı.png' });
  const sent = await client.form('POST', '/api/partner/referrals', {
    ...fields,
    question: 'Vəkilqızı Şahnabat üçün',
    attachments: image,
  });
  const { _id: id } = sent.ok<{ referral: { _id: string } }>().referral;
  const { patient, checkup = '' } = await clinic.accept(id);
  const other = (await admin.post('/api/admin/patients', RECORD)).ok<{
    patient: { _id: string; code: string };
  }>().patient;
  (await admin.post(`/api/admin/patients/${other._id}/merge`, { other: patient._id })).ok();
  const bystander = await clinic.accept((await clinic.send())._id);
  return { clinic, id, checkup: checkup ?? '', code: patient.code ?? '', other, bystander };
}

describe('the record of a patient is erased', () => {
  for (const by of ['code', 'checkup'] as const)
    test(`by ${by}, with referrals and pictures; its code is never given again`, async (t) => {
      const { clinic, id, checkup, code, other, bystander } = await newErasure(t);
      await assertSomewhere(clinic, TRACES);
      const { status, output } = await erase(
        clinic,
        ['patient', by === 'code' ? code : checkup],
        'ERASE\n',
      );
      assert.equal(status, 0, output);
      assert.doesNotMatch(output, /Şahnabat|Vəkilqızı/i);
      await assertNowhere(clinic, TRACES);
      const files = clinic.db.selectFrom('referral_files').select('id');
      assert.deepEqual(await files.execute(), []);
      const rows = clinic.db.selectFrom('patients').select(['id', 'national_id', 'erased_at']);
      const erased = (await rows.execute()).filter(({ erased_at }) => erased_at !== null);
      assert.equal(erased.length, 2);
      assert.equal(
        erased.every(({ national_id }) => national_id === null),
        true,
      );
      const { patients } = (await clinic.admin.get('/api/admin/patients')).ok<PatientList>();
      assert.deepEqual(
        patients.map(({ _id }) => _id),
        [bystander.patient._id],
      );
      (await clinic.admin.get(`/api/admin/patients/${other._id}`)).refused(404);
      const { _id: next } = await clinic.send();
      (await clinic.step(next, 'accept', { patient: other._id })).refused(404);
      assert.equal((await clinic.read(next)).state, 'sent');
      assert.equal((await clinic.read(id)).question, '');
      const again = (await clinic.accept(next)).patient.code;
      assert.notEqual(again, code);
      assert.equal((await erase(clinic, ['patient', code, '--yes'])).status, 0);
    });

  test('an unknown code changes nothing', async (t) => {
    const { clinic, code } = await newErasure(t);
    const unknown = code.replace(/^DP0001/, 'DP0009');
    assert.notEqual((await erase(clinic, ['patient', unknown, '--yes'])).status, 0);
    await assertSomewhere(clinic, ['Şahnabat']);
  });
});
