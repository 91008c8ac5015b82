import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  FoundPatient,
  Patient,
  PatientAnswer,
  PatientList,
  UnmergeAnswer,
} from '@deqiq/contract/referrals/patients/patients.ts';
import { newReferralClinic, type ReferralClinic } from '@deqiq/testkit/http/referrals.ts';

const path = (id: string) => `/api/admin/patients/${id}`;

const calls = ({ admin }: ReferralClinic) => ({
  async add(lastName = 'Hüseynova'): Promise<Patient> {
    const body = { firstName: 'Nigar', lastName, phone: '+994501234567' };
    return (await admin.post('/api/admin/patients', body)).ok<PatientAnswer>().patient;
  },
  merge: (id: string, other: string) => admin.post(`${path(id)}/merge`, { other }),
  unmerge: (id: string, other: string) => admin.post(`${path(id)}/unmerge`, { other }),
  read: async (id: string) => (await admin.get(path(id))).ok<FoundPatient>(),
});

/** An examination of a patient, by way of a referral. */
async function addVisit(clinic: ReferralClinic, patient: string): Promise<string> {
  const { _id } = await clinic.send();
  return (await clinic.accept(_id, { patient })).checkup ?? '';
}

const checkupsOf = ({ checkups }: FoundPatient) => checkups.map(({ _id }) => _id).toSorted();

test('a merge moves all visits to the survivor, and its code still finds the patient', async (t) => {
  const clinic = await newReferralClinic(t);
  const { add, merge, unmerge, read } = calls(clinic);
  const one = await add();
  const other = await add('Əliyeva');
  const visits = [await addVisit(clinic, one._id), await addVisit(clinic, other._id)];
  const merged = (await merge(one._id, other._id)).ok<PatientAnswer>();
  assert.deepEqual(merged.patient, one);
  const found = await read(other._id);
  assert.deepEqual([found.patient._id, checkupsOf(found)], [one._id, visits.toSorted()]);
  assert.deepEqual(
    found.aliases.map(({ _id, mergedInto }) => [_id, mergedInto]),
    [[other._id, one._id]],
  );
  assert.equal(found.referrals.length, 2);
  assert.equal(
    found.referrals.every(({ patient }) => patient._id === one._id),
    true,
  );
  const list = await clinic.admin.get(`/api/admin/patients?name=${other.code}`);
  assert.deepEqual(
    list.ok<PatientList>().patients.map(({ _id }) => _id),
    [one._id],
  );
  const all = (await clinic.admin.get('/api/admin/patients')).ok<PatientList>();
  assert.deepEqual(
    all.patients.map(({ _id }) => _id),
    [one._id],
  );
  const later = await addVisit(clinic, other._id);
  const undone = (await unmerge(one._id, other._id)).ok<UnmergeAnswer>();
  assert.deepEqual(
    undone.later.filter(({ kind }) => kind === 'checkup').map(({ _id }) => _id),
    [later],
  );
  assert.deepEqual(checkupsOf(await read(other._id)), [visits[1]]);
  assert.deepEqual(checkupsOf(await read(one._id)), [visits[0], later].toSorted());
});

test('the same merge again changes nothing; other merges of a merged record are conflicts', async (t) => {
  const clinic = await newReferralClinic(t);
  const { add, merge, unmerge } = calls(clinic);
  const one = await add();
  const other = await add();
  const third = await add();
  (await merge(one._id, one._id)).refused(409);
  (await merge(one._id, 'unknown')).refused(404);
  (await merge('unknown', one._id)).refused(404);
  (await merge(one._id, '')).refused(400);
  (await unmerge(one._id, other._id)).refused(409);
  (await merge(one._id, other._id)).ok();
  (await merge(one._id, other._id)).ok();
  (await merge(third._id, other._id)).refused(409);
  (await merge(other._id, one._id)).refused(409);
  const rows = clinic.db.selectFrom('audit').select('action').where('object', '=', 'patient');
  const merges = (await rows.execute()).filter(({ action }) => action === 'merge');
  assert.equal(merges.length, 1);
  (await unmerge(third._id, other._id)).refused(409);
  (await unmerge(one._id, other._id)).ok();
  (await unmerge(one._id, other._id)).refused(409);
});

test('concurrent merges in a circle leave one patient or more, and no circle', async (t) => {
  const clinic = await newReferralClinic(t);
  const { add, merge, read } = calls(clinic);
  for (let round = 0; round < 5; round += 1) {
    const ids = [(await add())._id, (await add())._id, (await add())._id] as const;
    const [a, b, c] = ids;
    await Promise.all([merge(a, b), merge(b, c), merge(c, a), merge(b, a)]);
    const roots = new Set<string>();
    for (const id of ids) roots.add((await read(id)).patient._id);
    assert.ok(roots.size >= 1);
  }
});
