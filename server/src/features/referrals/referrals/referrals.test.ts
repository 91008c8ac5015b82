import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckupList, FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { ShipmentAnswer } from '@deqiq/contract/examinations/shipments.ts';
import { PARTNER_QUOTAS } from '@deqiq/contract/operations/quotas.ts';
import type {
  FoundReferral,
  Referral,
  ReferralAnswer,
  ReferralList,
} from '@deqiq/contract/referrals/referrals.ts';
import type { FilePart } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newReferralClinic, someReferral } from '@deqiq/testkit/http/referrals.ts';

test('a partner sends a referral and reads it as it was written', async (t) => {
  const { client, partner } = await newReferralClinic(t);
  const sent = (await client.post('/api/partner/referrals', someReferral())).ok<ReferralAnswer>();
  const { referral } = sent;
  assert.equal(sent.message, 'Göndəriş qeydə alındı');
  assert.match(referral.code, /^DR/);
  assert.deepEqual({ ...referral, _id: '', code: '', createdAt: '', history: [] }, {
    _id: '',
    code: '',
    state: 'sent',
    patient: {
      firstName: 'Nigar',
      lastName: 'Hüseynova',
      fatherName: '',
      birthDate: '1990-03-07T00:00:00.000Z',
      sex: 'female',
      phone: '+994 50 123 45 67',
    },
    examination: 'cbct',
    purpose: 'implant',
    teeth: [36, 46],
    region: 'lower-jaw',
    question: 'Sümük hündürlüyü?',
    urgency: 'routine',
    pregnancy: 'no',
    reportWanted: false,
    attachments: [],
    partner: { _id: partner._id, firstName: partner.firstName, lastName: partner.lastName },
    appointment: null,
    checkup: null,
    history: [],
    createdAt: '',
  } satisfies Referral);
  assert.deepEqual(
    referral.history.map(({ state, by }) => ({ state, by })),
    [{ state: 'sent', by: 'partner' }],
  );
});

test('pictures go along, at most five of 10 MB', async (t) => {
  const { client, admin, visitor, db, storage, signedInPartner } = await newReferralClinic(t);
  const { patient, teeth, ...fields } = someReferral();
  const parts = { ...fields, patient: JSON.stringify(patient), teeth: JSON.stringify(teeth) };
  const image = await picture({ name: 'göndəriş.png' });
  const send = (
    attachments: FilePart | FilePart[],
    path = '/api/partner/referrals',
    method = 'POST',
  ) => client.form(method as 'POST', path, { ...parts, attachments });
  const { referral } = (await send([image, image])).ok<ReferralAnswer>();
  assert.deepEqual(
    referral.attachments.map(({ name }) => name),
    ['göndəriş.png', 'göndəriş.png'],
  );
  const seen = (await admin.get(`/api/admin/referrals/${referral._id}`)).ok<FoundReferral>();
  const [link] = seen.referral.attachments;
  assert.equal((await visitor.get(link?.url ?? '')).response.headers['content-type'], 'image/png');
  const own = `/api/partner/referrals/${referral._id}`;
  const edited = (await send(image, own, 'PUT')).ok<ReferralAnswer>();
  assert.equal(edited.referral.attachments.length, 3);
  (await send([image, image, image], own, 'PUT')).refused(400);
  (await send(Array<FilePart>(6).fill(image))).refused(400);
  const large = { ...image, bytes: Buffer.alloc(10 * 1024 * 1024 + 1) };
  assert.equal((await send(large)).refused(413).message, 'Hər şəkil ən çox 10 MB ola bilər');
  (await send({ ...image, bytes: Buffer.from('no picture') })).refused(415);
  const rows = await db.selectFrom('referral_files').select('id').execute();
  const stored: string[] = [];
  for await (const { key } of storage.list('files')) stored.push(key.slice('files/'.length));
  assert.deepEqual(stored.toSorted(), rows.map(({ id }) => id).toSorted());
  const { client: other } = await signedInPartner();
  assert.equal((await other.get(own)).status, 404);
});

