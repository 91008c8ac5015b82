import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { putObject } from '../storage/put.ts';
import { newWorld, type World } from '../testing/world.ts';
import { knownFiles } from '../uploads/uploads.repo.ts';
import { dataIdentityService, IDENTITY_FILE } from './data-identity.service.ts';

const identityOf = ({ db, storage, dataDir }: World) =>
  dataIdentityService({ db, storage, dataDir, knownFiles: (ids) => knownFiles(db, ids) });

/** A clinic with as many files of a checkup, and as many that no row leads to. */
async function worldWith(t: TestContext, { owned, unowned }: { owned: number; unowned: number }) {
  const world = await newWorld(t);
  for (let n = 0; n < owned; n += 1) await world.addCheckup();
  for (let n = 0; n < unowned; n += 1)
    await putObject(world.storage, `files/${randomUUID()}`, Buffer.from('x'));
  return { world, identity: identityOf(world), path: join(world.dataDir, IDENTITY_FILE) };
}

const log = { info() {}, error() {} };

test('a first start gives database and folder one id, which the next start finds', async (t) => {
  const { world, identity, path } = await worldWith(t, { owned: 1, unowned: 0 });
  const text = await readFile(path, 'utf8');
  const row = await world.db.selectFrom('database_identity').selectAll().executeTakeFirst();
  assert.equal(text.trim(), row?.id);
  assert.equal(await identity.mismatch(), undefined);
});

test('nothing is swept beside another database, and the reason is a sentence', async (t) => {
  const { identity, path } = await worldWith(t, { owned: 0, unowned: 1 });
  await writeFile(path, `${randomUUID()}\n`);
  assert.match(String(await identity.mismatch()), /^the data folder belongs to database /);
  assert.equal(await identity.guarded(async () => assert.fail())(log), 0);
});

test('a folder without an id is adopted by the database that most of its files have rows in', async (t) => {
  const own = await worldWith(t, { owned: 2, unowned: 1 });
  await rm(own.path);
  assert.equal(await own.identity.mismatch(), undefined);
  assert.ok(await readFile(own.path));
  const foreign = await worldWith(t, { owned: 0, unowned: 1 });
  await rm(foreign.path);
  assert.match(String(await foreign.identity.mismatch()), /most of its files have no row/);
  await assert.rejects(readFile(foreign.path), { code: 'ENOENT' });
});
