import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { bearer } from '@deqiq/testkit/api-client.ts';
import { emptyLocation, newFolder } from '@deqiq/testkit/folders.ts';
import { changePoints } from '@deqiq/testkit/http/points.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { findId } from '../../features/operations/data-identity/data-identity.repo.ts';
import { readMismatch } from '../../features/operations/data-identity/data-identity.service.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { claimEmptyDatabase } from '../restore/restored-database.repo.ts';
import { digestTables } from './table-digests.repo.ts';
import { migrateToPostgres } from './to-postgres.ts';

const skip = process.env.TEST_DATABASE !== 'postgres' && 'needs PostgreSQL as its target';

/** A clinic on SQLite, and an empty PostgreSQL database. */
async function newClinic(t: TestContext) {
  const dataDir = await newFolder(t);
  const location = { dataDir, drop: async () => {} };
  const world = await newWorld(t, { location });
  const { _id: partner } = await world.addPartner({ firstName: 'Şəhla' });
  await world.addCheckup({ partner });
  await changePoints(world.admin, partner, 12.5);
  const { url = '' } = await emptyLocation(t);
  const progress: string[] = [];
  const options = { dataDir, url, report: (line: string) => void progress.push(line) };
  return { world, dataDir, url, options, progress };
}

async function partnersIn(location: { dataDir: string; url?: string }) {
  const { db, close } = await openDatabase(location);
  return db.selectFrom('partners').selectAll().execute().finally(close);
}

test('all rows move from SQLite to PostgreSQL; ids, sessions and files stay', {
  skip,
}, async (t) => {
  const { world, dataDir, url, options, progress } = await newClinic(t);
  const before = await partnersIn({ dataDir });
  assert.ok((await migrateToPostgres(options)) > 10);
  assert.ok(progress.includes('partners: 1 rows, equal'));
  const partners = await partnersIn({ dataDir, url });
  assert.deepEqual(
    partners.map(({ id, first_name }) => [id, first_name]),
    before.map(({ id, first_name }) => [id, first_name]),
  );
  await assert.rejects(partnersIn({ dataDir }), /were moved to PostgreSQL/);
  const moved = await newWorld(t, { location: { dataDir, url, drop: async () => {} } });
  const reply = await moved.visitor.send({
    method: 'GET',
    url: '/api/admin/checkups',
    headers: { authorization: bearer(world.admin.tokens?.accessToken ?? '') },
  });
  const [checkup] = reply.ok<{ checkups: { xrayFileLinks: { url: string }[] }[] }>().checkups;
  const link = checkup?.xrayFileLinks[0]?.url ?? '';
  assert.equal((await moved.visitor.send({ method: 'GET', url: link })).status, 200);
  // New rows follow the numbers of the old ones.
  await moved.addPartner();
});

test('the copy is another database, to which the files belong from then on', {
  skip,
}, async (t) => {
  const { world, dataDir, url, options } = await newClinic(t);
  const before = await findId(world.db);
  await migrateToPostgres(options);
  const copy = await openDatabase({ dataDir, url });
  t.after(copy.close);
  assert.notEqual(await findId(copy.db), before);
  assert.equal(await readMismatch(copy.db, dataDir), undefined);
  assert.match(String(await readMismatch(world.db, dataDir)), /belongs to database/);
  // A copy of the old file elsewhere is refused too; the move itself can be repeated into another database.
  await assert.rejects(openDatabase({ dataDir, readOnly: true }), /set DATABASE_URL/);
  const { url: other = '' } = await emptyLocation(t);
  assert.ok((await migrateToPostgres({ ...options, url: other })) > 10);
});

test('a database with tables of others is refused and stays as it is', { skip }, async (t) => {
  const { url, dataDir, options } = await newClinic(t);
  const { db, close } = await openDatabase({ dataDir, url, readOnly: true });
  await sql`create table of_others (id text)`.execute(db);
  await assert.rejects(migrateToPostgres(options), /is not empty: nothing was changed/);
  assert.deepEqual(
    (await db.introspection.getTables()).map(({ name }) => name),
    ['of_others'],
  );
  await close();
});

test('an interrupted run is repeated', { skip }, async (t) => {
  const { url, dataDir, options } = await newClinic(t);
  const source = await openDatabase({ dataDir });
  const { id } = await source.db
    .selectFrom('database_identity')
    .select('id')
    .executeTakeFirstOrThrow();
  await source.close();
  const { db, close } = await openDatabase({ dataDir, url, readOnly: true });
  await claimEmptyDatabase(db, `migration of ${id}`);
  await sql`create table half (id text)`.execute(db);
  await close();
  assert.ok((await migrateToPostgres(options)) > 10);
});

test('a digest changes with every value, and is the same again with the former one', async (t) => {
  const folder = await newFolder(t);
  const { db, close } = await openDatabase({ dataDir: folder });
  t.after(close);
  await sql`insert into schedules (name, done_at) values ('not in a backup', 'now')`.execute(db);
  await sql`insert into database_identity (id, kind, created_at)
    values ('a', 'database', '2026')`.execute(db);
  const first = (await digestTables(db)).get('database_identity');
  await sql`update database_identity set created_at = '2027'`.execute(db);
  const changed = (await digestTables(db)).get('database_identity');
  assert.equal(first?.rows, 1);
  assert.notEqual(changed?.sum, first?.sum);
  await sql`update database_identity set created_at = '2026'`.execute(db);
  assert.deepEqual((await digestTables(db)).get('database_identity'), first);
  assert.equal((await digestTables(db)).has('schedules'), false);
});
