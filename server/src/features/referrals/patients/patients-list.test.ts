import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newPatient } from '@deqiq/testkit/databases/rows.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { sql } from 'kysely';
import { buildFilter } from '../../../platform/db/lists/filters.ts';
import { selectPage } from '../../../platform/db/lists/row-selection.ts';
import type { Db } from '../../../platform/db/tables.ts';
import * as patients from './patients.repo.ts';

const blankName = { first_name: '', last_name: '', father_name: '' };

async function addPatient(db: Db, first_name: string): Promise<string> {
  const row = newPatient({ first_name });
  await patients.insert(db, row);
  return row.id;
}

test('the total of patients contains neither merged nor erased ones', async (t) => {
  const { db } = await openFreshDatabase(t);
  const [survivor = '', alias = '', erased = '', both = ''] = await Promise.all(
    ['Nigar', 'Nigar', 'Aysel', 'Leyla'].map((name) => addPatient(db, name)),
  );
  await patients.update(db, alias, { merged_into: survivor });
  await patients.update(db, erased, { erased_at: 'now' });
  await patients.update(db, both, { merged_into: survivor, erased_at: 'now' });
  const pages = await Promise.all(
    ['', 'nigar'].map((name) => patients.list(db, { page: 1, limit: 20, name })),
  );
  assert.deepEqual(
    pages.map(({ rows, total }) => [rows.map(({ id }) => id), total]),
    [
      [[survivor], 1],
      [[survivor], 1],
    ],
  );
});

test('totals of names follow all changes of patients', async (t) => {
  const { db } = await openFreshDatabase(t);
  const random = randomFrom(70);
  const ids: string[] = [];
  const changes = [
    (id: string) => patients.update(db, id, { merged_into: random.pick(ids) }),
    (id: string) => patients.unmerge(db, id),
    (id: string) => patients.update(db, id, newName()),
    (id: string) => patients.update(db, id, { ...blankName, erased_at: 'now' }),
  ];
  const newName = () => ({
    first_name: random.pick(['Nigar', 'Aysel']),
    last_name: random.pick(['Əliyeva', 'Əlizadə']),
    father_name: random.pick(['Rəşad qızı', '']),
  });
  for (let count = 0; count < 60; count += 1) {
    const row = newPatient(newName());
    await patients.insert(db, row);
    ids.push(row.id);
    if (count % 2 === 0) await random.pick(changes)(random.pick(ids));
    for (const name of ['', 'nigar', 'eli', 'nigar qizi', 'r', 'kamran']) {
      const { rows, total } = await patients.list(db, { page: 1, limit: 100, name });
      assert.equal(total, rows.length, `the total of "${name}"`);
    }
  }
});

test('SQLite reads pages of patients and their total from covering indexes', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'sqlite') return t.skip('SQLite only');
  const value = () => sql`${1}`;
  const filter = buildFilter(dialect, { table: 'patients' }, { conditions: [patients.isListed] });
  const planOf = async (compiled: { sql: string; parameters: readonly unknown[] }) => {
    const plan = sql.raw(`explain query plan ${compiled.sql}`).compile(db);
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...plan,
      parameters: compiled.parameters,
    });
    return rows.map(({ detail }) => detail);
  };
  const page = db
    .selectFrom(selectPage(filter.rows(value), value))
    .selectAll()
    .compile();
  const [pagePlan = ''] = (await planOf(page)).filter((step) => step.includes('INDEX'));
  assert.match(pagePlan, /COVERING INDEX patients_listed \(merged_into=\? AND erased_at=\?\)/);
  const totalPlan = (await planOf(filter.total(value).compile(db))).join('; ');
  assert.match(totalPlan, /patients_order/);
  assert.match(totalPlan, /patients_unlisted/);
  const exact = patients.selectExact(db, '', { birth_date: '1985-04-12' }).selectAll();
  assert.match((await planOf(exact.compile())).join('; '), /INDEX patients_birth_date/);
});