test('wrong fields are refused with a sentence, in the language of the reader', async (t) => {
  const { client } = await newReferralClinic(t);
  const person = someReferral().patient;
  const wrong: readonly (readonly [string, object])[] = [
    ['patient', { patient: undefined }],
    ['patient', { patient: '{' }],
    ['patient.firstName', { patient: { ...person, firstName: ' ' } }],
    ['patient.phone', { patient: { ...person, phone: 'yoxdur' } }],
    ['patient.birthDate', { patient: { ...person, birthDate: '1899-12-31' } }],
    ['patient.birthDate', { patient: { ...person, birthDate: '2100-01-01' } }],
    ['patient.birthDate', { patient: { ...person, birthDate: '2026-02-30' } }],
    ['patient.sex', { patient: { ...person, sex: 'F' } }],
    ['examination', { examination: 'mri' }],
    ['purpose', { purpose: undefined }],
    ['teeth.0', { teeth: [19] }],
    ['teeth.1', { teeth: [11, 56] }],
    ['teeth.0', { teeth: [11.5] }],
    ['teeth', { teeth: 'yox' }],
    ['region', { region: 'head' }],
    ['question', { question: 'x'.repeat(10_240) }],
    ['urgency', { urgency: 'now' }],
    ['pregnancy', { pregnancy: 'maybe' }],
    ['reportWanted', { reportWanted: 'yes' }],
  ];
  for (const [path, change] of wrong) {
    const texts = new Set<string>();
    for (const language of ['az', 'ru', 'en']) {
      const answer = await client.send({
        method: 'POST',
        url: '/api/partner/referrals',
        payload: { ...someReferral(), ...change },
        headers: { 'x-language': language },
      });
      const { fields = [], message } = answer.refused(400);
      assert.equal(fields[0]?.path, path, JSON.stringify(change).slice(0, 100));
      texts.add(message);
    }
    assert.equal(texts.size, 3, [...texts].join(' '));
  }
  const found = await client.get('/api/partner/referrals');
  assert.equal(found.ok<ReferralList>().pagination.totalItems, 0);
});

test('defaults are routine, no report and no teeth; nobody asks a man about a pregnancy', async (t) => {
  const { client } = await newReferralClinic(t);
  const { firstName, lastName, phone } = someReferral().patient;
  const required = { patient: { firstName, lastName, phone }, examination: 'panoramic' };
  const body = { ...required, purpose: 'caries', pregnancy: 'yes' };
  const { referral } = (await client.post('/api/partner/referrals', body)).ok<ReferralAnswer>();
  const { urgency, reportWanted, teeth, pregnancy, region, question, patient } = referral;
  assert.deepEqual([urgency, reportWanted, teeth, pregnancy], ['routine', false, [], null]);
  assert.deepEqual([region, question, patient.sex, patient.birthDate], [null, '', null, null]);
});

test('a partner reads only its own copy, and no other partner’s referral', async (t) => {
  const clinic = await newReferralClinic(t);
  const { client: other } = await clinic.signedInPartner();
  const { _id: id } = await clinic.send();
  const { patient } = await clinic.accept(id);
  const record = {
    ...someReferral().patient,
    firstName: 'Nigarə',
    note: 'gizli',
    nationalId: 'AZE1234',
  };
  (await clinic.admin.put(`/api/admin/patients/${patient._id}`, record)).ok();
  const own = await clinic.client.get(`/api/partner/referrals/${id}`);
  const { referral } = own.ok<FoundReferral>();
  assert.equal(referral.patient.firstName, 'Nigar');
  assert.equal('_id' in referral.patient || 'code' in referral.patient, false);
  assert.doesNotMatch(own.response.body, /gizli|AZE1234|admin|Nigarə/);
  assert.equal((await clinic.read(id)).history.at(-1)?.name, 'admin');
  const list = (await other.get('/api/partner/referrals')).ok<ReferralList>();
  assert.equal(list.pagination.totalItems, 0);
  for (const call of [
    other.get(`/api/partner/referrals/${id}`),
    other.get(`/api/partner/referrals/${'0'.repeat(8)}`),
    other.put(`/api/partner/referrals/${id}`, someReferral()),
    other.post(`/api/partner/referrals/${id}/cancel`),
  ])
    assert.equal((await call).refused(404).message, 'Göndəriş tapılmadı');
});

