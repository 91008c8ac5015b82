import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Patient, PatientAnswer } from '@deqiq/contract/referrals/patients/patients.ts';
import {
  MAX_PROPOSED_LINKS,
  type ProposedLinks,
} from '@deqiq/contract/referrals/patients/proposed-links.ts';
import { newCheckup, newFile } from '@deqiq/testkit/databases/rows.ts';
import { newReferralClinic, type ReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import * as checkups from '../../examinations/checkups/checkups.repo.ts';

const PATH = '/api/admin/patients/proposals';

const list = async ({ admin }: ReferralClinic, query = '') =>
  (await admin.get(`${PATH}${query}`)).ok<ProposedLinks>();

/** A patient of a partner: one whose referral was accepted. */
async function addPatient({ send, accept }: ReferralClinic) {
  const { patient } = await accept((await send())._id);
  return { id: patient._id ?? '', code: patient.code ?? '' };
}

/** An old examination, with what its X-ray says. */
async function addOld(
  { db }: ReferralClinic,
  partnerId: string,
  { birthDate = '', patientId = '', ...overrides }: Record<string, string> = {},
): Promise<string> {
  const checkup = newCheckup(partnerId, overrides);
  await checkups.insert(db, checkup);
  const file = newFile(checkup.id);
  await db.insertInto('checkup_files').values(file).execute();
  await db
    .insertInto('file_imaging')
    .values({
      file_id: file.id,
      state: 'ready',
      summary: '{}',
      updated_at: file.created_at,
      birth_date: birthDate,
      patient_id: patientId,
    })
    .execute();
  return checkup.id;
}

const toPairs = ({ proposals }: ProposedLinks) =>
  proposals.map(({ checkup, patient, same }) => [checkup._id, patient._id, same.join()]);

test('an old examination with the name of a patient is proposed by what else is the same', async (t) => {
  const clinic = await newReferralClinic(t);
  const own = clinic.partner._id;
  const other = (await clinic.addPartner())._id;
  const { id, code } = await addPatient(clinic);
  const ofPartner = await addOld(clinic, own, { first_name: 'HUSEYNOVA', last_name: 'nigar' });
  const sameDay = await addOld(clinic, other, { birthDate: '1990-03-07' });
  const sameCode = await addOld(clinic, other, { patientId: code.toLowerCase() });
  await addOld(clinic, other);
  await addOld(clinic, own, { birthDate: '1961-01-01' });
  await addOld(clinic, own, { first_name: 'Nigarə' });
  const found = await list(clinic);
  assert.deepEqual(toPairs(found), [
    [sameCode, id, 'code'],
    [sameDay, id, 'birthDate'],
    [ofPartner, id, 'partner'],
  ]);
  assert.equal(found.next, null);
  assert.deepEqual(found.proposals[2]?.patient, {
    _id: id,
    code,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    birthDate: '1990-03-07T00:00:00.000Z',
  });
  assert.equal(found.proposals[2]?.checkup.partner.lastName, 'Məmmədova');
});

test('a link removes the proposal, and taking it back brings it again', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin, partner } = clinic;
  const { id } = await addPatient(clinic);
  const old = await addOld(clinic, partner._id);
  const link = async (patient: string | null) =>
    (await admin.put(`/api/admin/checkups/${old}/patient`, { patient })).ok();
  assert.deepEqual(toPairs(await list(clinic)), [[old, id, 'partner']]);
  await link(id);
  assert.deepEqual(toPairs(await list(clinic)), []);
  await link(null);
  assert.deepEqual(toPairs(await list(clinic)), [[old, id, 'partner']]);
});

test('a merged record proposes its survivor, an erased one is left out', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin, db, partner } = clinic;
  const { id: other } = await addPatient(clinic);
  const old = await addOld(clinic, partner._id);
  const fields = { firstName: 'Nigar', lastName: 'Quliyeva' };
  const survivor: Patient = (await admin.post('/api/admin/patients', fields)).ok<PatientAnswer>()
    .patient;
  (await admin.post(`/api/admin/patients/${survivor._id}/merge`, { other })).ok();
  assert.deepEqual(toPairs(await list(clinic)), [[old, survivor._id, 'partner']]);
  const erased_at = new Date().toISOString();
  await db.updateTable('patients').set({ erased_at }).where('id', '=', other).execute();
  assert.deepEqual(toPairs(await list(clinic)), []);
});

test('a long list comes in parts, patient by patient', async (t) => {
  const clinic = await newReferralClinic(t);
  const { partner } = clinic;
  const first = await addPatient(clinic);
  for (let count = 0; count < MAX_PROPOSED_LINKS + 1; count += 1) await addOld(clinic, partner._id);
  const second = await addPatient(clinic);
  const { proposals, next } = await list(clinic);
  assert.equal(proposals.length, MAX_PROPOSED_LINKS);
  assert.ok(proposals.every(({ patient }) => patient._id === second.id));
  const rest = await list(clinic, `?before=${next}`);
  assert.ok(rest.proposals.every(({ patient }) => patient._id === first.id));
});

test('proposals are for staff only', async (t) => {
  const clinic = await newReferralClinic(t);
  (await clinic.client.get(PATH)).refused(403);
  (await clinic.visitor.get(PATH)).refused(401);
  (await clinic.admin.get(`${PATH}?before=x`)).refused(400);
});
