import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { migratedDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { storageEnvironment } from '@deqiq/testkit/object-store/new-s3-storage.ts';
import { runProgram } from '@deqiq/testkit/process/operator-command.ts';
import { startWithoutWaiting } from '@deqiq/testkit/process/starting-server.ts';
import { readObjectStoreAt } from '../../config.ts';
import { findLocation } from '../../features/operations/data-identity/data-identity.repo.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { openDiskStorage } from '../../platform/storage/disk/disk.ts';
import { objectsFolder, openStorage } from '../../platform/storage/open-storage.ts';
import { openBlobStore } from '../../platform/storage/s3/blob-store.ts';
import { putObject } from '../../platform/storage/small-objects.ts';

const MIGRATE = new URL('../migrate-storage-command.ts', import.meta.url);

/** A database whose server has run with a store, which has one file. */
async function newClinic(t: TestContext) {
  const location = await migratedDatabase();
  t.after(location.drop);
  const env = { ...storageEnvironment(), SESSION_SECRET: 'a secret of thirty-two characters' };
  const start = (settings: Record<string, string> = {}) =>
    startWithoutWaiting(t, { ...location, env: { ...env, ...settings } });
  const server = await start();
  await server.untilStatus('/readyz', 200);
  const { dataDir, url = '' } = location;
  const { db, close } = await openDatabase({ dataDir, url });
  const store = readObjectStoreAt(env.STORAGE_URL);
  const storage = await openStorage({ dataDir, db, objectStore: store });
  await putObject(storage, `files/${randomUUID()}`, randomBytes(1_000));
  await storage.close();
  const recorded = await findLocation(db);
  await close();
  return { location: { dataDir, url }, env, start, server, store, recorded };
}

/** Another prefix, with copies of the blobs of a store whose names `isCopied` accepts. */
async function copyBlobs(
  { store }: Awaited<ReturnType<typeof newClinic>>,
  isCopied: (name: string) => boolean = () => true,
): Promise<string> {
  const { STORAGE_URL } = storageEnvironment();
  const from = await openBlobStore(store.location, store.credentials);
  const to = await openBlobStore(readObjectStoreAt(STORAGE_URL).location, store.credentials);
  for await (const { name } of from.list())
    if (isCopied(name)) await to.put(name, (await from.getWhole(name)) ?? Buffer.alloc(0));
  from.close();
  to.close();
  return STORAGE_URL;
}

test('the first start records its store, and no server starts on another location', async (t) => {
  const { start, server, store, recorded } = await newClinic(t);
  const { hostname, port } = new URL(store.location.endpoint ?? '');
  assert.equal(
    recorded,
    `s3://${store.location.bucket}/${store.location.prefix} at ${hostname}:${port}`,
  );
  await server.terminate();
  for (const [settings, reason] of [
    [{ STORAGE_URL: '' }, /: set STORAGE_URL to it\./],
    [{ STORAGE_URL: storageEnvironment().STORAGE_URL }, /, and STORAGE_URL names s3:.+--copied/],
  ] as const) {
    const { status, text } = await (await start(settings)).ended;
    assert.match(text, reason);
    assert.equal(status, 1);
  }
  const again = await start();
  await again.untilStatus('/readyz', 200);
});

test('a store that other tools have copied is used from the command on, when all of it is there', async (t) => {
  const clinic = await newClinic(t);
  const { location, env, server, start } = clinic;
  const record = async (...words: string[]) =>
    (await runProgram(MIGRATE, { ...location, env }, words)).text;
  const all = await copyBlobs(clinic);
  assert.match(await record(all, '--copied'), /in use|connected/);
  await server.terminate();
  const empty = storageEnvironment().STORAGE_URL;
  assert.match(await record(empty, '--copied'), /belongs to no database/);
  const without = await copyBlobs(clinic, (name) => !name.includes('/'));
  assert.match(await record(without, '--copied'), /does not have all bytes/);
  assert.match(await record(without, '--copied', '--damaged-too'), /^Complete/);
  assert.match(await record(all, '--copied'), /^Complete/);
  assert.match(await record(all, '--copied', '--final'), /^npm run migrate:storage/);
  const refused = await (await start()).ended;
  assert.match(refused.text, /, and STORAGE_URL names s3:/);
  const moved = await start({ STORAGE_URL: all });
  await moved.untilStatus('/readyz', 200);
});

test('the last step into a second store is refused while the first one has the bytes', async (t) => {
  const location = await migratedDatabase();
  t.after(location.drop);
  const { STORAGE_URL, ...env } = storageEnvironment();
  const server = await startWithoutWaiting(t, location);
  await server.untilStatus('/readyz', 200);
  await server.terminate();
  const disk = await openDiskStorage(objectsFolder(location.dataDir));
  await putObject(disk, `files/${randomUUID()}`, randomBytes(1_000));
  await disk.close();
  const migrate = async (...words: string[]) =>
    (await runProgram(MIGRATE, { ...location, env }, words)).text;
  assert.match(await migrate(STORAGE_URL), /^1 objects copied/);
  assert.match(
    await migrate(storageEnvironment().STORAGE_URL, '--final'),
    /does not have all bytes/,
  );
  assert.match(await migrate(STORAGE_URL, '--final'), /Complete/);
});
