import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Colleague, StaffMember } from '@deqiq/contract/people/staff.ts';
import type { ReferralAnswer, ReferralList } from '@deqiq/contract/referrals/referrals.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { newReferralClinic, type ReferralClinic } from '@deqiq/testkit/http/referrals.ts';

const LIST = '/api/admin/referrals';
const at = (id: string) => `${LIST}/${id}/assignee`;

async function addMember({ admin }: ReferralClinic, username: string): Promise<string> {
  const fields = { username, role: 'staff', password: 'uzun bir şifrə' };
  return (await admin.post('/api/admin/staff', fields)).ok<{ member: StaffMember }>().member._id;
}

const assign = ({ admin }: ReferralClinic, id: string, assignee: string | null) =>
  admin.put(at(id), { assignee });

const idsOf = async (client: Client, query: string): Promise<string[]> =>
  (await client.get(`${LIST}?${query}`)).ok<ReferralList>().referrals.map(({ _id }) => _id);

const readAudit = async ({ db }: ReferralClinic, id: string) =>
  db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('object_id', '=', id)
    .where('action', 'like', '%assign')
    .orderBy('id')
    .execute();

test('a referral gets a responsible member of staff and loses it again; its history stays', async (t) => {
  const clinic = await newReferralClinic(t);
  const leyla = await addMember(clinic, 'leyla');
  const before = await clinic.send();
  const { referral } = (await assign(clinic, before._id, leyla)).ok<ReferralAnswer>();
  assert.deepEqual(referral.assignee, { _id: leyla, name: 'leyla' });
  assert.deepEqual([referral.state, referral.history.length], ['sent', before.history.length]);
  (await assign(clinic, before._id, leyla)).ok();
  (await assign(clinic, before._id, null)).ok();
  assert.equal((await clinic.read(before._id)).assignee, null);
  assert.deepEqual(await readAudit(clinic, before._id), [
    { action: 'assign', detail: 'leyla' },
    { action: 'unassign', detail: 'leyla' },
  ]);
});

test('the list is filtered by me, by a member, and by those without one, by a code too', async (t) => {
  const clinic = await newReferralClinic(t);
  const leyla = await addMember(clinic, 'leyla');
  const { admin } = clinic;
  const { account } = (await admin.get('/api/admin/account')).ok<{ account: StaffMember }>();
  const mine = await clinic.send();
  const hers = await clinic.send();
  const free = await clinic.send();
  (await assign(clinic, mine._id, account._id)).ok();
  (await assign(clinic, hers._id, leyla)).ok();
  assert.deepEqual(await idsOf(admin, 'assignee=me'), [mine._id]);
  assert.deepEqual(await idsOf(admin, `assignee=${leyla}`), [hers._id]);
  assert.deepEqual(await idsOf(admin, 'assignee=none'), [free._id]);
  assert.deepEqual(await idsOf(admin, `assignee=me&name=${hers.code}`), []);
  assert.deepEqual(await idsOf(admin, `assignee=none&name=${free.code}`), [free._id]);
  assert.equal((await idsOf(admin, 'assignee=')).length, 3);
  (await admin.get(`${LIST}?assignee=%20`)).refused(400);
});

test('partners never read who is responsible, and assign no one', async (t) => {
  const clinic = await newReferralClinic(t);
  const { _id } = await clinic.send();
  (await assign(clinic, _id, await addMember(clinic, 'leyla'))).ok();
  const list = (await clinic.client.get('/api/partner/referrals')).response.body;
  const one = (await clinic.client.get(`/api/partner/referrals/${_id}`)).response.body;
  assert.doesNotMatch(list + one, /assignee|leyla/);
  (await clinic.client.put(at(_id), { assignee: null })).refused(403);
  (await clinic.client.get('/api/admin/colleagues')).refused(403);
});

test('an account that does not exist or may not sign in is refused, and nothing changes', async (t) => {
  const clinic = await newReferralClinic(t);
  const leyla = await addMember(clinic, 'leyla');
  const kamal = await addMember(clinic, 'kamal');
  const { _id } = await clinic.send();
  (await assign(clinic, _id, leyla)).ok();
  const status = { status: 'disabled' };
  (await clinic.admin.patch(`/api/admin/staff/${kamal}/status`, status)).ok();
  for (const sent of [kamal, 'no-such-member', '', 7, undefined])
    assert.match(
      (await clinic.admin.put(at(_id), { assignee: sent })).refused(400).message,
      /Belə əməkdaş yoxdur|no such member/,
    );
  assert.equal((await clinic.read(_id)).assignee?._id, leyla);
  (await assign(clinic, 'no-such-referral', leyla)).refused(404);
  const { colleagues } = (await clinic.admin.get('/api/admin/colleagues')).ok<{
    colleagues: Colleague[];
  }>();
  const disabled = { _id: kamal, username: 'kamal', status: 'disabled' };
  assert.deepEqual(
    colleagues.filter((each) => each._id === kamal),
    [disabled],
  );
});

test('an assignment or its undo changes nothing where a colleague was assigned meanwhile', async (t) => {
  const clinic = await newReferralClinic(t);
  const leyla = await addMember(clinic, 'leyla');
  const kamal = await addMember(clinic, 'kamal');
  const { _id } = await clinic.send();
  const change = (assignee: string | null, instead: string | null) =>
    clinic.admin.put(at(_id), { assignee, instead });
  (await change(leyla, null)).ok();
  (await change(kamal, null)).refused(409);
  (await change(kamal, leyla)).ok();
  const refused = (await change(null, leyla)).refused(409);
  assert.match(refused.message, /meanwhile|Bu arada/);
  assert.equal((await clinic.read(_id)).assignee?._id, kamal);
  assert.equal((await readAudit(clinic, _id)).length, 2);
  (await change(null, kamal)).ok();
  (await change('', leyla)).refused(400);
});

test('a removed member leaves the referrals to the others, in the list too', async (t) => {
  const clinic = await newReferralClinic(t);
  const { admin } = clinic;
  const leyla = await addMember(clinic, 'leyla');
  const { _id } = await clinic.send();
  (await assign(clinic, _id, leyla)).ok();
  assert.deepEqual(await idsOf(admin, `assignee=${leyla}`), [_id]);
  assert.deepEqual(await idsOf(admin, 'assignee=none'), []);
  const { etag } = (await admin.get(LIST)).response.headers;
  const poll = { method: 'GET', url: LIST, headers: { 'if-none-match': String(etag) } } as const;
  assert.equal((await admin.send(poll)).status, 304);
  (await admin.delete(`/api/admin/staff/${leyla}`)).ok();
  assert.equal((await admin.send(poll)).status, 200);
  assert.equal((await clinic.read(_id)).assignee, null);
  assert.deepEqual(await idsOf(admin, 'assignee=none'), [_id]);
  assert.deepEqual(await idsOf(admin, `assignee=${leyla}`), []);
});