test('staff find referrals by name, code, state, partner and day', async (t) => {
  const clinic = await newReferralClinic(t);
  const first = await clinic.send();
  const person = { ...someReferral().patient, firstName: 'Orxan', lastName: 'Quliyev' };
  const second = await clinic.send({ patient: person });
  (await clinic.step(second._id, 'decline', { reason: 'Cihaz yoxdur' })).ok();
  const { partner: other } = await clinic.signedInPartner();
  const body = { ...someReferral(), partner: other._id };
  const sent = (await clinic.admin.post('/api/admin/referrals', body)).ok<ReferralAnswer>();
  assert.deepEqual(
    sent.referral.history.map(({ by }) => by),
    ['staff'],
  );
  const find = async (query: string) =>
    (await clinic.admin.get(`/api/admin/referrals?${query}`))
      .ok<ReferralList>()
      .referrals.map(({ _id }) => _id);
  const third = sent.referral._id;
  assert.deepEqual(await find(''), [third, second._id, first._id]);
  assert.deepEqual(await find('name=quliy'), [second._id]);
  assert.deepEqual(await find(`name=${first.code.toLowerCase()}`), [first._id]);
  assert.deepEqual(await find(`name=${first.code}&state=declined`), []);
  assert.deepEqual(await find(`name=${first.code}&state=sent&from=2020-01-01`), [first._id]);
  assert.deepEqual(await find('state=declined'), [second._id]);
  const own = await clinic.client.get('/api/partner/referrals?to=2020-01-01');
  assert.deepEqual(own.ok<ReferralList>().referrals, []);
  assert.deepEqual(await find(`partner=${other._id}`), [third]);
  assert.deepEqual(await find('to=2020-01-01'), []);
  assert.deepEqual(await find('page=2&limit=2'), [first._id]);
  (await clinic.admin.get('/api/admin/referrals?state=lost')).refused(400);
  const wrong = { ...someReferral(), partner: 'unknown' };
  (await clinic.admin.post('/api/admin/referrals', wrong)).refused(400);
});

test('a picture becomes a referral once, and keeps the picture and the examination', async (t) => {
  const clinic = await newReferralClinic(t);
  const file = await picture({ name: 'resept.png' });
  const shipped = await clinic.client.form('POST', '/api/partner/misc/create-checkup', { file });
  const { _id: checkup } = shipped.ok<ShipmentAnswer>().checkup;
  const path = (id: string) => `/api/admin/shipments/${id}/referral`;
  const waiting = async () =>
    (await clinic.admin.get('/api/admin/checkups?referral=none'))
      .ok<CheckupList>()
      .checkups.map(({ _id }) => _id);
  const { _id: noShipment } = await clinic.addCheckup();
  const pending = { status: 'pending' } as const;
  await clinic.db.updateTable('checkups').set(pending).where('id', '=', noShipment).execute();
  assert.deepEqual(await waiting(), [checkup]);
  const transcribe = (id: string) => clinic.admin.post(path(id), someReferral());
  const extra = await picture({ name: 'əlavə.png' });
  const fields = (count: number) => ({
    ...someReferral(),
    patient: JSON.stringify(someReferral().patient),
    teeth: '[36]',
    attachments: Array.from({ length: count }, () => extra),
  });
  const tooMany = await clinic.admin.form('POST', path(checkup), fields(5));
  assert.match(tooMany.refused(400).message, /5 şəkil/);
  const made = await clinic.admin.form('POST', path(checkup), fields(1));
  const { referral } = made.ok<ReferralAnswer>();
  assert.deepEqual(
    [referral.state, referral.partner._id, referral.attachments.map(({ name }) => name)],
    ['sent', clinic.partner._id, ['əlavə.png', 'resept.png']],
  );
  assert.deepEqual(await waiting(), []);
  const again = await transcribe(checkup);
  assert.equal(again.status, 409);
  assert.equal(again.response.json<ReferralAnswer>().referral._id, referral._id);
  const accepted = await clinic.accept(referral._id);
  assert.equal(accepted.checkup, checkup);
  const { checkup: named } = (
    await clinic.admin.get(`/api/admin/checkups/${checkup}`)
  ).ok<FoundCheckup>();
  assert.deepEqual([named.name, named.firstName, named.files], ['KLKT', 'Nigar', ['resept.png']]);
  (await transcribe((await clinic.addCheckup())._id)).refused(404);
  (await clinic.step(referral._id, 'cancel', { reason: 'Səhv' })).ok();
  const shipment = await clinic.admin.get(`/api/admin/checkups/${checkup}`);
  assert.equal(shipment.ok<FoundCheckup>().checkup.status, 'pending');
  const second = (await transcribe(checkup)).ok<ReferralAnswer>();
  assert.deepEqual(
    second.referral.attachments.map(({ name }) => name),
    ['resept.png'],
  );
  assert.equal((await clinic.accept(second.referral._id)).checkup, checkup);
  const { referral: ended } = (
    await clinic.admin.get(`/api/admin/referrals/${referral._id}`)
  ).ok<ReferralAnswer>();
  assert.deepEqual([ended.state, ended.checkup], ['cancelled', null]);
});

