import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Partner, PartnerList, PartnerPicker } from '@deqiq/contract/people/partners.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/partners';
const form = {
  firstName: 'Rəşad',
  lastName: 'Əliyev',
  birthDate: '1980-01-31',
  phone: '+994 12 555 44 33',
  email: 'resad@klinika.az',
  instagram: '@resad',
  password: 'gizli1',
};

test('staff add a partner by form data and see it first in the list', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  await addPartner();
  const { partner, message } = (await admin.form('POST', URL, form)).ok<{
    partner: Partner;
    message: string;
  }>();
  assert.equal(message, 'Tərəfdaş uğurla yaradıldı');
  assert.equal(partner.birthDate, '1980-01-31T00:00:00.000Z');
  const list = (await admin.get(URL)).ok<PartnerList>();
  assert.deepEqual(list.partners[0], partner);
  assert.deepEqual(list.pagination, {
    currentPage: 1,
    totalPage: 1,
    totalItems: 2,
    itemsPerPage: 20,
  });
});

test('nothing of the server leaves with a partner', async (t) => {
  const { admin } = await newWorld(t);
  const answer = await admin.post(URL, form);
  assert.doesNotMatch(answer.response.body, /password|hash|\$argon2|key/i);
});

test('the first failing field is the message, and every failing field is listed', async (t) => {
  const { admin } = await newWorld(t);
  const cases: [object, string][] = [
    [{}, 'Please enter a first name'],
    [{ firstName: ' ' }, 'Please enter a first name'],
    [{ lastName: '' }, 'Please enter a last name'],
    [{ birthDate: '31.01.1980' }, 'Please enter a birth date'],
    [{ birthDate: '1980-02-30' }, 'Please enter a birth date'],
    [{ birthDate: '0001-01-01' }, 'Please enter a birth date'],
    [{ birthDate: '2150-01-01' }, 'The birth date cannot be in the future'],
    [{ phone: '' }, 'Please enter a phone number'],
    [{ email: '' }, 'Please enter a valid email'],
    [{ email: 'resad@klinika' }, 'Please enter a valid email'],
    [{ instagram: '' }, 'Please enter an instagram link'],
    [{ password: '12345' }, 'Please enter a password with at least 6 characters'],
    [{ firstName: 7 }, 'Please enter a first name'],
    [{ lastName: 'Əli\u0000yev' }, 'The text contains a character that is not allowed'],
    [{ lastName: '\u202eveyilƏ' }, 'The text contains a character that is not allowed'],
    [{ email: 'resad\u0000@klinika.az' }, 'Please enter a valid email'],
    [{ clinicName: 'a\u0000b' }, 'The text contains a character that is not allowed'],
    [{ lastName: 'Ə'.repeat(5_000) }, 'The text may have at most 200 characters'],
  ];
  for (const [change, message] of cases) {
    const body = Object.keys(change).length === 0 ? {} : { ...form, ...change };
    const refusal = (await admin.post(URL, body)).refused(400);
    assert.equal(refusal.message, message);
  }
  const empty = (await admin.post(URL, {})).refused(400);
  assert.deepEqual(
    empty.fields?.map((field) => field.path),
    ['firstName', 'lastName', 'birthDate', 'phone', 'email', 'instagram', 'password'],
  );
  assert.equal((await admin.get(URL)).ok<PartnerList>().pagination.totalItems, 0);
});

test('an e-mail belongs to one partner, ignoring case', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  await addPartner({ email: 'Doktor@Klinika.az' });
  const other = await addPartner();
  const taken = await admin.post(URL, { ...form, email: 'doktor@klinika.AZ ' });
  assert.equal(taken.refused(409).message, 'Bu e-poçt artıq istifadə olunur');
  const moved = await admin.put(`${URL}/${other._id}`, { ...form, email: 'DOKTOR@klinika.az' });
  assert.equal(moved.refused(409).fields?.[0]?.path, 'email');
});

test('two requests racing for one e-mail never both win', async (t) => {
  const { admin } = await newWorld(t);
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post(URL, form)));
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  assert.equal(answers.filter((answer) => answer.status === 409).length, 7);
});

test('an edit changes the fields and leaves the password and the clinic', async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t);
  const { partner } = await signedInPartner({ clinicName: 'Ağ Diş' });
  const { password: _password, ...details } = { ...form, email: partner.email };
  const edited = (await admin.form('PUT', `${URL}/${partner._id}`, details)).ok<{
    partner: Partner;
    message: string;
  }>();
  assert.equal(edited.message, 'Tərəfdaş məlumatları uğurla yeniləndi');
  assert.equal(edited.partner.firstName, 'Rəşad');
  assert.equal(edited.partner.clinicName, 'Ağ Diş');
  await visitor.signIn('partner', { email: partner.email, password: PARTNER_PASSWORD });
});

