import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  FoundPatient,
  Patient,
  PatientAnswer,
  PatientList,
} from '@deqiq/contract/referrals/patients/patients.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { readDataFolder } from '@deqiq/testkit/erasure/erase-and-search.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const NIGAR = {
  firstName: 'Nigar',
  lastName: 'Hüseynova',
  fatherName: 'Rauf qızı',
  birthDate: '1990-03-07',
  sex: 'female',
  phone: '+994 50 123 45 67',
  email: 'nigar@example.az',
  nationalId: '5xk2 m9p',
  note: 'Allergiya',
};

const add = async (admin: Client, overrides: object = {}): Promise<Patient> =>
  (await admin.post('/api/admin/patients', { ...NIGAR, ...overrides })).ok<PatientAnswer>().patient;

test('staff add a patient, change it, and read it with all visits', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin } = clinic;
  const added = await add(admin);
  const expected = {
    ...NIGAR,
    _id: added._id,
    code: added.code,
    birthDate: '1990-03-07T00:00:00.000Z',
    nationalId: '5XK2M9P',
    createdAt: added.createdAt,
    mergedInto: null,
  };
  assert.deepEqual(added, expected);
  assert.match(added.code, /^DP[0-9A-Z]{7}$/);
  const path = `/api/admin/patients/${added._id}`;
  const changed = (await admin.put(path, { ...NIGAR, phone: '' })).ok<PatientAnswer>().patient;
  assert.deepEqual(changed, { ...expected, phone: '' });
  const { _id: referral } = await clinic.send();
  const { checkup } = await clinic.accept(referral, { patient: added._id });
  const found = (await admin.get(path)).ok<FoundPatient>();
  assert.deepEqual(found.patient, changed);
  assert.deepEqual(
    [found.checkups.map(({ _id }) => _id), found.referrals.map(({ _id }) => _id), found.aliases],
    [[checkup], [referral], []],
  );
  (await admin.get('/api/admin/patients/unknown')).refused(404);
  (await admin.put('/api/admin/patients/unknown', NIGAR)).refused(404);
});

test('wrong fields of a patient are refused', async (t) => {
  const { admin } = await newWorld(t);
  const wrong = {
    firstName: '',
    lastName: undefined,
    birthDate: '2100-01-01',
    sex: 'x',
    phone: '12',
    email: 'nigar',
    nationalId: 'FİN ə',
  };
  for (const [path, value] of Object.entries(wrong)) {
    const { fields = [] } = (
      await admin.post('/api/admin/patients', { ...NIGAR, [path]: value })
    ).refused(400);
    assert.deepEqual(
      fields.map((field) => field.path),
      [path],
    );
  }
});

test('the number of a document is found by exact match, and is not readable in the database', async (t) => {
  const world = await newWorld(t);
  const { _id } = await add(world.admin);
  await add(world.admin, { nationalId: '' });
  const find = async (nationalId: string) =>
    (await world.admin.get(`/api/admin/patients?nationalId=${nationalId}`))
      .ok<PatientList>()
      .patients.map((patient) => patient._id);
  assert.deepEqual(await find('5XK2M9P'), [_id]);
  assert.deepEqual(await find('5xk2-m9p'), [_id]);
  assert.deepEqual(await find('5XK2M9'), []);
  const rows = await world.db.selectFrom('patients').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), /5XK2M9P/i);
  assert.equal((await readDataFolder(world)).includes('5XK2M9P'), false);
});

