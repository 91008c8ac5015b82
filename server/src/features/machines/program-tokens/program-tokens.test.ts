import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type {
  ProgramToken,
  ProgramTokenCreated,
  ProgramTokens,
} from '@deqiq/contract/machines/program-tokens.ts';
import { blackSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { enrol } from '@deqiq/testkit/http/second-factor.ts';
import { untilIndexed } from '@deqiq/testkit/jobs/queues.ts';
import { ADMIN, PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { DAY } from '../../../platform/time.ts';

const PATH = '/api/partner/account/program-tokens';

const slice = (series: string) => blackSlice({ series });

/** Two partners, each with a series of the same study. */
async function newClinic(t: TestContext, settings = {}) {
  const world = await newWorld(t, { runsJobs: true, settings });
  const own = await world.signedInPartner();
  const other = await world.signedInPartner();
  for (const [{ partner }, series] of [
    [own, '2.25.1'],
    [other, '2.25.2'],
  ] as const)
    await world.addCheckup({ partner: partner._id, fileName: 'a.dcm', bytes: slice(series) });
  await untilIndexed(world);
  const password = PARTNER_PASSWORD;
  const create = async (name = 'OHIF', days = 30) =>
    (await own.client.post(PATH, { name, days, password })).ok<ProgramTokenCreated>();
  const list = async (): Promise<ProgramToken[]> =>
    (await own.client.get(PATH)).ok<ProgramTokens>().tokens;
  const read = (token: string, url = '/dicom-web/series') =>
    world.visitor.get(url, { authorization: `Bearer ${token}` });
  return { ...world, own, other, create, list, read };
}

test('a program of a doctor', async (t) => {
  const clinic = await newClinic(t);
  const { own, create, list, read } = clinic;

  await t.test('reads the doctor’s own studies and nothing else', async () => {
    const { token } = await create();
    const found = await read(token);
    assert.equal(found.status, 200);
    assert.ok(found.response.body.includes('2.25.1'));
    assert.ok(!found.response.body.includes('2.25.2'));
    const foreign = '/dicom-web/studies/2.25.9/series/2.25.2/metadata';
    assert.equal((await read(token, foreign)).status, 404);
    for (const url of ['/api/partner/account', '/api/partner/misc/checkups', PATH])
      assert.equal((await read(token, url)).status, 401, url);
  });

  await t.test('gets a token that is stored as a hash, with its end and last use', async () => {
    const { token, programToken } = await create('Weasis', 90);
    const rows = JSON.stringify(await clinic.db.selectFrom('program_tokens').selectAll().execute());
    assert.ok(!rows.includes(token));
    assert.equal(programToken.tokenEnd, token.slice(-4));
    const days = (Date.parse(programToken.expiresAt) - Date.parse(programToken.createdAt)) / DAY;
    assert.equal(days, 90);
    assert.equal(programToken.lastUsedAt, null);
    await read(token);
    assert.ok((await list())[0]?.lastUsedAt);
  });

  await t.test('is refused once its token is revoked; a stranger cannot revoke it', async () => {
    const { token, programToken } = await create();
    const path = `${PATH}/${programToken._id}`;
    (await clinic.other.client.delete(path)).refused(404);
    assert.equal((await read(token)).status, 200);
    (await own.client.delete(path)).ok();
    assert.equal((await read(token)).status, 401);
    (await own.client.delete(path)).refused(404);
    const rows = clinic.db
      .selectFrom('audit')
      .select('action')
      .where('object', '=', 'program-token');
    const actions = (await rows.where('object_id', '=', programToken._id).execute()).map(
      ({ action }) => action,
    );
    assert.deepEqual(actions, ['create', 'revoke']);
  });

  await t.test('needs the password, a name and one of three validities', async () => {
    const password = PARTNER_PASSWORD;
    for (const [fields, field] of [
      [{ name: ' ', days: 30, password }, 'name'],
      [{ name: 'x', days: 31, password }, 'days'],
      [{ name: 'x', days: 30, password: 'wrong password' }, 'password'],
    ] as const)
      assert.equal((await own.client.post(PATH, fields)).refused(400).fields?.[0]?.path, field);
  });

  await t.test('has at most nine others beside it', async () => {
    while ((await list()).length < 10) await create();
    const password = PARTNER_PASSWORD;
    (await own.client.post(PATH, { name: 'x', days: 30, password })).refused(409);
  });
});

test('tokens of programs end with the validity, the password and the account', async (t) => {
  const clinic = await newClinic(t);
  const { own, create, list, read } = clinic;
  const expired = await create();
  const past = new Date(clinic.now() - 1_000).toISOString();
  await clinic.db.updateTable('program_tokens').set({ expires_at: past }).execute();
  assert.equal((await read(expired.token)).status, 401);
  assert.deepEqual(await list(), []);

  const { token } = await create();
  const passwords = { oldPassword: PARTNER_PASSWORD, newPassword: 'another password' };
  (await own.client.put('/api/partner/account/password', passwords)).ok();
  assert.equal((await read(token)).status, 401);
  assert.deepEqual(await list(), []);

  const fields = { name: 'OHIF', days: 30, password: passwords.newPassword };
  const last = (await own.client.post(PATH, fields)).ok<ProgramTokenCreated>();
  assert.equal((await read(last.token)).status, 200);
  await clinic.db
    .updateTable('partners')
    .set({ deleted_at: past })
    .where('id', '=', own.partner._id)
    .execute();
  assert.equal((await read(last.token)).status, 401);
});

test('a program of staff reads until their account is disabled', async (t) => {
  const world = await newWorld(t);
  const { admin, visitor } = world;
  const fields = { name: 'OHIF', days: 365, password: ADMIN.password };
  const created = await admin.post('/api/admin/account/program-tokens', fields);
  const { token } = created.ok<ProgramTokenCreated>();
  const get = () => visitor.get('/dicom-web/studies', { authorization: `Bearer ${token}` });
  assert.equal((await get()).status, 204);
  await world.db.updateTable('admins').set({ disabled_at: new Date().toISOString() }).execute();
  assert.equal((await get()).status, 401);
});

test('where staff need a second factor, a program of staff reads only once they have one', async (t) => {
  const world = await newWorld(t, { settings: { REQUIRE_STAFF_2FA: 'on' } });
  const { admin, visitor } = world;
  const fields = { name: 'OHIF', days: 365, password: ADMIN.password };
  const path = '/api/admin/account/program-tokens';
  assert.equal((await admin.post(path, fields)).refused(403).code, 'enrolment-required');
  const read = (token: string) =>
    visitor.get('/dicom-web/studies', { authorization: `Bearer ${token}` });

  await enrol(admin, 'admin', ADMIN.password);
  const { token } = (await admin.post(path, fields)).ok<ProgramTokenCreated>();
  assert.equal((await read(token)).status, 204);
  // As a token that was created before the setting.
  await world.db.updateTable('second_factors').set({ confirmed_at: null }).execute();
  assert.equal((await read(token)).refused(403).code, 'enrolment-required');
});
