import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newPartner } from '@deqiq/testkit/databases/rows.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { sql } from 'kysely';
import * as checkups from '../../../features/examinations/checkups/checkups.repo.ts';
import * as partners from '../../../features/people/partners/partners.repo.ts';
import { openDatabase } from '../database.ts';
import { buildFilter } from './filters.ts';
import type { ListSource } from './row-filter.ts';
import { selectPage } from './row-selection.ts';

const page = (number: number, fullName = '') => ({ page: number, limit: 3, fullName });

test('pages list each row once, newest first, and end with an empty page', async (t) => {
  const { db } = await openFreshDatabase(t);
  const inserted: string[] = [];
  for (let n = 0; n < 8; n++) {
    const partner = newPartner({ first_name: n % 2 ? 'Tək' : 'Cüt' });
    inserted.unshift(partner.id);
    await partners.insert(db, partner);
  }
  const pages = [];
  for (let number = 1; number <= 4; number++) pages.push(await partners.list(db, page(number)));

  assert.deepEqual(
    pages.map(({ rows, total }) => [rows.length, total]),
    [
      [3, 8],
      [3, 8],
      [2, 8],
      [0, 8],
    ],
  );
  assert.deepEqual(
    pages.flatMap(({ rows }) => rows.map((row) => row.id)),
    inserted,
  );
  const second = await partners.list(db, page(2, 'tek'));
  assert.deepEqual(
    second.rows.map((row) => row.id),
    inserted.filter((_, n) => n % 2 === 0).slice(3),
  );
  assert.equal(second.total, 4);
  assert.deepEqual(await partners.list(db, page(900_000_000_000_000)), { rows: [], total: 8 });
});

test('a selection is a list of its own, with the search', async (t) => {
  const { db } = await openFreshDatabase(t);
  const rows = ['Tək', 'Cüt', 'Tək'].map((first_name) => newPartner({ first_name }));
  for (const row of rows) await partners.insert(db, row);
  const select = async (ids: readonly (string | undefined)[], name = '') => {
    const of = { ...page(1, name), ids: new Set(ids.map(String)) };
    const found = await partners.list(db, of);
    return [found.total, ...found.rows.map(({ id }) => rows.findIndex((row) => row.id === id))];
  };
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(await select([ids[0], ids[1], 'unknown']), [2, 1, 0]);
  assert.deepEqual(await select([ids[0], ids[1]], 'tek'), [1, 0]);
  assert.deepEqual(await select([ids[2]], 'tek'), [1, 2]);
  assert.deepEqual(await select([]), [0]);
  assert.equal((await partners.list(db, page(1))).total, 3);
});

test('totals include every write: own, in a transaction, of another connection', async (t) => {
  const { db, location } = await openFreshDatabase(t);
  const totalOf = async (handle: typeof db) => (await partners.list(handle, page(1, 'ayt'))).total;
  assert.equal(await totalOf(db), 0);
  const partner = newPartner();
  await partners.insert(db, partner);
  assert.equal(await totalOf(db), 1);
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await partners.insert(tx, newPartner());
      assert.equal(await totalOf(tx), 2);
      throw new Error('no');
    }),
    /no/,
  );
  assert.equal(await totalOf(db), 1);
  await partners.remove(db, partner.id, 'now');
  assert.equal(await totalOf(db), 0);

  const other = await openDatabase(location);
  t.after(() => other.close());
  await partners.insert(other.db, newPartner());
  const deadline = Date.now() + 10_000;
  while ((await totalOf(db)) !== 1) {
    assert(Date.now() < deadline, 'the total never followed');
    await pause(5);
  }
});

test("a partner's list contains only that partner's checkups", async (t) => {
  const { db } = await openFreshDatabase(t);
  const mine = newPartner();
  const other = newPartner();
  await partners.insert(db, mine);
  await partners.insert(db, other);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const checkup = newCheckup(mine.id);
    ids.unshift(checkup.id);
    await checkups.insert(db, checkup);
    await checkups.insert(db, newCheckup(other.id));
  }

  const { rows, total } = await checkups.list(
    db,
    { page: 1, limit: 2, name: '' },
    { owner: mine.id },
  );
  assert.deepEqual(
    rows.map((row) => row.id),
    ids.slice(0, 2),
  );
  assert.equal(total, 3);
  assert.equal(
    (await checkups.list(db, { page: 1, limit: 2, name: '' }, { owner: 'nobody' })).total,
    0,
  );
  assert.equal((await checkups.list(db, { page: 1, limit: 2, name: '' })).total, 6);
});

test('the same filter works on both databases in one process', async (t) => {
  const sqlite = await openDatabase({ dataDir: await newFolder(t) });
  t.after(() => sqlite.close());
  const { db } = await openFreshDatabase(t);
  const request = { page: 1, limit: 3, name: 'Nigar Hüseynova' };
  for (const each of [sqlite.db, db]) {
    const partner = newPartner();
    await partners.insert(each, partner);
    const checkup = newCheckup(partner.id);
    await checkups.insert(each, checkup);
    const filter = { owner: partner.id, status: checkup.status, from: '2020', before: '2999' };
    const { total } = await checkups.list(each, { ...request, name: '' }, filter);
    assert.equal(total, 1);
    await checkups.list(each, request, { status: checkup.status });
  }
});

test('SQLite reads pages from a covering index and never sorts', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'sqlite') return t.skip('SQLite only');
  const planOf = async (source: ListSource, filter: object) => {
    const page = selectPage(buildFilter(dialect, source, filter).rows(value), value);
    const query = db.selectFrom(page).selectAll().compile();
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...query,
      sql: `explain query plan ${query.sql}`,
    });
    return rows.map((row) => row.detail).join('; ');
  };
  const value = () => sql`${1}`;
  const checkups = { table: 'checkups', owner: 'partner_id' } as const;
  const plans = [
    await planOf({ table: 'partners', retainsDeleted: true }, {}),
    await planOf(checkups, {}),
    await planOf(checkups, { owner: 'somebody' }),
    await planOf(checkups, { status: 'pending' }),
  ];
  for (const plan of plans) assert.match(plan, /COVERING INDEX (partners|checkups)_\w+/);
  plans.push(await planOf(checkups, { search: 'memmedova' }));
  const filtered = { owner: 'somebody', status: 'pending', from: 'then' };
  const ownedPlan = await planOf(checkups, filtered);
  assert.match(ownedPlan, /INDEX checkups_partner /);
  plans.push(ownedPlan);
  for (const plan of plans) assert.doesNotMatch(plan, /TEMP B-TREE/);
});
