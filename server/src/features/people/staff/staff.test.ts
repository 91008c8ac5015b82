import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedLists, exportPath } from '@deqiq/contract/desk/exports.ts';
import type { StaffAccount, StaffList, StaffMember } from '@deqiq/contract/people/staff.ts';
import type { StaffRole } from '@deqiq/contract/shared/roles.ts';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { newId } from '../../../platform/ids.ts';

const STAFF = '/api/admin/staff';
const PASSWORD = 'reception password';

/** A colleague that the first admin has added, signed in. */
async function colleagueOf({ admin, visitor }: World, role: StaffRole, username = 'Sevda') {
  const answer = await admin.post(STAFF, { username, role, password: PASSWORD });
  const { member } = answer.ok<{ member: StaffMember }>();
  const signIn = () => visitor.signIn('admin', { username, password: PASSWORD });
  return { id: member._id, client: await signIn(), signIn };
}

const accountOf = async (client: World['admin']) =>
  (await client.get('/api/admin/account')).ok<{ account: StaffAccount }>().account;

test('the first admin is an owner, and an owner sets the role of a colleague', async (t) => {
  const world = await newWorld(t);
  assert.equal((await accountOf(world.admin)).role, 'owner');
  const { id, client } = await colleagueOf(world, 'staff');
  assert.deepEqual(await accountOf(client), {
    _id: id,
    username: 'Sevda',
    role: 'staff',
    secondFactor: 'off',
    language: null,
    radiologist: null,
  });
});

test('staff do the daily work and may not do what only owners may', async (t) => {
  const world = await newWorld(t);
  const { _id } = await world.addPartner();
  const { client } = await colleagueOf(world, 'staff');
  (await client.get('/api/admin/partners')).ok();
  const balance = { balance: 5, action: 'add' };
  (await client.patch(`/api/admin/partner-stats/balance/${_id}`, balance)).ok();
  const refused = [
    await client.delete(`/api/admin/partners/${_id}`),
    await client.patch(`/api/admin/partner-stats/reset/${_id}`),
    await client.get(STAFF),
    await client.post(STAFF, { username: 'x', role: 'owner', password: PASSWORD }),
    ...(await Promise.all(exportedLists.map((list) => client.get(exportPath(list))))),
  ];
  for (const answer of refused)
    assert.equal(
      answer.refused(403).message,
      'Only an owner may do this. Please ask an owner of the clinic',
    );
  (await world.admin.delete(`/api/admin/partners/${_id}`)).ok();
});

test('a new role, a disabled account and a removed one take effect on open sessions', async (t) => {
  const world = await newWorld(t);
  const { admin } = world;
  const { id, client, signIn } = await colleagueOf(world, 'staff');
  (await client.get(STAFF)).refused(403);
  (await admin.patch(`${STAFF}/${id}/role`, { role: 'owner' })).ok();
  (await client.get(STAFF)).ok();
  (await admin.patch(`${STAFF}/${id}/role`, { role: 'staff' })).ok();
  (await client.get(STAFF)).refused(403);

  (await admin.patch(`${STAFF}/${id}/status`, { status: 'disabled' })).ok();
  (await client.get('/api/admin/partners')).refused(401);
  const login = { username: 'sevda', password: PASSWORD };
  const refused = await world.visitor.post('/api/admin/auth/login', login);
  assert.equal(refused.refused(401).message, 'Login failed');
  (await admin.patch(`${STAFF}/${id}/status`, { status: 'active' })).ok();
  // Sessions that were ended stay ended.
  (await client.get('/api/admin/partners')).refused(401);
  const again = await signIn();
  (await admin.delete(`${STAFF}/${id}`)).ok();
  (await again.get('/api/admin/partners')).refused(401);
  (await admin.delete(`${STAFF}/${id}`)).refused(404);
});

