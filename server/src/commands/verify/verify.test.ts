import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { flipBit } from '@deqiq/testkit/backups/backup-folder.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { changePoints } from '@deqiq/testkit/http/points.ts';
import { addPushSubscription } from '@deqiq/testkit/http/push-subscriptions.ts';
import { enrol } from '@deqiq/testkit/http/second-factor.ts';
import { createShare } from '@deqiq/testkit/http/shares.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { runProgram } from '@deqiq/testkit/process/operator-command.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { findHead } from '../../features/operations/audit/chain/chain.repo.ts';
import { sealAudit } from '../../features/operations/audit/chain/chain.service.ts';
import { IDENTITY_FILE } from '../../features/operations/data-identity/data-identity.service.ts';
import { writeLastBackup } from '../../platform/data-folder/last-backup.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { passwordHasher } from '../../platform/secrets/credentials.ts';
import { DAY } from '../../platform/time.ts';
import { isNearlyFull } from './host-checks.ts';
import { runChecks } from './verify.ts';

const PROGRAM = new URL('../verify-command.ts', import.meta.url);

/** A clinic at work in which nothing is wrong. */
async function healthyWorld(t: TestContext) {
  const world = await newWorld(t);
  const { _id } = await world.addPartner();
  await world.addCheckup({ partner: _id });
  await changePoints(world.admin, _id, 7);
  const card = { firstName: 'Leyla', lastName: 'Quliyeva', phone: '+994505554433' };
  const form = { ...card, image: await picture({ width: 700, height: 500 }) };
  (await world.admin.form('POST', '/api/admin/partnercards', form)).ok();
  await world.admin.sendChunk('unfinished', 0, Buffer.from('x'));
  return { world, partner: _id };
}

async function wrongIn(t: TestContext, { dataDir, url }: World, options = {}): Promise<string[]> {
  const database: Database = await openDatabase({ dataDir, ...(url && { url }), readOnly: true });
  t.after(database.close);
  const passwords = passwordHasher();
  const results = await runChecks({ database, dataDir, passwords, deep: false, ...options });
  // How full the machine of the test is, is its own business.
  return results.filter(({ name }) => name !== 'Disk').flatMap(({ problems }) => problems);
}

async function someFile({ dataDir }: World, area = 'files', ending = /[0-9a-f]$/): Promise<string> {
  const names = await readdir(join(dataDir, 'objects', area));
  return join(dataDir, 'objects', area, names.find((name) => ending.test(name)) ?? '');
}

test('a small volume that is nearly empty is not nearly full', () => {
  const GB = 1e9;
  assert.equal(isNearlyFull(2 * GB, 1.9 * GB), false);
  assert.equal(isNearlyFull(2 * GB, 0.3 * GB), true);
  assert.equal(isNearlyFull(100 * GB, 6 * GB), false);
  assert.equal(isNearlyFull(100 * GB, 5 * GB), true);
  assert.equal(isNearlyFull(1_000 * GB, 40 * GB), true);
});

test('an empty data folder has no problems, also in a deep check', async (t) => {
  const { world } = await healthyWorld(t);
  assert.deepEqual(await wrongIn(t, world), []);
  assert.deepEqual(await wrongIn(t, world, { deep: true }), []);

  await t.test('but another chain of the audit than in the last backup is one', async () => {
    await sealAudit(world);
    const head = await findHead(world.db);
    const record = { at: new Date().toISOString(), folder: '/backups', bytes: 0, files: 0 };
    const note = (auditHead: string) => writeLastBackup(world.dataDir, { ...record, auditHead });
    await note(`${head?.seq}:${head?.hash}`);
    assert.deepEqual(await wrongIn(t, world), []);
    await note(`1:${head?.hash}`);
    assert.match((await wrongIn(t, world)).join(), /^number 1 of the audit has another hash than/);
  });
});

test('the command prints the problems and exits with 1', async (t) => {
  const { world } = await healthyWorld(t);
  const run = (...words: string[]) =>
    runProgram(PROGRAM, { dataDir: world.dataDir, url: world.url }, words);
  assert.match(
    (await run()).stdout,
    /^Files {5}1 file of patients, 2 public pictures, [\d.]+ kB$/m,
  );
  await rm(await someFile(world));
  const { status, stdout } = await run();
  assert.equal(status, 1);
  assert.match(stdout, /PROBLEM files\/\S+ of checkup \S+ is missing/);
  await sealAudit(world);
  const [, noted = ''] = /^Audit.* head (\S+)$/m.exec((await run('--audit')).stdout) ?? [];
  assert.equal(
    (await run('--audit', '--audit-head', noted)).stdout.split('\n')[1],
    'No problems found.',
  );
  const later = await run('--audit', '--audit-head', `9${noted}`);
  assert.equal(later.status, 1);
  assert.match(
    later.stdout,
    /PROBLEM the chain of the audit ends at number \d+, before number 9\d+/,
  );
  assert.match((await run('--audit-head', 'x')).stderr, /^npm run verify {2}/);
  const nowhere = await newFolder(t);
  const none = await runProgram(PROGRAM, { dataDir: join(nowhere, 'none') }, []);
  assert.match(none.stderr, /^There is no database /);
  assert.deepEqual(await readdir(nowhere), []);
});

