import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertSomewhere, erase, readAllTexts } from '@deqiq/testkit/erasure/erase-and-search.ts';
import { PATIENT, toFullName, worldOfNames } from '@deqiq/testkit/erasure/world-of-names.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { searchKey } from '../../platform/db/lists/name-search.ts';

test('nothing happens without confirmation, for unknown persons, or without arguments', async (t) => {
  const { world, checkup } = await worldOfNames(t);
  const before = await readAllTexts(world);
  for (const [words, output] of [
    [['patient', checkup._id], /Nothing was changed/],
    [['patient', 'no-such-checkup', '--yes'], /There is no checkup no-such-checkup/],
    [['partner', 'nobody@example.az', '--yes'], /There is no partner nobody@example.az/],
    [['patient', '--name', 'Misspelt Name'], /nothing was found: check the name/],
    [['partner'], /npm run erase/],
    [['patient', '--name', ' '], /npm run erase/],
  ] as const) {
    const answer = await erase(world, [...words], 'no\n');
    assert.equal(answer.status, 1);
    assert.match(answer.output, output);
  }
  assert.equal(await readAllTexts(world), before);
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
  await insert('1', partner._id, `A2, ${toFullName(PATIENT)}`);
  await insert('2', 'somebody else', toFullName(PATIENT));
  assert.equal((await erase(world, ['patient', checkup._id, '--yes'])).status, 0);
  const { rows } = await sql<{ title: string; name_key: string }>`
    select title, name_key from shade_guides order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ title, name_key }) => [title, name_key]),
    [
      [`A2, ${checkup._id}`, `  a2,  ${checkup._id}`],
      [toFullName(PATIENT), searchKey(toFullName(PATIENT))],
    ],
  );
});

test('nothing is erased during an interrupted restore', async (t) => {
  const world = await newWorld(t);
  const { _id } = await world.addCheckup(PATIENT);
  await writeFile(join(world.dataDir, 'restore.restoring'), '');
  const { status, output } = await erase(world, ['patient', _id, '--yes']);
  assert.equal(status, 1);
  assert.match(output, /Run the restore again/);
  await assertSomewhere(world, [PATIENT.lastName]);
});

test('the operator learns of files in the spool of the intake, which are not searched', async (t) => {
  const { world, checkup } = await worldOfNames(t);
  const report = JSON.stringify({ waiting: 2, rejected: 1 });
  const row = { id: 'intake' as const, report, reported_at: new Date().toISOString() };
  await world.db.insertInto('intake_reports').values(row).execute();
  const { status, output } = await erase(world, ['patient', checkup._id, '--yes']);
  assert.equal(status, 0);
  assert.match(output, /3 files in the spool of the DICOM intake were not searched/);
});