test('an owner gives a colleague a new password, and ends the sessions', async (t) => {
  const world = await newWorld(t);
  const { admin, visitor } = world;
  const { id, client, signIn } = await colleagueOf(world, 'staff');
  const short = await admin.patch(`${STAFF}/${id}/reset-password`, { password: 'short' });
  assert.match(short.refused(400).message, /at least 8 characters/);
  (await admin.post(`${STAFF}/${id}/sign-out`)).ok();
  (await client.get('/api/admin/partners')).refused(401);
  const second = await signIn();
  const password = 'another password';
  (await admin.patch(`${STAFF}/${id}/reset-password`, { password })).ok();
  (await second.get('/api/admin/partners')).refused(401);
  await visitor.signIn('admin', { username: 'Sevda', password });
});

test('owners cannot change their own account on the staff screen', async (t) => {
  const { admin } = await newWorld(t);
  const { _id } = await accountOf(admin);
  const own = [
    await admin.patch(`${STAFF}/${_id}/role`, { role: 'staff' }),
    await admin.patch(`${STAFF}/${_id}/status`, { status: 'disabled' }),
    await admin.delete(`${STAFF}/${_id}`),
  ];
  for (const answer of own) assert.equal(answer.refused(409).message, staffMessages.ownAccount());
  const signIn = [
    await admin.patch(`${STAFF}/${_id}/reset-password`, { password: 'another password' }),
    await admin.post(`${STAFF}/${_id}/sign-out`),
  ];
  for (const answer of signIn) assert.equal(answer.refused(409).message, staffMessages.ownSignIn());
  (await admin.get('/api/admin/partners')).ok();
});

test('if two owners demote each other at once, one stays an owner', async (t) => {
  const world = await newWorld(t);
  const { id, client } = await colleagueOf(world, 'owner');
  const { _id } = await accountOf(world.admin);
  const answers = await Promise.all([
    world.admin.patch(`${STAFF}/${id}/role`, { role: 'staff' }),
    client.patch(`${STAFF}/${_id}/role`, { role: 'staff' }),
  ]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const rows = await world.db.selectFrom('admins').select('role').execute();
  assert.deepEqual(rows.map(({ role }) => role).toSorted(), ['owner', 'staff']);
});

test('the list contains all staff, and usernames are unique ignoring case', async (t) => {
  const world = await newWorld(t);
  const { id } = await colleagueOf(world, 'staff');
  const { staff } = (await world.admin.get(STAFF)).ok<StaffList>();
  assert.deepEqual(
    staff.map(({ username, role, status, sessions }) => [username, role, status, sessions]),
    [
      [ADMIN.username, 'owner', 'active', 1],
      ['Sevda', 'staff', 'active', 1],
    ],
  );
  const again = { username: ' sevda ', role: 'staff', password: PASSWORD };
  const taken = (await world.admin.post(STAFF, again)).refused(409);
  assert.equal(taken.fields?.[0]?.path, 'username');
  (await world.admin.post(STAFF, { ...again, role: 'boss' })).refused(400);
  for (const unknown of [newId(), 'x'])
    (await world.admin.patch(`${STAFF}/${unknown}/role`, { role: 'staff' })).refused(404);
  (await world.admin.patch(`${STAFF}/${id}/role`, { role: 'staff' })).ok();
});

test('every change of an account is audited', async (t) => {
  // No two rows have the same time.
  let time = Date.now();
  const now = () => {
    time += 1;
    return time;
  };
  const world = await newWorld(t, { now });
  const { id } = await colleagueOf(world, 'staff');
  const { _id } = await accountOf(world.admin);
  (await world.admin.patch(`${STAFF}/${id}/role`, { role: 'owner' })).ok();
  (await world.admin.patch(`${STAFF}/${id}/status`, { status: 'disabled' })).ok();
  (await world.admin.delete(`${STAFF}/${id}`)).ok();
  const rows = await world.db
    .selectFrom('audit')
    .select(['action', 'person_id', 'detail'])
    .where('object_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ action, person_id, detail }) => [action, person_id, detail]),
    [
      ['create', _id, 'Sevda, staff'],
      ['change-role', _id, 'owner'],
      ['disable', _id, 'Sevda'],
      ['delete', _id, 'Sevda'],
    ],
  );
});