test('truncated, missing and changed files and pictures', async (t) => {
  const { world } = await healthyWorld(t);
  const file = await someFile(world);
  await flipBit(file, 150);
  assert.deepEqual(await wrongIn(t, world), []);
  assert.match(
    (await wrongIn(t, world, { deep: true })).join(),
    /does not have the stored checksum/,
  );
  await truncate(file, 100);
  assert.match(
    (await wrongIn(t, world)).join(),
    /^files\/\S+ of checkup \S+ has 100 bytes instead/,
  );
  const image = await someFile(world, 'pictures', /-480$/);
  await truncate(image, 60);
  const deep = await wrongIn(t, world, { deep: true });
  assert.match(deep.join(), /pictures\/\S+-480 of a card's picture cannot be decoded/);
  await rm(image);
  assert.match(
    (await wrongIn(t, world)).join(),
    /pictures\/\S+-480 of a card's picture is missing/,
  );
});

test('files without a row are a problem once a sweep should have moved them', async (t) => {
  const { world } = await healthyWorld(t);
  const orphan = join(world.dataDir, 'objects/files/orphan');
  await writeFile(orphan, 'nobody');
  assert.deepEqual(await wrongIn(t, world), []);
  await utimes(orphan, new Date(), new Date(Date.now() - 2 * DAY));
  assert.deepEqual(await wrongIn(t, world), ['files/orphan has no row, and no sweep has moved it']);
});

test('a balance that differs from the ledger, and a picture without an owner', async (t) => {
  const { world, partner } = await healthyWorld(t);
  await sql`update partners set balance_qepik = 1 where id = ${partner}`.execute(world.db);
  assert.match(
    (await wrongIn(t, world)).join(),
    new RegExp(`partner ${partner} has 1 qəpik, its ledger adds up to 700`),
  );
  await sql`update partners set balance_qepik = 700, sended_patients_count = 2
    where id = ${partner}`.execute(world.db);
  assert.match((await wrongIn(t, world)).join(), new RegExp(`partner ${partner}`));
  await sql`update partners set sended_patients_count = 0`.execute(world.db);
  await sql`delete from partner_cards`.execute(world.db);
  assert.match(
    (await wrongIn(t, world)).join(),
    /^picture \S+ belongs to no clinic and no doctor$/,
  );
});

test('an annotation whose file is gone, and one that cannot be read', async (t) => {
  const { world, partner } = await healthyWorld(t);
  const { xrayFileLinks } = await world.addCheckup({ partner });
  const _id = randomUUID();
  const file = xrayFileLinks[0]?.id;
  const content = { kind: 'window', centre: 1, width: 2 };
  (await world.admin.post(`/api/admin/files/${file}/annotations`, { _id, content })).ok();
  assert.deepEqual(await wrongIn(t, world), []);
  await sql`update annotations set content = '{"kind":"window"}'`.execute(world.db);
  const annotation = `annotation ${_id} of file ${file}`;
  assert.deepEqual(await wrongIn(t, world), [`${annotation} cannot be read`]);
  await sql`delete from checkup_files where id = ${file}`.execute(world.db);
  assert.ok((await wrongIn(t, world)).includes(`${annotation}: the file is missing`));
});

test('a share that opens a file of another examination', async (t) => {
  const { world, partner } = await healthyWorld(t);
  const checkup = await world.addCheckup({ partner });
  const { share } = await createShare(world.admin, 'admin', checkup._id);
  assert.deepEqual(await wrongIn(t, world), []);
  const file = (await world.addCheckup()).xrayFileLinks[0]?.id;
  await sql`update share_files set file_id = ${file}`.execute(world.db);
  assert.deepEqual(await wrongIn(t, world), [`share ${share._id} opens another examination`]);
});

test('a data folder that belongs to another database', async (t) => {
  const { world } = await healthyWorld(t);
  await writeFile(join(world.dataDir, IDENTITY_FILE), `${randomUUID()}\n`);
  const [mismatch, ...others] = await wrongIn(t, world);
  assert.match(String(mismatch), /^the data folder belongs to database /);
  assert.deepEqual(others, []);
});

test('for a database of a newer version the other checks are skipped', async (t) => {
  const { world } = await healthyWorld(t);
  await sql`insert into migrations values ('9999-later', 'now')`.execute(world.db);
  assert.deepEqual(await wrongIn(t, world), [
    'the database is from a newer version of this program (9999-later)',
  ]);
});

test('secrets that are readable by others or were not removed', async (t) => {
  const { world } = await healthyWorld(t);
  const path = join(world.dataDir, 'first-admin.txt');
  await writeFile(path, `Username: ${ADMIN.username}\nPassword: changed since\n`, { mode: 0o600 });
  assert.deepEqual(await wrongIn(t, world), ['first-admin.txt still exists; delete the file']);
  await writeFile(path, `Username: ${ADMIN.username}\nPassword: ${ADMIN.password}\n`);
  assert.match((await wrongIn(t, world)).join(), /its password is still valid: change it/);
  await rm(path);
  await writeFile(join(world.dataDir, 'session-secret'), 'x', { mode: 0o600 });
  assert.deepEqual(await wrongIn(t, world), []);
  await chmod(join(world.dataDir, 'session-secret'), 0o640);
  assert.match((await wrongIn(t, world)).join(), /session-secret is readable by others/);
});

test('a database or settings file that is readable by others', async (t) => {
  const { world } = await healthyWorld(t);
  const envFile = join(world.dataDir, 'deqiq.env');
  await writeFile(envFile, 'DATABASE_URL=postgres://deqiq:password@127.0.0.1/deqiq', {
    mode: 0o600,
  });
  assert.deepEqual(await wrongIn(t, world, { envFile }), []);
  await chmod(envFile, 0o640);
  assert.deepEqual(await wrongIn(t, world, { envFile }), [
    `deqiq.env is readable by others: chmod 600 ${envFile}`,
  ]);
  if (world.url) return;
  await chmod(join(world.dataDir, 'deqiq.sqlite-wal'), 0o640);
  assert.match((await wrongIn(t, world)).join(), /deqiq.sqlite-wal is readable by others/);
});

test('second factors whose key was replaced or is missing', async (t) => {
  const { world } = await healthyWorld(t);
  await enrol(world.admin, 'admin', ADMIN.password);
  assert.deepEqual(await wrongIn(t, world), []);
  const path = join(world.dataDir, 'second-factor-key');
  await writeFile(path, Buffer.alloc(32).toString('base64url'), { mode: 0o600 });
  assert.match((await wrongIn(t, world)).join(), /second factor of admin \S+ cannot be decrypted/);
  await rm(path);
  assert.match((await wrongIn(t, world)).join(), /second-factor-key is missing/);
});

test('a device that gets messages of a deleted partner', async (t) => {
  const { world } = await healthyWorld(t);
  const { partner, client } = await world.signedInPartner();
  const id = await addPushSubscription(client);
  assert.deepEqual(await wrongIn(t, world), []);
  const deleted_at = new Date().toISOString();
  await world.db
    .updateTable('partners')
    .set({ deleted_at })
    .where('id', '=', partner._id)
    .execute();
  assert.deepEqual(await wrongIn(t, world), [
    `push device ${id} belongs to a partner who was deleted`,
  ]);
});

test('an old or missing backup', async (t) => {
  const { world } = await healthyWorld(t);
  const in3Days = { now: () => Date.now() + 3 * DAY };
  assert.match((await wrongIn(t, world, in3Days)).join(), /there is no backup of 3 days of work/);
  const at = new Date(Date.now() + DAY / 2).toISOString();
  await writeLastBackup(world.dataDir, { at, folder: '/backups', bytes: 1, files: 1 });
  const left = (await wrongIn(t, world, { now: () => Date.now() + 2 * DAY })).join();
  assert.doesNotMatch(left, /backup/);
  assert.match((await wrongIn(t, world, in3Days)).join(), /the last backup is 2 days old/);
});

test('a job that is unfinished for a day is reported; a failed one is only counted', async (t) => {
  const { world } = await healthyWorld(t);
  const row = { kind: 'derive', payload: '{}', priority: 0, attempts: 3 };
  const at = new Date(Date.now() - 2 * DAY).toISOString();
  const times = { due_at: at, run_at: at, created_at: at };
  await world.db
    .insertInto('jobs')
    .values([
      { ...row, ...times, id: 'a', subject: 'stuck' },
      { ...row, ...times, id: 'b', subject: 'failed', failed_at: at },
      { ...row, ...times, id: 'c', subject: 'background', priority: 1 },
    ])
    .execute();
  assert.deepEqual(await wrongIn(t, world), [
    `job derive of stuck is unfinished since ${at} after 3 attempts`,
  ]);
});

test('a data folder without files is reported, and the other checks run', async (t) => {
  const { world } = await healthyWorld(t);
  await rm(join(world.dataDir, 'objects'), { recursive: true });
  const wrong = await wrongIn(t, world);
  assert.ok(wrong.some((message) => message.includes('is missing')));
  assert.ok(wrong.some((message) => message.startsWith('ENOENT')));
});
