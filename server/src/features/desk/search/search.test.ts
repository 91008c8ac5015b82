import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_HITS, type SearchResults } from '@deqiq/contract/desk/search.ts';
import { formatExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import type { PatientAnswer } from '@deqiq/contract/referrals/patients/patients.ts';
import { newCheckup } from '@deqiq/testkit/databases/rows.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import * as checkups from '../../examinations/checkups/checkups.repo.ts';

const URL = '/api/admin/misc/search';

const created_at = '2026-11-20T07:15:57.123Z';

/** One entry of the name in every list. */
async function fillLists({ db, admin, visitor, addPartner }: World) {
  const partner = await addPartner({ firstName: 'Gülşən', lastName: 'Əliyeva' });
  const patient = { first_name: 'Gülşən', last_name: 'İsgəndərova', created_at };
  const checkup = newCheckup(partner._id, patient);
  await checkups.insert(db, checkup);
  const card = { phone: '+994125550120', instagram: '@dent', image: await picture() };
  const clinic = { title: 'Gülşən Klinika', ...card };
  (await admin.form('POST', '/api/admin/clinics', clinic)).ok();
  const doctor = { firstName: 'Gülşən', lastName: 'Qasımova', clinicName: 'Ağ Diş', ...card };
  (await admin.form('POST', '/api/admin/partnercards', doctor)).ok();
  const lab = { title: 'Gülşən tacı', partner: partner._id };
  const dates = { startDate: '2026-11-20', endDate: '2026-11-27' };
  (await admin.post('/api/admin/labs', { ...lab, ...dates })).ok();
  const person = { fullName: 'Gülşən Rzayeva', email: 'g@example.az', phone: '+994501234567' };
  const reservation = { ...person, partnerFullName: 'Dr. Əliyev' };
  (await visitor.post('/api/misc/reservation-application', reservation)).ok();
  return { partner, checkup };
}

test('one search over the lists of staff', async (t) => {
  const world = await newWorld(t);
  const { admin, visitor, db, addPartner } = world;
  const { partner, checkup } = await fillLists(world);
  const search = async (text: string) =>
    (await admin.get(`${URL}?q=${encodeURIComponent(text)}`)).ok<SearchResults>().groups;

  await t.test('finds a name in every list, whatever its case and marks', async () => {
    for (const text of ['gülşən', 'GULSEN', 'gulsen ', 'GÜLŞƏN'])
      assert.deepEqual(
        (await search(text)).map(({ kind, hits }) => [kind, hits.map(({ name }) => name)]),
        [
          ['partners', ['Gülşən Əliyeva']],
          ['checkups', ['Gülşən İsgəndərova']],
          ['clinics', ['Gülşən Klinika']],
          ['doctors', ['Gülşən Qasımova']],
          ['labs', ['Gülşən tacı']],
          ['reservations', ['Gülşən Rzayeva']],
        ],
        text,
      );
  });

  await t.test('shows what tells entries of one name apart', async () => {
    assert.deepEqual(await search('isgender'), [
      {
        kind: 'checkups',
        hasMore: false,
        hits: [
          {
            _id: checkup.id,
            name: 'Gülşən İsgəndərova',
            about: 'Panoram rentgen',
            partner: { _id: partner._id, name: 'Gülşən Əliyeva' },
            createdAt: created_at,
          },
        ],
      },
    ]);
    const [reservation] = await search('rzayeva');
    assert.equal(reservation?.hits[0]?.about, '+994501234567');
  });

  await t.test('shows the newest of many, and says that there are more', async () => {
    for (let number = 1; number <= MAX_HITS + 1; number++)
      await checkups.insert(
        db,
        newCheckup(partner._id, { first_name: 'Çoxsaylı', last_name: `No${number}` }),
      );
    const [group] = await search('coxsayli');
    assert.equal(group?.hasMore, true);
    assert.deepEqual(
      group.hits.map(({ name }) => name.split(' No')[1]),
      ['6', '5', '4', '3', '2'],
    );
  });

  await t.test('finds nothing of a deleted partner, and nothing without a word', async () => {
    const gone = await addPartner({ firstName: 'Silinmiş', lastName: 'Tərəfdaş' });
    assert.equal((await search('silinmis')).length, 1);
    (await admin.delete(`/api/admin/partners/${gone._id}`)).ok();
    assert.deepEqual(await search('silinmis'), []);
    assert.deepEqual(await search('\0'), []);
    assert.deepEqual(await search('%'), []);
  });

  await t.test('is for staff only, and needs a text', async () => {
    (await visitor.get(`${URL}?q=a`)).refused(401);
    (await (await world.signedInPartner()).client.get(`${URL}?q=a`)).refused(403);
    (await admin.get(URL)).refused(400);
    (await admin.get(`${URL}?q=%20`)).refused(400);
    (await admin.get(`${URL}?q=${'x'.repeat(300)}`)).refused(400);
  });

  await t.test('is recorded as a search, without its text', async () => {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('object', '=', 'all lists')
      .execute();
    assert.deepEqual(
      rows.map(({ action, result, detail }) => [action, result, detail]),
      [['search', 'ok', null]],
    );
  });
});

test('patients and referrals are found by what identifies them', async (t) => {
  const { admin, send, accept } = await newReferralClinic(t);
  const find = async (text: string) => {
    const { groups } = (
      await admin.get(`${URL}?q=${encodeURIComponent(text)}`)
    ).ok<SearchResults>();
    // The number of the partner is the same.
    const others = groups.filter(({ kind }) => kind !== 'partners');
    return others.map(({ kind, hits }) => [kind, hits.map(({ _id }) => _id)]);
  };
  const { _id: referral, code } = await send();
  const { patient } = await accept(referral);
  const id = patient._id ?? '';
  (await admin.put(`/api/admin/patients/${id}`, { ...patient, nationalId: '5XK2M9P' })).ok();

  await t.test('by name, with what tells people apart', async () => {
    const answer = (await admin.get(`${URL}?q=huseynova`)).ok<SearchResults>().groups;
    const [person, referred, checkup] = answer;
    assert.equal(checkup?.kind, 'checkups');
    assert.deepEqual(
      { ...person?.hits[0], createdAt: '' },
      {
        _id: id,
        name: 'Nigar Hüseynova',
        about: '+994 50 123 45 67',
        birthDate: '1990-03-07T00:00:00.000Z',
        partner: null,
        createdAt: '',
      },
    );
    assert.equal(referred?.kind, 'referrals');
    assert.deepEqual([referred.hits[0]?._id, referred.hits[0]?.about], [referral, 'cbct']);
    assert.match(referred.hits[0]?.partner?.name ?? '', /Məmmədova/);
  });

  await t.test('a patient by code, birth date, telephone and number of a document', async () => {
    for (const text of [patient.code ?? '', '07.03.1990', '050 123-45-67', '5xk2m9p'])
      assert.deepEqual(await find(text), [['patients', [id]]], text);
    assert.deepEqual(await find('5xk2m9'), []);
  });

  await t.test('a referral by its code', async () => {
    assert.deepEqual(await find(code.toLowerCase()), [['referrals', [referral]]]);
  });

  await t.test('not a record that was merged into another one', async () => {
    const fields = { firstName: 'Nigar', lastName: 'Huseynova' };
    const added = (await admin.post('/api/admin/patients', fields)).ok<PatientAnswer>().patient;
    (await admin.post(`/api/admin/patients/${id}/merge`, { other: added._id })).ok();
    assert.deepEqual((await find('huseynova'))[0], ['patients', [id]]);
    assert.deepEqual(await find(added.code), [['patients', [id]]]);
  });
});

test('an examination is found by its code, partners and reservations by their telephone', async (t) => {
  const { admin, visitor, db, addPartner } = await newWorld(t);
  const partner = await addPartner({ firstName: 'Rəna', phone: '+994 (50) 765-43-21' });
  const checkup = newCheckup(partner._id, { first_name: 'Kamran' });
  await checkups.insert(db, checkup);
  const code = formatExaminationCode(
    await db.selectFrom('checkups').select(['seq', 'id']).executeTakeFirstOrThrow(),
  );
  const person = { fullName: 'Gülşən Rzayeva', email: 'g@example.az', phone: '0507654321' };
  (
    await visitor.post('/api/misc/reservation-application', {
      ...person,
      partnerFullName: 'yoxdur',
    })
  ).ok();
  const find = async (text: string) => {
    const { groups } = (
      await admin.get(`${URL}?q=${encodeURIComponent(text)}`)
    ).ok<SearchResults>();
    return groups.map(({ kind, hits }) => `${kind}: ${hits.map(({ name }) => name)}`);
  };
  assert.deepEqual(await find(code.toLowerCase()), ['checkups: Kamran Hüseynova']);
  const otherEnd = code.endsWith('0') ? '1' : '0';
  assert.deepEqual(await find(code.slice(0, -1) + otherEnd), []);
  for (const text of ['050 765 43 21', '+994507654321', '76543'])
    assert.deepEqual(
      await find(text),
      [`partners: Rəna ${partner.lastName}`, 'reservations: Gülşən Rzayeva'],
      text,
    );
  assert.deepEqual(await find('7654'), []);
});
