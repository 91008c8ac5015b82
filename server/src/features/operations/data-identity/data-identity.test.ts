import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { putObject } from '../../../platform/storage/small-objects.ts';
import { findExistingFiles } from '../../imaging/uploads/uploads.repo.ts';
import { dataIdentityService, IDENTITY_FILE } from './data-identity.service.ts';

const identityOf = ({ db, storage, dataDir }: World) =>
  dataIdentityService({
    now: Date.now,
    db,
    storage,
    dataDir,
    findExistingFiles: (ids) => findExistingFiles(db, ids),
  });

/** A clinic with numbers of files with and without a row. */
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
  assert.equal(await identity.findMismatch(), undefined);
});

test('nothing is swept with another database, and the reason is reported', async (t) => {
  const { identity, path } = await worldWith(t, { owned: 0, unowned: 1 });
  await writeFile(path, `${randomUUID()}\n`);
  assert.match(String(await identity.findMismatch()), /^the data folder belongs to database /);
  assert.equal(await identity.guardSweep(async () => assert.fail())(log), 0);
});

for (const { whose, isForeign } of [
  { whose: 'its own', isForeign: false },
  { whose: 'another', isForeign: true },
])
  test(`beside ${whose} database a server ${isForeign ? 'sweeps nothing' : 'sweeps'}`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let daysPassed = 0;
    const now = () => Date.now() + daysPassed * 24 * 3_600_000;
    const world = await newWorld(t, { now });
    const { _id } = await world.addCheckup();
    await world.addCheckup();
    (await world.admin.delete(`/api/admin/checkups/${_id}`)).ok();
    const orphans = (['files', 'pictures'] as const).map((area) => `${area}/orphan` as const);
    for (const key of orphans) await putObject(world.storage, key, Buffer.from('x'));
    if (isForeign) await writeFile(join(world.dataDir, IDENTITY_FILE), `${randomUUID()}\n`);
    daysPassed = 31;
    t.mock.timers.tick(3_600_000);
    // Closing waits for the sweeps under way.
    await world.app.close();
    const deletions = await world.db.selectFrom('checkup_deletions').select('id').execute();
    assert.equal(deletions.length, isForeign ? 1 : 0);
    for (const key of orphans)
      assert.equal((await world.storage.inspect(key)) !== undefined, isForeign, key);
  });

test('a folder without an id is adopted by the database that most of its files have rows in', async (t) => {
  const own = await worldWith(t, { owned: 2, unowned: 1 });
  await rm(own.path);
  assert.equal(await own.identity.findMismatch(), undefined);
  assert.ok(await readFile(own.path));
  const foreign = await worldWith(t, { owned: 0, unowned: 1 });
  await rm(foreign.path);
  assert.match(String(await foreign.identity.findMismatch()), /most of its files have no row/);
  await assert.rejects(readFile(foreign.path), { code: 'ENOENT' });
});