test('patients are found by name, code, birth date and telephone', async (t) => {
  const { admin } = await newWorld(t);
  const nigar = await add(admin);
  const orxan = await add(admin, {
    firstName: 'Orxan',
    lastName: 'Quliyev',
    birthDate: '1985-01-02',
    phone: '0551112233',
  });
  const find = async (query: string) =>
    (await admin.get(`/api/admin/patients?${query}`))
      .ok<PatientList>()
      .patients.map(({ _id }) => _id);
  assert.deepEqual(await find(''), [orxan._id, nigar._id]);
  assert.deepEqual(await find('name=huseyn'), [nigar._id]);
  assert.deepEqual(await find(`name=${nigar.code.toLowerCase()}`), [nigar._id]);
  assert.deepEqual(await find('birthDate=1985-01-02'), [orxan._id]);
  assert.deepEqual(await find('birthDate=1985-01-02T00:00:00.000Z'), [orxan._id]);
  assert.deepEqual(await find('birthDate=1985-01-02&name=nigar'), []);
  assert.deepEqual(await find(`birthDate=1985-01-02&name=${nigar.code}`), []);
  assert.deepEqual(await find('phone=abc'), []);
  assert.deepEqual(await find('nationalId=-'), []);
  assert.deepEqual(await find('phone=050-123-45-67'), [nigar._id]);
  assert.deepEqual(await find('page=2&limit=1'), [nigar._id]);
});

test('records of the same person are proposed while staff type, the likeliest first', async (t) => {
  const { admin } = await newWorld(t);
  const namesake = await add(admin, { birthDate: '2001-01-01', phone: '', nationalId: '' });
  const sameDay = await add(admin, {
    firstName: 'Orxan',
    lastName: 'Quliyev',
    phone: '',
    nationalId: '',
  });
  const mother = await add(admin, { firstName: 'Leyla', birthDate: '1960-01-01', nationalId: '' });
  const nigar = await add(admin);
  const similar = async (query: Record<string, string>) =>
    (await admin.get(`/api/admin/patients/similar?${new URLSearchParams(query)}`))
      .ok<{ patients: Patient[] }>()
      .patients.map(({ _id }) => _id);
  const typed = { firstName: 'nigar', lastName: 'HUSEYNOVA' };
  assert.deepEqual(await similar(typed), [nigar._id, namesake._id]);
  assert.deepEqual(await similar({ ...typed, birthDate: '1990-03-07' }), [nigar._id]);
  assert.deepEqual(
    await similar({ firstName: 'Нигяр', lastName: 'Гусейнова', birthDate: '1990-03-07' }),
    [nigar._id],
  );
  assert.deepEqual(await similar({ phone: '+994501234567' }), [nigar._id, mother._id]);
  assert.deepEqual(await similar({ nationalId: '5XK2M9P' }), [nigar._id]);
  assert.deepEqual(await similar({ birthDate: '1990-03-07' }), []);
  assert.deepEqual(await similar({}), []);
  assert.equal(sameDay.mergedInto, null);
});

test('staff link an examination to a patient, and its referral goes along', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin } = clinic;
  const { _id: id } = await clinic.send();
  const { checkup, patient: made } = await clinic.accept(id);
  const other = await add(admin);
  const link = (patient: unknown, target = checkup) =>
    admin.put(`/api/admin/checkups/${target}/patient`, { patient });
  const linked = (await link(other._id)).ok<{ checkup: { patient?: object } }>();
  assert.deepEqual(linked.checkup.patient, { _id: other._id, code: other.code });
  assert.equal((await clinic.read(id)).patient._id, other._id);
  assert.equal((await clinic.readOwn(id)).patient.firstName, 'Nigar');
  const unlinked = (await link(null)).ok<{ checkup: { patient?: object } }>();
  assert.equal(unlinked.checkup.patient, undefined);
  assert.equal((await clinic.read(id)).patient._id, undefined);
  (await link('unknown')).refused(404);
  (await link(made._id, 'unknown')).refused(404);
  (await link(undefined)).refused(400);
});

test('a referral is accepted for the survivor of an alias, and not for an unknown patient', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin } = clinic;
  const survivor = await add(admin);
  const alias = await add(admin);
  (await admin.post(`/api/admin/patients/${survivor._id}/merge`, { other: alias._id })).ok();
  const { _id: id } = await clinic.send();
  (await clinic.step(id, 'accept', { patient: 'unknown' })).refused(404);
  const before = await clinic.read(id);
  assert.deepEqual([before.state, before.checkup, before.history.length], ['sent', null, 1]);
  assert.deepEqual(await clinic.db.selectFrom('checkups').select('id').execute(), []);
  const { patient } = await clinic.accept(id, { patient: alias._id });
  assert.deepEqual([patient._id, patient.code], [survivor._id, survivor.code]);
});