test('a reset password ends the sessions of that partner', async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  const url = `${URL}/${partner._id}/reset-password`;
  assert.equal((await admin.patch(url, {})).refused(400).message, 'Password is required');
  const short = await admin.patch(url, { password: '1234567' });
  assert.equal(short.refused(400).message, 'Password must be at least 8 characters');
  const reset = (await admin.patch(url, { password: 'yeni-şifrə' })).ok<{ message: string }>();
  assert.equal(reset.message, 'Şifrə uğurla dəyişdirildi');
  (await client.get('/api/partner/account')).refused(401);
  await visitor.signIn('partner', { email: partner.email, password: 'yeni-şifrə' });
});

test('a deleted partner is out, its e-mail is free and its checkups stay', async (t) => {
  const { admin, signedInPartner, addCheckup, addPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  await addCheckup({ partner: partner._id });
  const gone = (await admin.delete(`${URL}/${partner._id}`)).ok<{ message: string }>();
  assert.equal(gone.message, 'Partnyor müvəffəqiyyətlə silindi.');
  (await client.get('/api/partner/account')).refused(401);
  (await admin.delete(`${URL}/${partner._id}`)).refused(404);
  (await admin.put(`${URL}/${partner._id}`, form)).refused(404);
  const { checkups } = (await admin.get('/api/admin/checkups')).ok<{
    checkups: { partner: object }[];
  }>();
  const { _id, firstName, lastName } = partner;
  assert.deepEqual(checkups[0]?.partner, { _id, firstName, lastName, deleted: true });
  await addPartner({ email: partner.email });
});

test('a search folds letters and wants every word; special characters are plain', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  await addPartner({ firstName: 'İlqar', lastName: 'Şükürov' });
  await addPartner({ firstName: 'Çinarə', lastName: 'Ağayeva' });
  const names = async (text: string) => {
    const query = new URLSearchParams({ fullName: text });
    const { partners } = (await admin.get(`${URL}?${query}`)).ok<PartnerList>();
    return partners.map((partner) => partner.firstName);
  };
  assert.deepEqual(await names('ILQAR'), ['İlqar']);
  assert.deepEqual(await names('sukur ilq'), ['İlqar']);
  assert.deepEqual(await names('gayev'), ['Çinarə']);
  assert.deepEqual(await names('c'), ['Çinarə']);
  assert.deepEqual(await names('ağ'), ['Çinarə']);
  assert.deepEqual(await names('ilqar agayeva'), []);
  for (const odd of ['%', '_', "'", '"', 'ilqar"', 'a* OR b', '(', '\\', '-']) {
    assert.deepEqual(await names(odd), [], odd);
  }
});

test('pages count from 1; past the last page is empty; nonsense is 400', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  for (let count = 0; count < 5; count += 1) await addPartner({ firstName: `Ad${count}` });
  const page = async (query: string) => (await admin.get(`${URL}?${query}`)).ok<PartnerList>();
  const second = await page('page=2&limit=2');
  assert.deepEqual(
    second.partners.map((partner) => partner.firstName),
    ['Ad2', 'Ad1'],
  );
  assert.equal(second.pagination.totalPage, 3);
  assert.deepEqual((await page('page=9&limit=2')).partners, []);
  for (const bad of ['page=0', 'page=-1', 'page=x', 'page=1.5', 'limit=0', 'limit=101', 'limit=x'])
    (await admin.get(`${URL}?${bad}`)).refused(400);
});

test('the picker is alphabetical, the Azerbaijani way, without deleted partners', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  for (const firstName of ['Zaur', 'Əli', 'Çingiz', 'Elçin', 'Cavid'])
    await addPartner({ firstName });
  const gone = await addPartner({ firstName: 'Anar' });
  (await admin.delete(`${URL}/${gone._id}`)).ok();
  const { partners } = (await admin.get('/api/admin/lite/partners')).ok<PartnerPicker>();
  assert.deepEqual(
    partners.map((partner) => partner.firstName),
    ['Cavid', 'Çingiz', 'Elçin', 'Əli', 'Zaur'],
  );
});

test('an unchanged poll is 304, and any change ends that', async (t) => {
  const { admin, addPartner, signInAdmin } = await newWorld(t);
  await addPartner();
  const { etag } = (await admin.get(URL)).response.headers;
  const poll = () => admin.get(URL, { 'if-none-match': etag });
  assert.equal((await poll()).status, 304);
  await addPartner();
  (await poll()).ok();
  const other = await signInAdmin();
  (await other.get(URL, { 'if-none-match': etag })).ok();
});

test('strangers and partners learn nothing about partners', async (t) => {
  const { visitor, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  for (const [who, status] of [
    [visitor, 401],
    [client, 403],
  ] as const) {
    (await who.get(URL)).refused(status);
    (await who.get('/api/admin/lite/partners')).refused(status);
    (await who.post(URL, form)).refused(status);
    (await who.put(`${URL}/${partner._id}`, form)).refused(status);
    (await who.patch(`${URL}/${partner._id}/reset-password`, {})).refused(status);
    (await who.delete(`${URL}/${partner._id}`)).refused(status);
  }
});
