import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedLists, exportMediaTypes, exportPath } from '@deqiq/contract/desk/exports.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { workbookIn } from '@deqiq/testkit/documents/spreadsheets.ts';
import { newReferralClinic, referralCalls } from '@deqiq/testkit/http/referrals.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const now = () => Date.parse('2026-11-19T21:15:57.123Z');

/** A line of the file, for fields without commas and quotes. */
const quoted = (line: string) => `"${line.replaceAll(',', '","')}"`;

/** The lines of a list as its file has them, without the mark before them. */
async function linesOf(staff: Client, list: (typeof exportedLists)[number], search = '') {
  const { response } = await staff.get(`${exportPath(list)}?name=${encodeURIComponent(search)}`);
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual([...response.rawPayload.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const [head = '', ...rows] = response.rawPayload.toString('utf8').slice(1).split('\r\n');
  assert.equal(rows.pop(), '');
  return { head, rows, response };
}

test('partners are exported as CSV with the active search, named by the day in Baku', async (t) => {
  const { admin, addPartner } = await newWorld(t, { now });
  await addPartner({ firstName: 'Gülşən', lastName: 'Ağayeva', email: 'gulsen@example.az' });
  await addPartner({ firstName: 'Çingiz', lastName: 'Əliyev, "Dr."', instagram: '=1+1' });
  const { head, rows, response } = await linesOf(admin, 'partners', 'gulsen');
  assert.equal(
    head,
    quoted('First Name,Last Name,Email,Phone,Instagram,Clinic,Birth Date,Join Date'),
  );
  assert.equal(rows.length, 1);
  assert.match(
    rows[0] ?? '',
    /^"Gülşən","Ağayeva","gulsen@example.az","'\+994 50 123 45 67","'@ayten.dent","Ağ Diş","1985-04-12","\d{4}-\d\d-\d\d \d\d:\d\d"$/,
  );
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(
    response.headers['content-disposition'],
    'attachment; filename="partners-2026-11-20.csv"',
  );
  const allRows = await linesOf(admin, 'partners');
  assert.equal(allRows.rows.length, 2);
  assert.match(allRows.rows[0] ?? '', /^"Çingiz","Əliyev, ""Dr\.""",.*,"'=1\+1",/);
  assert.deepEqual((await linesOf(admin, 'partners', 'heç kim')).rows, []);
});

test('every list is exported as CSV with the active search', async (t) => {
  const { admin, db, visitor, signedInPartner, addCheckup } = await newWorld(t, { now });
  const { partner, client } = await signedInPartner({ clinicName: '' });
  await addCheckup({ partner: partner._id, firstName: 'Nigar', lastName: 'Hüseynova' });
  const change = { balance: -4.25, action: 'set' };
  const points = { balance: 1, action: 'set' };
  (await admin.patch(`/api/admin/partner-stats/balance/${partner._id}`, points)).ok();
  (await client.post('/api/partner/misc/demand-payment', { gift: 'pen' })).ok();
  (await admin.patch(`/api/admin/partner-stats/balance/${partner._id}`, change)).ok();
  (await client.post('/api/partner/misc/report', { message: '-Gec\ngəlir' })).ok();
  const lab = {
    title: 'Tac',
    partner: partner._id,
    startDate: '2026-11-05',
    endDate: '2026-12-01',
  };
  (await admin.post('/api/admin/labs', lab)).ok();
  const image = await picture();
  const clinic = { title: 'Gülüş', phone: '012', instagram: 'gulus', image };
  (await admin.form('POST', '/api/admin/clinics', clinic)).ok();
  const doctor = { firstName: 'Elçin', lastName: 'Əliyev', phone: '050', image, images: [image] };
  (await admin.form('POST', '/api/admin/partnercards', doctor)).ok();
  const person = { fullName: 'Leyla', email: 'l@example.az', phone: '0501112233' };
  const clinicOf = { clinicName: 'Ağ Diş', clinicPhone: '0124445566' };
  (await visitor.post('/api/misc/partner-application', { ...person, ...clinicOf })).ok();
  const doctorsName = { partnerFullName: 'Dr. X' };
  (await visitor.post('/api/misc/reservation-application', { ...person, ...doctorsName })).ok();
  (await visitor.post('/api/misc/contact-message', { ...person, message: '@sual' })).ok();
  const calls = referralCalls({ admin, db }, client);
  const referral = await calls.send();
  const { patient } = await calls.accept(referral._id);
  const secrets = { nationalId: '5XK2M9P', note: 'Allergiya', phone: '' };
  (await admin.put(`/api/admin/patients/${patient._id}`, { ...patient, ...secrets })).ok();

  const rows: Record<string, string[]> = {};
  for (const list of exportedLists)
    if (list !== 'partners') rows[list] = (await linesOf(admin, list)).rows;
  for (const list of exportedLists)
    assert.deepEqual((await linesOf(admin, list, 'heç kim')).rows, [], list);
  // These two are dated by the database's own clock.
  for (const list of ['checkups', 'partner-stats'])
    rows[list] = (rows[list] ?? []).map((row) => row.replace(/[\d-]{10} [\d:]{5}(?="$)/, 'now'));

  const { email } = partner;
  const then = '2026-11-20 01:15';
  assert.deepEqual(rows, {
    referrals: [
      quoted(
        `${referral.code},Nigar,Hüseynova,,1990-03-07,'+994 50 123 45 67,Aytən Məmmədova,KLKT,implant,36 46,routine,accepted,,${then}`,
      ),
    ],
    patients: [quoted(`${patient.code},Nigar,Hüseynova,,1990-03-07,female,,,${then}`)],
    checkups: [
      quoted(`Nigar,Hüseynova,Aytən Məmmədova,KLKT,,,,pending,0,0,now`),
      quoted(`Nigar,Hüseynova,Aytən Məmmədova,Panoram rentgen,,,,completed,0,1,now`),
    ],
    'applications/partner': [
      quoted(`Leyla,l@example.az,0501112233,Ağ Diş,0124445566,${then},new,`),
    ],
    'applications/reservation': [quoted(`Leyla,l@example.az,0501112233,Dr. X,${then},new,`)],
    'applications/contact': [quoted(`Leyla,l@example.az,0501112233,'@sual,${then},new,`)],
    payments: [quoted(`Aytən Məmmədova,,${email},'+994 50 123 45 67,1,pen,pending,${then}`)],
    'partner-stats': [quoted(`Aytən Məmmədova,${email},,-4.25,0,now`)],
    partnercards: [quoted('Elçin,Əliyev,050,,,1')],
    clinics: ['"Gülüş","012","gulus","Bakı, Azərbaycan"'],
    labs: [quoted('Tac,Aytən Məmmədova,pending,2026-11-05,2026-12-01')],
    reports: [quoted(`Aytən Məmmədova,${email},'-Gec gəlir,${then},new,`)],
  });
});

test('every list is exported as a workbook with real dates and numbers', async (t) => {
  const { admin, visitor, signedInPartner } = await newWorld(t, { now });
  const { partner } = await signedInPartner({ firstName: '=1+1', birthDate: '1985-04-12' });
  const change = { balance: -4.25, action: 'set' };
  (await admin.patch(`/api/admin/partner-stats/balance/${partner._id}`, change)).ok();
  const message = { fullName: 'Aysel;=WEBSERVICE(A2)', phone: '0501112233', message: 'iki\nsətir' };
  (await visitor.post('/api/misc/contact-message', message)).ok();
  const open = async (list: (typeof exportedLists)[number], search = '') => {
    const { response } = await admin.get(`${exportPath(list)}?format=xlsx&name=${search}`);
    assert.equal(response.statusCode, 200, response.body);
    return { response, ...workbookIn(response.rawPayload) };
  };
  const { response, rows, name } = await open('partners', encodeURIComponent(partner.lastName));
  assert.equal(response.headers['content-type'], exportMediaTypes.xlsx);
  assert.equal(
    response.headers['content-disposition'],
    'attachment; filename="partners-2026-11-20.xlsx"',
  );
  assert.equal(name, 'Partners');
  assert.deepEqual(rows[1]?.slice(0, 7), [
    '=1+1',
    partner.lastName,
    partner.email,
    partner.phone,
    partner.instagram,
    partner.clinicName,
    { date: '1985-04-12T00:00:00.000Z', style: 3 },
  ]);
  assert.deepEqual((await open('partner-stats')).rows[1]?.slice(3, 5), [-4.25, 0]);
  assert.deepEqual((await open('applications/contact')).rows[1], [
    'Aysel;=WEBSERVICE(A2)',
    null,
    '0501112233',
    'iki\nsətir',
    { date: '2026-11-20T01:15:00.000Z', style: 4 },
    'new',
    null,
  ]);
  const names = await Promise.all(exportedLists.map(async (list) => (await open(list)).name));
  assert.equal(new Set(names).size, exportedLists.length);
});

test('every sheet is headed in the words of its screen', async (t) => {
  const { admin } = await newWorld(t);
  const heads: Record<string, string> = {};
  for (const list of exportedLists)
    heads[list] = (await linesOf(admin, list)).head.slice(1, -1).replaceAll('","', ',');
  const applicant = 'Full Name,Email,Phone';
  assert.deepEqual(heads, {
    referrals:
      'Code,First Name,Last Name,Father’s Name,Birth Date,Phone,Doctor (partner),Examination,Purpose,Teeth,Urgency,Status,Responsible,Created',
    patients: 'Code,First Name,Last Name,Father’s Name,Birth Date,Sex,Phone,Email,Created',
    partners: 'First Name,Last Name,Email,Phone,Instagram,Clinic,Birth Date,Join Date',
    checkups:
      'First Name,Last Name,Doctor (partner),Examination,Description,Start Date,End Date,Status,Recipe Files,X-ray Files,Created',
    'applications/partner': `${applicant},Clinic Name,Clinic Phone,Date,Status,Note`,
    'applications/reservation': `${applicant},Doctor,Date,Status,Note`,
    'applications/contact': `${applicant},Message,Date,Status,Note`,
    payments: 'Partner Name,Clinic,Email,Phone,Amount (AZN),Gift,Status,Date',
    'partner-stats': 'Partner Name,Email,Clinic,Balance,Patient Count,Join Date',
    partnercards: 'First Name,Last Name,Phone,Clinic Name,Instagram,Certificates',
    clinics: 'Title,Phone,Instagram,Location',
    labs: 'Title,Partner,Status,Start Date,End Date',
    reports: 'Partner Name,Email,Mesaj,Date,Status,Note',
  });
});

test('patients are exported by what their list was searched for', async (t) => {
  const { admin, send, accept } = await newReferralClinic(t);
  await accept((await send())._id);
  for (const search of ['07.03.1990', '050 123 45 67', 'huseynova'])
    assert.equal((await linesOf(admin, 'patients', search)).rows.length, 1, search);
  assert.equal((await linesOf(admin, 'patients', '08.03.1990')).rows.length, 0);
});

test('a long list is exported completely, in the order of the screen, each row once', async (t) => {
  const { admin, visitor } = await newWorld(t, { now });
  for (let count = 0; count < 1_001; count += 1)
    await visitor.post('/api/misc/contact-message', {
      fullName: `Adam ${count}`,
      phone: '0501112233',
    });
  const { rows } = await linesOf(admin, 'applications/contact');
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]?.slice(1, -1)),
    Array.from({ length: 1_001 }, (_, index) => `Adam ${1_000 - index}`),
  );
});

test('selected rows alone are exported, and the audit says so', async (t) => {
  const { admin, db, addPartner } = await newWorld(t, { now });
  const first = await addPartner({ firstName: 'Aygün' });
  await addPartner({ firstName: 'Leyla' });
  const third = await addPartner({ firstName: 'Nigar' });
  const path = `${exportPath('partners')}?ids=${first._id},${third._id},unknown`;
  const { response } = await admin.get(path);
  assert.equal(response.statusCode, 200, response.body);
  const rows = response.rawPayload.toString('utf8').split('\r\n').slice(1, -1);
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    ['"Nigar"', '"Aygün"'],
  );
  const exported = db.selectFrom('audit').select('detail').where('action', '=', 'export');
  assert.deepEqual(
    (await exported.execute()).map(({ detail }) => detail),
    ['csv selection'],
  );
  for (const ids of [',', '', ' , ', 'x'.repeat(5_001)])
    (await admin.get(`${exportPath('partners')}?ids=${ids}`)).refused(400);
});

test('every list finds selected rows alone, and none of unknown ids', async (t) => {
  const { admin } = await busyWorld(t);
  for (const list of exportedLists)
    for (const name of ['', 'Nigar']) {
      const { response } = await admin.get(`${exportPath(list)}?ids=unknown&name=${name}`);
      assert.equal(response.statusCode, 200, `${list}: ${response.body}`);
      assert.equal(response.rawPayload.toString('utf8').split('\r\n').length, 2, list);
    }
});

test('each export is audited, without the search text', async (t) => {
  const { admin, db } = await newWorld(t);
  await linesOf(admin, 'checkups', 'Nigar Hüseynova');
  const entries = await db
    .selectFrom('audit')
    .select(['role', 'action', 'object', 'result', 'detail'])
    .where('action', '=', 'export')
    .execute();
  assert.deepEqual(
    entries.map((entry) => ({ ...entry })),
    [{ role: 'admin', action: 'export', object: 'checkups', result: 'ok', detail: 'csv' }],
  );
});

test('only staff may delete, and only existing checkups', async (t) => {
  const { admin, visitor, signedInPartner, db } = await newWorld(t);
  const { client } = await signedInPartner();
  for (const list of exportedLists) {
    (await visitor.get(exportPath(list))).refused(401);
    (await client.get(exportPath(list))).refused(403);
  }
  (await admin.get('/api/admin/exports/admins')).refused(404);
  (await admin.get(`${exportPath('labs')}?format=pdf`)).refused(400);
  const headReply = await admin.send({ method: 'HEAD', url: exportPath('labs') });
  assert.equal(headReply.status, 405);
  (await admin.get(`${exportPath('labs')}?name=${'x'.repeat(201)}`)).refused(400);
  const exported = await db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'export')
    .execute();
  assert.deepEqual(exported, []);
});
