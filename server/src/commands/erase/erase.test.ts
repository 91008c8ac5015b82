import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CheckupList } from '@deqiq/contract/checkups.ts';
import { foldText } from '@deqiq/contract/shared/text.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { changePoints } from '@deqiq/testkit/http/points.ts';
import { addPushDevice } from '@deqiq/testkit/http/push-devices.ts';
import { createShare, pathOf, sendPin } from '@deqiq/testkit/http/shares.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { sealAudit } from '../../features/audit/chain.service.ts';
import { searchKey } from '../../platform/db/lists/name-search.ts';
import { checkAudit } from '../verify/audit.ts';

const PROGRAM = fileURLToPath(new URL('../erase-command.ts', import.meta.url));

const DOCTOR = { firstName: 'Zülfüqar', lastName: 'Qəhrəmanlı' };
const PATIENT = { firstName: 'Şahnabat', lastName: 'Vəkilqızı' };
const full = ({ firstName, lastName }: typeof DOCTOR) => `${firstName} ${lastName}`;
const MARK = Buffer.from('bytes of an X-ray that are found again');

/** Runs the command beside the running server of the test. */
function erase({ dataDir, url }: World, words: string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url ?? '' },
    ...(input !== undefined && { input }),
  });
  return { status, output: stdout + stderr };
}

const xray = (size: number) => {
  const bytes = someDicom(size);
  MARK.copy(bytes, 200);
  return bytes;
};

/** A doctor and a patient whose names are stored everywhere where names can be. */
async function worldOfNames(t: TestContext) {
  const world = await newWorld(t);
  const { admin, visitor } = world;
  const { partner, client } = await world.signedInPartner({
    ...DOCTOR,
    email: 'Zulfuqar.Q@dis.example.az',
    phone: '+994 55 987 65 43',
    instagram: '@zulfuqar.gizli',
    clinicName: `${full(DOCTOR)} klinikası`,
  });
  const checkup = await world.addCheckup({
    partner: partner._id,
    ...PATIENT,
    name: `${PATIENT.firstName} xanımın panoramı`,
    bytes: xray(400),
    fileName: 'Vəkilqızı.dcm',
  });
  const other = await world.addCheckup({
    partner: partner._id,
    fileName: 'sahnabat_vekilqizi.dcm',
    name: `${full(PATIENT)} ilə müqayisə`,
  });
  for (const { xrayFileLinks } of [checkup, other])
    for (const [area, who] of [
      ['partner', client],
      ['admin', admin],
    ] as const) {
      const address = `/api/${area}/files/${xrayFileLinks[0]?.id}/annotations`;
      const content = { kind: 'window', centre: 1, width: 2 };
      (await who.post(address, { _id: randomUUID(), label: full(PATIENT), content })).ok();
    }
  for (const [{ _id }, address] of [
    [checkup, VISITOR_OF_PATIENT],
    [other, VISITOR_OF_OTHER],
  ] as const) {
    const share = await createShare(client, 'partner', _id, { label: full(PATIENT) });
    assert.equal((await sendPin(visitor, pathOf(share), 'wrong', address)).status, 403);
    assert.equal((await sendPin(visitor, pathOf(share), share.pin, address)).status, 303);
  }
  await changePoints(admin, partner._id, 5);
  await addPushDevice(client);
  (await client.post('/api/partner/misc/demand-payment', {})).ok();
  const message = `${PATIENT.lastName} ${PATIENT.firstName} üçün gözləyirəm`;
  (await client.post('/api/partner/misc/report', { message })).ok();
  const dates = { startDate: '2026-11-20', endDate: '2026-11-21' };
  const title = `Tac: ${full(PATIENT)}`;
  (await admin.post('/api/admin/labs', { title, partner: partner._id, ...dates })).ok();
  const contact = { email: 'sahnabat@gizli.example.az', phone: '+994701112233' };
  const reservation = { fullName: full(PATIENT), ...contact, partnerFullName: full(DOCTOR) };
  (await visitor.post('/api/misc/reservation-application', reservation)).ok();
  const options = {
    fullName: full(DOCTOR),
    email: 'zulfuqar.q@dis.example.az',
    phone: '+994559876543',
    clinicName: `${full(DOCTOR)} klinikası`,
    clinicPhone: '+994125556677',
  };
  (await visitor.post('/api/misc/partner-application', options)).ok();
  for (const fullName of [full(PATIENT), full(DOCTOR)])
    (
      await visitor.post('/api/misc/contact-message', {
        fullName,
        phone: '+994701112233',
        message: `Mən ${fullName}`,
      })
    ).ok();
  const card = { ...DOCTOR, phone: '+994559876543', image: await picture() };
  (await admin.form('POST', '/api/admin/partnercards', { ...card, images: await picture() })).ok();
  await failJob(
    world,
    `${full(PATIENT)}: no answer for ${full(DOCTOR)} <Zulfuqar.Q@dis.example.az>`,
  );
  await useNames(world, partner._id);
  return { world, partner, client, checkup, other };
}

