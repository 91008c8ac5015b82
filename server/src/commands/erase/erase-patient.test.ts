import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import {
  assertNowhere,
  assertSomewhere,
  erase,
  readAllTexts,
} from '@deqiq/testkit/erasure/erase-and-search.ts';
import {
  MARK,
  PATIENT,
  removeForGood,
  toFullName,
  VISITOR_OF_OTHER,
  VISITOR_OF_PATIENT,
  worldOfNames,
} from '@deqiq/testkit/erasure/world-of-names.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { sealAudit } from '../../features/operations/audit/chain/chain.service.ts';
import { checkAudit } from '../verify/audit.ts';

describe('a patient is erased', () => {
  const traces = [PATIENT.firstName, PATIENT.lastName, 'sahnabat@gizli'];

  test('by checkup, wherever the name occurs, and the doctor remains', async (t) => {
    const { world, checkup, other } = await worldOfNames(t);
    await assertSomewhere(world, traces);
    const { status, output } = await erase(world, ['patient', checkup._id], 'ERASE\n');
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
    assert.match(await readAllTexts(world), /Zülfüqar/);
    const found = await world.admin.get(`/api/admin/checkups?name=${encodeURIComponent('şahna')}`);
    assert.deepEqual(found.ok<CheckupList>().checkups, []);
    const called = await world.admin.get(`/api/admin/checkups?name=${checkup._id.slice(0, 13)}`);
    assert.ok(called.ok<CheckupList>().checkups.some(({ _id }) => _id === checkup._id));
    assert.equal((await erase(world, ['patient', checkup._id, '--yes'])).status, 0);
  });

  const onPostgres = {
    skip: process.env.TEST_DATABASE !== 'postgres' && 'SQLite is written anew as a whole',
  };
  test('also from the dead rows of each table of names', onPostgres, async (t) => {
    const { world, checkup } = await worldOfNames(t);
    assert.equal((await erase(world, ['patient', checkup._id, '--yes'])).status, 0);
    // Macros have names of their own, of no person.
    const { rows } = await sql<{ name: string; isVacuumed: boolean }>`
      select relname as name, last_vacuum is not null as "isVacuumed" from pg_stat_user_tables
      where relid in (select attrelid from pg_attribute where attname = 'name_key')
        and relname <> 'report_macros' and schemaname = current_schema()`.execute(world.db);
    assert.ok(rows.some(({ name }) => name === 'patient_names'));
    assert.deepEqual(
      rows.filter(({ isVacuumed }) => !isVacuumed),
      [],
    );
  });

  test('by name and partner, in any spelling; namesakes of other partners stay', async (t) => {
    const { world, partner } = await worldOfNames(t);
    const namesake = await world.addCheckup(PATIENT);
    const words = ['patient', '--name', 'vekilqizi SAHNABAT', '--partner', partner.email];
    assert.equal((await erase(world, [...words, '--yes'])).status, 0);
    const remaining = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
    const named = remaining.filter(({ firstName }) => firstName === PATIENT.firstName);
    assert.deepEqual(
      named.map(({ _id }) => _id),
      [namesake._id],
    );
    await removeForGood(world, namesake._id);
    assert.equal((await erase(world, [...words, '--yes'])).status, 0);
    await assertNowhere(world, traces);
  });

  test('a form sender is erased by name only, and patients of that name are listed', async (t) => {
    const { world, checkup } = await worldOfNames(t);
    const { status, output } = await erase(world, [
      'patient',
      '--name',
      toFullName(PATIENT),
      '--yes',
    ]);
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`although the name is the same: checkups ${checkup._id}`));
    assert.doesNotMatch(await readAllTexts(world), /sahnabat@gizli/);
    const remaining = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>().checkups;
    assert.ok(remaining.some(({ firstName }) => firstName === PATIENT.firstName));
  });

  test('a row of a namesake is left out when it is named', async (t) => {
    const { world, checkup } = await worldOfNames(t);
    const form = await world.db.selectFrom('reservation_applications').select('id').execute();
    const id = form[0]?.id ?? '';
    assert.equal((await erase(world, ['patient', checkup._id, '--except', id, '--yes'])).status, 0);
    const remaining = await world.db.selectFrom('reservation_applications').selectAll().execute();
    assert.equal(remaining[0]?.full_name, toFullName(PATIENT));
  });
});

test('the address a form was sent from is forgotten, and that of others is not', async (t) => {
  const world = await newWorld(t);
  const others = { fullName: 'Kamran Əliyev', phone: '+994501112233', message: 'Salam' };
  for (const message of [others, { ...others, fullName: toFullName(PATIENT) }])
    (await world.visitor.post('/api/misc/contact-message', message)).ok();
  const addresses = async () => {
    const rows = world.db.selectFrom('audit').select('address').where('role', 'is', null);
    const sent = await rows.where('action', '=', 'create').execute();
    return sent.map(({ address }) => address !== null).toSorted();
  };
  assert.deepEqual(await addresses(), [true, true]);
  await sealAudit(world);
  assert.equal((await erase(world, ['patient', '--name', toFullName(PATIENT), '--yes'])).status, 0);
  assert.deepEqual(await addresses(), [false, true]);
  const { summary, problems } = await checkAudit(world.db, { now: Date.now, heads: [] });
  assert.match(summary, / 0 rows waiting, 1 address erased, /);
  assert.deepEqual(problems, []);
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
  const { status, output } = await erase(world, ['patient', own._id, '--yes']);
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
      `${toFullName(PATIENT)} 1984-03-12`,
    ]);
  const erased = headers.find((row) => row.patient_name === own._id);
  assert.deepEqual(
    [erased?.patient_id, erased?.sex, erased?.study_description, erased?.modality],
    ['', '', `Panoram: ${own._id}`, 'PX'],
  );
  const indexed = await world.db.selectFrom('dicom_series').select('patient_name').execute();
  assert.deepEqual(
    indexed.map((row) => row.patient_name).toSorted(),
    ['NIGAR HUSEYNOVA', toFullName(PATIENT)].toSorted(),
  );
  assert.equal((await erase(world, ['patient', own._id, '--yes'])).status, 0);
});

function panoramicOf(patient: typeof PATIENT): Buffer {
  const width = 16;
  const height = 8;
  return dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    width,
    height,
    frames: [new Uint16Array(width * height)],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq',
    description: `Panoram: ${toFullName(patient)}`,
    patient: { ...patient, id: 'P-1', birthDate: '1984-03-12', sex: 'F' },
  });
}