test('a shipment that staff have linked to a record is accepted for that record', async (t) => {
  const clinic = await newReferralClinic(t);
  const form = { file: await picture() };
  const shipped = await clinic.client.form('POST', '/api/partner/misc/create-checkup', form);
  const { _id: checkup } = shipped.ok<ShipmentAnswer>().checkup;
  const person = { firstName: 'Nigar', lastName: 'Hüseynova' };
  const added = await clinic.admin.post('/api/admin/patients', person);
  const { patient } = added.ok<{ patient: { _id: string } }>();
  const link = { patient: patient._id };
  (await clinic.admin.put(`/api/admin/checkups/${checkup}/patient`, link)).ok();
  const path = `/api/admin/shipments/${checkup}/referral`;
  const made = (await clinic.admin.post(path, someReferral())).ok<ReferralAnswer>();
  assert.equal((await clinic.accept(made.referral._id)).patient._id, patient._id);
});

test('a reservation becomes a referral once', async (t) => {
  const clinic = await newReferralClinic(t);
  const form = {
    fullName: 'Nigar',
    email: 'n@example.az',
    phone: '+994501234567',
    partnerFullName: 'X',
  };
  (await clinic.visitor.post('/api/misc/reservation-application', form)).ok();
  const { id } = await clinic.db
    .selectFrom('reservation_applications')
    .select('id')
    .executeTakeFirstOrThrow();
  const transcribe = (partner: string, reservation = id) =>
    clinic.admin.post(`/api/admin/applications/reservations/${reservation}/referral`, {
      ...someReferral(),
      partner,
    });
  (await transcribe('unknown')).refused(400);
  (await transcribe(clinic.partner._id, 'unknown')).refused(404);
  const { referral } = (await transcribe(clinic.partner._id)).ok<ReferralAnswer>();
  assert.equal(referral.partner._id, clinic.partner._id);
  assert.equal((await transcribe(clinic.partner._id)).status, 409);
});

test('of 200 referrals that a partner sends at once 100 are taken, the others refused', async (t) => {
  const { client, db } = await newReferralClinic(t, { rateLimits: true });
  const sent = await Promise.all(
    Array.from({ length: 200 }, () => client.post('/api/partner/referrals', someReferral())),
  );
  const refused = sent.filter(({ status }) => status !== 200);
  assert.equal(refused.length, 200 - PARTNER_QUOTAS.referral.max);
  for (const answer of refused) assert.match(answer.refused(429).message, /100 göndəriş/);
  for (const table of ['referrals', 'referral_history'] as const)
    assert.equal((await db.selectFrom(table).select('id').execute()).length, 100);
});