/** Addresses from which the shares of two checkups are opened. */
const VISITOR_OF_PATIENT = '203.0.113.77';
const VISITOR_OF_OTHER = '203.0.113.78';

/** A job whose error names people, as that of a mail server may. */
async function failJob({ db }: World, last_error: string) {
  const at = new Date().toISOString();
  const times = { due_at: at, run_at: at, created_at: at, failed_at: at };
  const job = { id: 'a', kind: 'send', subject: 'a', payload: '{}', priority: 0, attempts: 5 };
  await db
    .insertInto('jobs')
    .values({ ...job, ...times, last_error })
    .execute();
}

/** Changes rows and removes them again, so that free pages contain their text. */
async function useNames(world: World, partner: string) {
  for (const name of [DOCTOR, PATIENT]) {
    const removed = await world.addCheckup({ partner, ...name, name: full(name).repeat(8) });
    await removeForGood(world, removed._id);
  }
}

/** Deletes a checkup as if that was 30 days ago. */
async function removeForGood({ admin, db, storage }: World, id: string) {
  (await admin.delete(`/api/admin/checkups/${id}`)).ok();
  const files = await db.selectFrom('deleted_files').select('id').execute();
  await db.deleteFrom('checkup_deletions').where('checkup_id', '=', id).execute();
  for (const file of files) await storage.remove(`files/${file.id}`);
}

/** Everything the data folder holds, the database's files and their logs included. */
async function bytesOf({ dataDir }: World): Promise<Buffer> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name)))),
  );
}

