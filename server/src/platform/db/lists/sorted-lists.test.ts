import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newPartner, newPatient } from '@deqiq/testkit/databases/rows.ts';
import { type CompiledQuery, sql } from 'kysely';
import * as checkups from '../../../features/examinations/checkups/checkups.repo.ts';
import * as stats from '../../../features/office/partner-stats/partner-stats.repo.ts';
import * as partners from '../../../features/people/partners/partners.repo.ts';
import * as patients from '../../../features/referrals/patients/patients.repo.ts';

const LAST_NAMES = ['Yusifov', 'Əliyev', 'Zeynalov', 'Xəlilov', 'Əliyev', 'Abbasov', 'Həsənov'];

async function openPartners(t: Parameters<typeof openFreshDatabase>[0]) {
  const { db, dialect } = await openFreshDatabase(t);
  for (const [index, last_name] of LAST_NAMES.entries())
    await partners.insert(
      db,
      newPartner({ first_name: 'A', last_name, balance_qepik: (index % 3) * 100 }),
    );
  const read = async (sort: string | undefined, fullName = '', limit = 3) => {
    const rows: stats.StatsRow[] = [];
    for (let page = 1; page <= Math.ceil(LAST_NAMES.length / limit); page++)
      rows.push(...(await stats.list(db, { page, limit, fullName, sort })).rows);
    return rows;
  };
  return { db, dialect, read };
}

test('pages of a sorted list hold each row once, in the order of the Azerbaijani alphabet', async (t) => {
  const { read } = await openPartners(t);
  const sorted = ['Abbasov', 'Əliyev', 'Əliyev', 'Həsənov', 'Xəlilov', 'Yusifov', 'Zeynalov'];
  const ascending = await read('name');
  assert.deepEqual(
    ascending.map((row) => row.last_name),
    sorted,
  );
  const descending = await read('-name', '', 2);
  assert.deepEqual(
    descending.map((row) => row.id),
    ascending.map((row) => row.id).reverse(),
  );
  const balances = (await read('-balance')).map((row) => row.balance_qepik);
  assert.deepEqual(balances, [200, 200, 100, 100, 0, 0, 0]);
});

test('a sorted list keeps its search; the date is the order of the rows', async (t) => {
  const { read } = await openPartners(t);
  const found = await read('-name', 'eliyev');
  assert.deepEqual(
    found.map((row) => row.last_name),
    ['Əliyev', 'Əliyev'],
  );
  const names = async (sort?: string) => (await read(sort)).map((row) => row.last_name);
  assert.deepEqual(await names('date'), LAST_NAMES);
  assert.deepEqual(await names('-date'), LAST_NAMES.toReversed());
  assert.deepEqual(await names(), LAST_NAMES.toReversed());
});

test('examinations of one partner are sorted among themselves', async (t) => {
  const { db } = await openFreshDatabase(t);
  const own = newPartner();
  const other = newPartner();
  for (const partner of [own, other]) await partners.insert(db, partner);
  for (const first_name of ['Vüsal', 'Aysel', 'Leyla'])
    for (const { id } of [own, other]) await checkups.insert(db, newCheckup(id, { first_name }));
  const request = { page: 1, limit: 20, name: '', sort: 'name' };
  const { rows, total } = await checkups.list(db, request, { owner: own.id });
  assert.deepEqual([rows.map((row) => row.first_name), total], [['Aysel', 'Leyla', 'Vüsal'], 3]);
});

test('SQLite reads large lists by name from an index, and only the rows of the page', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'sqlite') return t.skip('SQLite only');
  const partner = newPartner();
  await partners.insert(db, partner);
  await checkups.insert(db, newCheckup(partner.id));
  await patients.insert(db, newPatient());
  const { mock } = t.mock.method(db, 'executeQuery');
  const planOf = async (list: () => Promise<unknown>, table: string) => {
    await list();
    const queries = mock.calls.map(({ arguments: [query] }) => query as CompiledQuery);
    const query = queries.find((each) => each.sql.includes('"page"'));
    assert(query);
    mock.resetCalls();
    const plan = sql.raw(`explain query plan ${query.sql}`).compile(db);
    const found = await db.executeQuery<{ detail: string }>({
      ...plan,
      parameters: query.parameters,
    });
    mock.resetCalls();
    const steps = found.rows.map(({ detail }) => detail);
    assert(
      steps.some((step) => step.includes(`COVERING INDEX ${table}_by_name`)),
      `${steps}`,
    );
    assert.equal(steps.filter((step) => step.includes('_by_name')).length, 1, `${steps}`);
    // The sort of the page itself.
    assert.equal(steps.filter((step) => step.includes('B-TREE')).length, 1, `${steps}`);
  };
  const request = { page: 1, limit: 20, name: '', sort: 'name' };
  await planOf(() => checkups.list(db, request), 'checkups');
  await planOf(() => patients.list(db, request), 'patients');
});
