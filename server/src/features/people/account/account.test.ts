import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Partner } from '@deqiq/contract/people/partners.ts';
import type { StaffAccount } from '@deqiq/contract/people/staff.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const URL = '/api/partner/account';
const PASSWORD = `${URL}/password`;
type Saved = { partner: Partner; message: string };

test('partners see themselves and change their clinic and Instagram, nothing else', async (t) => {
  const { admin, signedInPartner, db } = await newWorld(t);
  const other = (await signedInPartner()).partner;
  const { partner, client } = await signedInPartner();
  assert.deepEqual((await client.get(URL)).ok(), { partner, language: null });
  const answer = await client.form('PUT', `${URL}/details`, {
    clinicName: ' Yeni Diş ',
    instagram: '@yeni',
    balance: '1000',
    sendedPatientsCount: '9',
    email: 'oz@klinika.az',
    firstName: 'Başqa',
    _id: other._id,
    id: other._id,
    password: 'x',
  });
  const saved = answer.ok<Saved>();
  assert.equal(saved.message, 'Profil məlumatları yeniləndi');
  assert.deepEqual(saved.partner, { ...partner, clinicName: 'Yeni Diş', instagram: '@yeni' });
  const { partners } = (await admin.get('/api/admin/partners')).ok<{ partners: Partner[] }>();
  assert.deepEqual(partners, [saved.partner, other]);
  const audited = await db
    .selectFrom('audit')
    .select(['object_id', 'role'])
    .where('action', '=', 'change')
    .execute();
  assert.deepEqual(
    audited.map((entry) => ({ ...entry })),
    [{ object_id: partner._id, role: 'partner' }],
  );
});

test('staff and partners choose a language, and are answered in it', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const choose = (who: typeof client, area: string, language: unknown) =>
    who.put(`/api/${area}/account/language`, { language });
  assert.deepEqual((await choose(client, 'partner', 'ru')).ok(), {
    language: 'ru',
    message: 'Язык изменён',
  });
  assert.equal((await client.get(URL)).ok<{ language: string }>().language, 'ru');
  assert.deepEqual((await choose(admin, 'admin', 'az')).ok(), {
    language: 'az',
    message: 'Dil dəyişdirildi',
  });
  const { account } = (await admin.get('/api/admin/account')).ok<{ account: StaffAccount }>();
  assert.equal(account.language, 'az');
  for (const language of ['tr', 'spec', '', null])
    (await choose(client, 'partner', language)).refused(400);
  (await choose(client, 'admin', 'ru')).refused(403);
  assert.equal((await client.get(URL)).ok<{ language: string }>().language, 'ru');
});

test('details may be emptied, and absent fields stay', async (t) => {
  const { signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const save = async (body: object) =>
    (await client.put(`${URL}/details`, body)).ok<Saved>().partner;
  assert.deepEqual(await save({ instagram: '' }), { ...partner, instagram: '' });
  assert.deepEqual(await save({}), { ...partner, instagram: '' });
  assert.deepEqual(await save({ clinicName: null }), { ...partner, instagram: '', clinicName: '' });
  for (const body of [{ clinicName: 7 }, { instagram: 'x'.repeat(201) }, { clinicName: 'a\u0000' }])
    (await client.put(`${URL}/details`, body)).refused(400);
});

test('the message names the first rule that a new password breaks', async (t) => {
  const { visitor, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const old = PARTNER_PASSWORD;
  const cases: [object, string][] = [
    [{}, 'Köhnə şifrə tələb olunur'],
    [{ oldPassword: '', newPassword: 'yeni-şifrə' }, 'Köhnə şifrə tələb olunur'],
    [{ oldPassword: old }, 'Yeni şifrə tələb olunur'],
    [{ oldPassword: old, newPassword: '' }, 'Yeni şifrə tələb olunur'],
    [{ oldPassword: old, newPassword: '12345' }, 'Şifrə ən az 6 simvol olmalıdır'],
    [{ oldPassword: old, newPassword: 'x'.repeat(201) }, 'Şifrə ən çox 200 simvol ola bilər'],
    [{ oldPassword: `${old}x`, newPassword: 'yeni-şifrə' }, 'Köhnə şifrə yanlışdır'],
    [{ oldPassword: 'x'.repeat(201), newPassword: 'yeni-şifrə' }, 'Köhnə şifrə yanlışdır'],
    [{ oldPassword: { $ne: '' }, newPassword: ['123456'] }, 'Köhnə şifrə tələb olunur'],
  ];
  for (const [body, message] of cases)
    assert.equal((await client.put(PASSWORD, body)).refused(400).message, message);
  await visitor.signIn('partner', { email: partner.email, password: old });
});

test("a new password ends the partner's other sessions and keeps this one", async (t) => {
  const { admin, visitor, signedInPartner, db } = await newWorld(t);
  const stranger = await signedInPartner();
  const { partner, client } = await signedInPartner();
  const login = { email: partner.email, password: PARTNER_PASSWORD };
  const elsewhere = await visitor.signIn('partner', login);
  const body = { oldPassword: PARTNER_PASSWORD, newPassword: 'şifrə6' };
  assert.deepEqual((await client.put(PASSWORD, body)).ok(), {
    message: 'Şifrəniz uğurla yeniləndi',
  });
  (await client.get(URL)).ok();
  (await elsewhere.get(URL)).refused(401);
  (await stranger.client.get(URL)).ok();
  (await admin.get('/api/admin/partners')).ok();
  (await visitor.post('/api/partner/auth/login', login)).refused(401);
  await visitor.signIn('partner', { ...login, password: 'şifrə6' });
  const audited = await db
    .selectFrom('audit')
    .select(['person_id', 'object_id', 'detail'])
    .where('action', '=', 'change-password')
    .execute();
  const expected = { person_id: partner._id, object_id: partner._id, detail: null };
  assert.deepEqual(
    audited.map((entry) => ({ ...entry })),
    [expected],
  );
});

test('of changes racing from one old password exactly one wins', async (t) => {
  const { visitor, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const candidates = Array.from({ length: 6 }, (_, number) => `yeni-şifrə-${number}`);
  const answers = await Promise.all(
    candidates.map((newPassword) =>
      client.put(PASSWORD, { oldPassword: PARTNER_PASSWORD, newPassword }),
    ),
  );
  const winners = candidates.filter((_, number) => answers[number]?.status === 200);
  assert.equal(winners.length, 1);
  for (const answer of answers) assert.ok([200, 400, 409].includes(answer.status));
  await visitor.signIn('partner', { email: partner.email, password: winners[0] });
});

test("staff and strangers have no partner's account", async (t) => {
  const { admin, visitor } = await newWorld(t);
  for (const [who, status] of [
    [visitor, 401],
    [admin, 403],
  ] as const) {
    (await who.get(URL)).refused(status);
    (await who.put(`${URL}/details`)).refused(status);
    (await who.put(PASSWORD)).refused(status);
  }
});