/** Every text of every row, whatever the database. */
async function textOf({ db }: World): Promise<string> {
  const tables = await db.introspection.getTables();
  const own = tables.filter(({ name }) => !/_search/.test(name));
  const rows = await Promise.all(
    own.map(({ name }) =>
      db
        .selectFrom(name as 'partners')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

const spellings = (texts: readonly string[]) =>
  [...new Set(texts.flatMap((text) => [text, foldText(text)]))].map((text) => Buffer.from(text));

async function assertNowhere(world: World, texts: readonly string[]) {
  const all = [await bytesOf(world), Buffer.from(await textOf(world))];
  for (const text of spellings(texts))
    for (const bytes of all) assert.equal(bytes.indexOf(text), -1, `${text} is still there`);
}

async function assertSomewhere(world: World, texts: readonly string[]) {
  const all = Buffer.concat([await bytesOf(world), Buffer.from(await textOf(world))]);
  for (const text of spellings(texts)) assert.ok(all.includes(text), `${text} never was there`);
}

describe('a partner is erased', () => {
  const traces = [
    ...[DOCTOR.firstName, DOCTOR.lastName, 'zulfuqar', '55 987 65 43', 'Zulfuqar.Q@'],
    'https://push.example.com/',
  ];

  test('while a server runs: no byte of name, contacts and files remains', async (t) => {
    const { world, partner, client } = await worldOfNames(t);
    await assertSomewhere(world, traces);
    assert.ok((await bytesOf(world)).includes(MARK));
    const { status, output } = erase(world, ['partner', partner.email, '--yes']);
    assert.equal(status, 0, output);
    assert.doesNotMatch(output, /Zülfüqar|zulfuqar|Qəhrəmanlı|Şahnabat/i);
    await assertNowhere(world, traces);
    await assertNowhere(world, [MARK.toString(), VISITOR_OF_PATIENT, VISITOR_OF_OTHER]);
    assert.deepEqual(await world.db.selectFrom('share_visits').selectAll().execute(), []);
    assert.deepEqual(await readdir(join(world.dataDir, 'objects/pictures')), []);
    assert.deepEqual(await readdir(join(world.dataDir, 'objects/files')), []);
    assert.deepEqual(await world.db.selectFrom('annotations').selectAll().execute(), []);
    assert.equal((await client.get('/api/partner/misc/payments')).status, 401);
    const sessions = world.db.selectFrom('sessions').selectAll().where('role', '=', 'partner');
    assert.deepEqual(await sessions.execute(), []);
    for (const table of ['push_subscriptions', 'notification_settings'] as const)
      assert.deepEqual(await world.db.selectFrom(table).selectAll().execute(), []);
    // Records of others stay under an id; the patient is another person.
    const list = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>();
    assert.deepEqual(
      list.checkups.map((checkup) => [checkup.partner.firstName, checkup.xrayFiles]),
      list.checkups.map(() => [partner._id, []]),
    );
    assert.match(await textOf(world), /Şahnabat/);
    await assertBooked(world.db);
  });

  test('leaves ledger and audit unchanged, and is audited', async (t) => {
    const { world, partner } = await worldOfNames(t);
    const ledger = () => world.db.selectFrom('ledger').selectAll().execute();
    const audit = () => world.db.selectFrom('audit').selectAll().orderBy('id').execute();
    const before = { ledger: await ledger(), audit: await audit() };
    assert.equal(erase(world, ['partner', partner._id, '--yes']).status, 0);
    assert.deepEqual(await ledger(), before.ledger);
    const after = await audit();
    const remaining = new Set(before.audit.map(({ id }) => id));
    const isOwn = (row: (typeof after)[number]) =>
      row.role === 'partner' || (row.role === null && ['create', 'open'].includes(row.action));
    assert.ok(before.audit.some((row) => row.role === 'partner' && row.address !== null));
    assert.deepEqual(
      after.filter((row) => remaining.has(row.id) && !isOwn(row)),
      before.audit.filter((row) => !isOwn(row)),
    );
    for (const row of after.filter(({ role }) => role === 'partner'))
      assert.equal(row.address, null);
    const added = after.filter(({ id }) => !remaining.has(id));
    assert.ok(
      added.some(({ object, object_id }) => object === 'partner' && object_id === partner._id),
    );
    assert.ok(added.every(({ action }) => action === 'erase'));
  });

  test('and again, and nothing more happens; the files may stay', async (t) => {
    const { world, partner } = await worldOfNames(t);
    assert.equal(erase(world, ['partner', partner._id, '--keep-files', '--yes']).status, 0);
    await assertNowhere(world, traces);
    assert.equal((await readdir(join(world.dataDir, 'objects/files'))).length, 2);
    const before = await textOf(world);
    assert.equal(erase(world, ['partner', partner._id, '--keep-files', '--yes']).status, 0);
    const untimed = (text: string) =>
      text.replace(/,\{[^{}]*("action":"erase"|"sealed_at")[^{}]*\}/g, '');
    assert.equal(untimed(await textOf(world)), untimed(before));
  });
});

describe('a patient is erased', () => {
  const traces = [PATIENT.firstName, PATIENT.lastName, 'sahnabat@gizli'];

  test('by checkup, wherever the name occurs, and the doctor remains', async (t) => {
    const { world, checkup, other } = await worldOfNames(t);
    await assertSomewhere(world, traces);
    const { status, output } = erase(world, ['patient', checkup._id], 'ERASE\n');
    assert.equal(status, 0, output);
    assert.doesNotMatch(output, /Şahnabat|Vəkilqızı/i);
    await assertNowhere(world, [...traces, MARK.toString()]);
    const files = await world.db.selectFrom('checkup_files').selectAll().execute();
    assert.deepEqual(
      files.map((file) => file.checkup_id),
      [other._id],
    );
    const annotations = world.db.selectFrom('annotations').select(['file_id', 'label']);
    assert.deepEqual(
      (await annotations.execute()).map((row) => [row.file_id, row.label.includes(checkup._id)]),
      [1, 2].map(() => [other.xrayFileLinks[0]?.id, true]),
    );
    await assertNowhere(world, [VISITOR_OF_PATIENT]);
    await assertSomewhere(world, [VISITOR_OF_OTHER]);
    const shares = await world.db.selectFrom('shares').select(['checkup_id', 'label']).execute();
    assert.deepEqual(
      shares.map((row) => [row.checkup_id, row.label.includes(checkup._id)]),
      [[other._id, true]],
    );
    assert.match(await textOf(world), /Zülfüqar/);
    const found = await world.admin.get(`/api/admin/checkups?name=${encodeURIComponent('şahna')}`);
    assert.deepEqual(found.ok<CheckupList>().checkups, []);
    const called = await world.admin.get(`/api/admin/checkups?name=${checkup._id.slice(0, 13)}`);
    assert.ok(called.ok<CheckupList>().checkups.some(({ _id }) => _id === checkup._id));
    assert.equal(erase(world, ['patient', checkup._id, '--yes']).status, 0);
  });

  test('by name and partner, in any spelling; namesakes of other partners stay', async (t) => {
    const { world, partner } = await worldOfNames(t);
    const namesake = await world.addCheckup(PATIENT);
    const words = ['patient', '--name', 'vekilqizi SAHNABAT', '--partner', partner.email];
    assert.equal(erase(world, [...words, '--yes']).status, 0);
    const remaining = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
    const named = remaining.filter(({ firstName }) => firstName === PATIENT.firstName);
    assert.deepEqual(
      named.map(({ _id }) => _id),
      [namesake._id],
    );
    await removeForGood(world, namesake._id);
    assert.equal(erase(world, [...words, '--yes']).status, 0);
    await assertNowhere(world, traces);
  });

  test('a form sender is erased by name only, and patients of that name are listed', async (t) => {
    const { world, checkup } = await worldOfNames(t);
    const { status, output } = erase(world, ['patient', '--name', full(PATIENT), '--yes']);
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`although the name is the same: checkups ${checkup._id}`));
    assert.doesNotMatch(await textOf(world), /sahnabat@gizli/);
    const remaining = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
    assert.ok(remaining.some(({ firstName }) => firstName === PATIENT.firstName));
  });

  test('a row of a namesake is left out when it is named', async (t) => {
    const { world, checkup } = await worldOfNames(t);
    const form = await world.db.selectFrom('reservation_applications').select('id').execute();
    const id = form[0]?.id ?? '';
    assert.equal(erase(world, ['patient', checkup._id, '--except', id, '--yes']).status, 0);
    const remaining = await world.db.selectFrom('reservation_applications').selectAll().execute();
    assert.equal(remaining[0]?.full_name, full(PATIENT));
  });
});

test('e-mail and telephone of a partner go from texts of others, and its address from the audit', async (t) => {
  const { world, partner } = await worldOfNames(t);
  const { admin, visitor, db } = world;
  (
    await visitor.post('/api/partner/auth/login', { email: partner.email, password: 'wrong' })
  ).refused(401);
  const dates = { startDate: '2026-11-20', endDate: '2026-11-21' };
  const titles = [
    'Zəng: 055 987-65-43',
    'Yaz: ZULFUQAR.q@dis.example.az.',
    'Tel +994(55)9876543, 7',
  ];
  for (const title of titles)
    (await admin.post('/api/admin/labs', { title, partner: partner._id, ...dates })).ok();
  const other = { fullName: 'Başqa Biri', phone: '+994559876544', message: 'Nömrə 0559876544' };
  (await visitor.post('/api/misc/contact-message', other)).ok();
  assert.equal(erase(world, ['partner', partner._id, '--yes']).status, 0);
  const labs = await db.selectFrom('labs').select('title').orderBy('seq').execute();
  assert.deepEqual(
    labs.slice(-3).map(({ title }) => title),
    [`Zəng: ${partner._id}`, `Yaz: ${partner._id}.`, `Tel ${partner._id}, 7`],
  );
  assert.match(await textOf(world), /Nömrə 0559876544/);
  const rows = await db.selectFrom('audit').select(['role', 'object_id', 'address']).execute();
  const own = rows.filter(
    (row) => row.role === 'partner' || (!row.role && row.object_id === partner._id),
  );
  assert.ok(own.length > 3);
  assert.ok(own.every(({ address }) => address === null));
  assert.ok(rows.some(({ role, address }) => role === 'admin' && address !== null));
});

test('claims with a hash of the name and abandoned uploads are removed', async (t) => {
  const { world, checkup, other } = await worldOfNames(t);
  await world.admin.sendChunk('given-up', 0, Buffer.from('x'));
  await world.admin.sendChunk('going-on', 0, Buffer.from('x'));
  const files = join(world.dataDir, 'objects/files');
  const parts = (await readdir(files)).filter((name) => name.endsWith('.part'));
  assert.equal(parts.length, 2);
  const before = new Date(Date.now() - 2 * 3_600_000);
  const [part = ''] = parts;
  for (const name of (await readdir(files)).filter((one) => one.startsWith(part.slice(0, -5))))
    await utimes(join(files, name), before, before);
  assert.equal(erase(world, ['patient', checkup._id, '--yes']).status, 0);
  const claims = await world.db.selectFrom('upload_claims').select('checkup_id').execute();
  assert.ok(claims.every(({ checkup_id }) => checkup_id !== checkup._id));
  assert.ok(claims.some(({ checkup_id }) => checkup_id === other._id));
  const left = (await readdir(files)).filter((name) => name.endsWith('.part'));
  assert.deepEqual(left, parts.slice(1));
});

test('nothing happens without confirmation, for unknown persons, or without arguments', async (t) => {
  const { world, checkup } = await worldOfNames(t);
  const before = await textOf(world);
  for (const [words, output] of [
    [['patient', checkup._id], /Nothing was changed/],
    [['patient', 'no-such-checkup', '--yes'], /There is no checkup no-such-checkup/],
    [['partner', 'nobody@example.az', '--yes'], /There is no partner nobody@example.az/],
    [['partner'], /npm run erase/],
    [['patient', '--name', ' '], /npm run erase/],
  ] as const) {
    const answer = erase(world, [...words], 'no\n');
    assert.equal(answer.status, 1);
    assert.match(answer.output, output);
  }
  assert.equal(await textOf(world), before);
});

test('an unknown table loses the name and its search key, too', async (t) => {
  const { world, partner, checkup } = await worldOfNames(t);
  const { db } = world;
  await sql`create table shade_guides (id text primary key, partner_id text, status text,
    title text not null, name_key text not null, height integer)`.execute(db);
  const insert = (id: string, owner: string, title: string) =>
    sql`insert into shade_guides values (${id}, ${owner}, 'open', ${title}, ${searchKey(title)}, 1)`.execute(
      db,
    );
  await insert('1', partner._id, `A2, ${full(PATIENT)}`);
  await insert('2', 'somebody else', full(PATIENT));
  assert.equal(erase(world, ['patient', checkup._id, '--yes']).status, 0);
  const { rows } = await sql<{ title: string; name_key: string }>`
    select title, name_key from shade_guides order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ title, name_key }) => [title, name_key]),
    [
      [`A2, ${checkup._id}`, `  a2,  ${checkup._id}`],
      [full(PATIENT), searchKey(full(PATIENT))],
    ],
  );
});

test('a deleted checkup keeps its files, and erasing it leaves no byte', async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const photo = await picture({ width: 900, height: 700, name: 'foto.png' });
  const checkup = await world.addCheckup({ bytes: photo.bytes, fileName: 'foto.png' });
  const { admin } = world;
  const fileId = await admin.upload(xray(3_000_000), 'ikinci.dcm');
  const files = [{ fileId, fileName: 'ikinci.dcm' }];
  const merge = { checkupId: checkup._id, firstName: 'Nigar', lastName: 'Hüseynova', files };
  (await admin.post('/api/admin/checkups/merge-chunks', merge)).ok();
  await untilTrue(
    async () => (await world.db.selectFrom('jobs').select('id').execute()).length === 0,
  );
  const resting = async () =>
    (await readdir(join(world.dataDir, 'objects'), { recursive: true })).filter((name) =>
      name.includes('/'),
    );
  const stored = (await resting()).length;
  assert.ok(stored > 2, 'the files and what was derived from them');
  (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  assert.equal((await resting()).length, stored);
  const [derived] = (await resting()).filter((name) => name.startsWith('derived/'));
  const ofKilledJob = `${derived?.slice(0, derived.indexOf('_'))}_0_l0` as `derived/${string}`;
  await world.storage.write(ofKilledJob, 0, Buffer.from('x'));
  assert.equal(erase(world, ['patient', checkup._id, '--yes']).status, 0);
  assert.deepEqual(await resting(), []);
  assert.equal((await bytesOf(world)).indexOf(MARK), -1);
});

test('erasing a patient or partner also removes deleted checkups at once', async (t) => {
  const world = await newWorld(t);
  const { partner } = await world.signedInPartner(DOCTOR);
  const mine = { partner: partner._id, bytes: xray(400) };
  const whole = await world.addCheckup({ ...mine, ...PATIENT });
  const remaining = await world.addCheckup({ ...mine, firstName: 'Nigar', lastName: 'Quliyeva' });
  const file = `${remaining._id}/files/${remaining.xrayFiles[0]}`;
  for (const path of [whole._id, file])
    (await world.admin.delete(`/api/admin/checkups/${path}`)).ok();
  const files = () => readdir(join(world.dataDir, 'objects/files'));
  assert.equal((await files()).length, 2);
  const patient = erase(world, ['patient', whole._id, '--yes']);
  assert.equal(patient.status, 0, patient.output);
  assert.match(patient.output, /deletion \S+: removed for good/);
  assert.equal((await files()).length, 1);
  const doctor = erase(world, ['partner', partner._id, '--yes']);
  assert.equal(doctor.status, 0, doctor.output);
  assert.deepEqual(await files(), []);
  for (const table of ['checkup_deletions', 'deleted_files', 'removed_files'] as const)
    assert.deepEqual(await world.db.selectFrom(table).selectAll().execute(), []);
});

test('what DICOM says about the person goes from files in the checkups of others', async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const { _id: partner } = await world.addPartner();
  const own = await world.addCheckup({ partner, ...PATIENT });
  for (const patient of [
    { firstName: 'SAHNABAT', lastName: 'VEKILQIZI' },
    { firstName: 'NIGAR', lastName: 'HUSEYNOVA' },
  ])
    await world.addCheckup({ partner, fileName: 'b.dcm', bytes: panoramicOf(patient) });
  await world.addCheckup({ fileName: 'c.dcm', bytes: panoramicOf(PATIENT) });
  await untilTrue(
    async () => (await world.db.selectFrom('jobs').select('id').execute()).length === 0,
  );
  const { status, output } = erase(world, ['patient', own._id, '--yes']);
  assert.equal(status, 0, output);
  assert.match(output, /not erased: file \S+ names the person, but is in the checkup of another/);
  assert.doesNotMatch(output, /SAHNABAT/i);
  const headers = await world.db.selectFrom('dicom_headers').selectAll().execute();
  const shown = await world.db.selectFrom('file_imaging').selectAll().execute();
  const describe = (row: { patient_name: string; birth_date: string }) =>
    `${row.patient_name} ${row.birth_date}`;
  for (const rows of [headers.map(describe), shown.map(describe)])
    assert.deepEqual(rows.toSorted(), [
      `${own._id} `,
      'NIGAR HUSEYNOVA 1984-03-12',
      `${full(PATIENT)} 1984-03-12`,
    ]);
  const erased = headers.find((row) => row.patient_name === own._id);
  assert.deepEqual(
    [erased?.patient_id, erased?.sex, erased?.study_description, erased?.modality],
    ['', '', `Panoram: ${own._id}`, 'PX'],
  );
  assert.equal(erase(world, ['patient', own._id, '--yes']).status, 0);
});

function panoramicOf(patient: typeof PATIENT): Buffer {
  const [width, height] = [16, 8];
  return dicomFile({
    ...{ modality: 'PX', date: '2026-11-20', time: '10:30:00', description: 'Panoram' },
    ...{ width, height, frames: [new Uint16Array(width * height)], spacing: [0.1, 0.1] },
    ...{ institution: 'Dəqiq', description: `Panoram: ${full(patient)}` },
    patient: { ...patient, id: 'P-1', birthDate: '1984-03-12', sex: 'F' },
  });
}

test('nothing is erased during an interrupted restore', async (t) => {
  const world = await newWorld(t);
  const { _id } = await world.addCheckup(PATIENT);
  await writeFile(join(world.dataDir, 'restore.restoring'), '');
  const { status, output } = erase(world, ['patient', _id, '--yes']);
  assert.equal(status, 1);
  assert.match(output, /Run the restore again/);
  await assertSomewhere(world, [PATIENT.lastName]);
});

test('erasing also takes files that were set aside because no row led to them', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup({ bytes: xray(400) });
  const key = `files/${checkup.xrayFileLinks[0]?.id}` as const;
  assert.ok(await world.storage.setAside(key, Date.now() + 60_000));
  assert.notEqual((await bytesOf(world)).indexOf(MARK), -1);
  assert.equal(erase(world, ['patient', checkup._id, '--yes']).status, 0);
  assert.equal((await bytesOf(world)).indexOf(MARK), -1);
});

test('the address a form was sent from is forgotten, and that of others is not', async (t) => {
  const world = await newWorld(t);
  const others = { fullName: 'Kamran Əliyev', phone: '+994501112233', message: 'Salam' };
  for (const message of [others, { ...others, fullName: full(PATIENT) }])
    (await world.visitor.post('/api/misc/contact-message', message)).ok();
  const addresses = async () => {
    const rows = world.db.selectFrom('audit').select('address').where('role', 'is', null);
    const sent = await rows.where('action', '=', 'create').execute();
    return sent.map(({ address }) => address !== null).toSorted();
  };
  assert.deepEqual(await addresses(), [true, true]);
  await sealAudit(world);
  assert.equal(erase(world, ['patient', '--name', full(PATIENT), '--yes']).status, 0);
  assert.deepEqual(await addresses(), [false, true]);
  const { summary, problems } = await checkAudit(world.db, { now: Date.now, heads: [] });
  assert.match(summary, / 0 rows waiting, 1 address erased, /);
  assert.deepEqual(problems, []);
});
