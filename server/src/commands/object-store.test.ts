import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { migratedDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { emptyLocation, newFolder } from '@deqiq/testkit/folders.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newObjectStore } from '@deqiq/testkit/object-store/new-s3-storage.ts';
import { runProgram, startProgram } from '@deqiq/testkit/process/operator-command.ts';
import { newWorld, someDicom } from '@deqiq/testkit/world.ts';
import { findLocation } from '../features/operations/data-identity/data-identity.repo.ts';
import { dataIdentityService } from '../features/operations/data-identity/data-identity.service.ts';
import {
  assertLocation,
  describeLocation,
  openRecordedStorage,
} from '../features/operations/data-identity/file-location.service.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/tables.ts';
import { passwordHasher } from '../platform/secrets/credentials.ts';
import { type ObjectStore, openStorage } from '../platform/storage/open-storage.ts';
import { openBlobStore } from '../platform/storage/s3/blob-store.ts';
import { readObject } from '../platform/storage/small-objects.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { backUp } from './backup/backup.ts';
import { restore } from './restore/restore.ts';
import { runChecks } from './verify/verify.ts';

const MIGRATE = new URL('migrate-storage-command.ts', import.meta.url);
const RESTORE = new URL('restore-command.ts', import.meta.url);

/** A clinic whose files are in an object store, at work. */
async function newClinic(t: TestContext) {
  const objectStore = newObjectStore();
  const world = await newWorld(t, { objectStore });
  const { _id: partner } = await world.addPartner();
  const bytes = someDicom(5 * CHUNK_SIZE + 77);
  await world.addCheckup({ partner, bytes });
  const card = { firstName: 'Leyla', lastName: 'Quliyeva', phone: '+994505554433' };
  const form = { ...card, image: await picture({ width: 700, height: 500 }) };
  (await world.admin.form('POST', '/api/admin/partnercards', form)).ok();
  await world.admin.sendChunk('unfinished', 0, Buffer.from('x'));
  const [file] = await world.db.selectFrom('checkup_files').select('id').execute();
  return { world, objectStore, bytes, key: `files/${file?.id}` as const, partner };
}

type Clinic = Awaited<ReturnType<typeof newClinic>>;

async function createBackup(
  t: TestContext,
  { world, objectStore }: Clinic,
  { folder, allowDamaged = false }: { folder?: string; allowDamaged?: boolean } = {},
) {
  const { dataDir, url } = world;
  const database = await openDatabase({ dataDir, ...(url && { url }), readOnly: true });
  const data = { dataDir, database, objectStore };
  const options = { ...data, folder: folder ?? (await newFolder(t)), allowDamaged };
  return backUp({ ...options, report: () => {} }).finally(() => database.close());
}

interface Location {
  readonly dataDir: string;
  readonly url?: string;
  readonly objectStore?: ObjectStore;
}

async function openLocation(t: TestContext, location: Location) {
  const database = await openDatabase(location);
  const storage = await openStorage({ objectStore: undefined, ...location, db: database.db });
  t.after(async () => {
    await storage.close();
    await database.close();
  });
  return { ...database, storage };
}

async function findProblems(location: Location, deep = true): Promise<string[]> {
  const database = await openDatabase({ ...location, readOnly: true });
  const results = await runChecks({
    ...location,
    database,
    deep,
    passwords: passwordHasher(),
  }).finally(() => database.close());
  // How full the machine of the test is, is its own business.
  return results.filter(({ name }) => name !== 'Disk').flatMap(({ problems }) => problems);
}

async function namesIn({ location, credentials }: ObjectStore): Promise<string[]> {
  const blobs = await openBlobStore(location, credentials);
  const names = await Array.fromAsync(blobs.list(), ({ name }) => name);
  blobs.close();
  return names;
}

const locationOf = ({ world: { dataDir, url }, objectStore }: Clinic): Location => ({
  dataDir,
  ...(url && { url }),
  objectStore,
});

test('a clinic is backed up, and restored into another object store or on a disk', async (t) => {
  const clinic = await newClinic(t);
  const { folder, manifest } = await createBackup(t, clinic);
  assert.equal((await readdir(join(folder, 'objects/files'))).length, 1);
  assert.equal(manifest.rows.stored_objects, undefined);
  assert.deepEqual(await findProblems(locationOf(clinic)), []);

  for (const objectStore of [newObjectStore(), undefined]) {
    const target = { ...(await emptyLocation(t)), ...(objectStore && { objectStore }) };
    await restore({ backup: folder, ...target });
    assert.deepEqual(await findProblems(target), []);
    const { db, storage } = await openLocation(t, target);
    assert.equal(await findLocation(db), describeLocation(objectStore));
    assert.ok((await readObject(storage, clinic.key)).equals(clinic.bytes));
    const identity = dataIdentityService({
      db,
      storage,
      dataDir: target.dataDir,
      now: Date.now,
      findExistingFiles: async () => new Set(),
    });
    assert.equal(await identity.findMismatch(), undefined);
  }
});

test('a backup beside deletions contains every file that it names, and shares unchanged ones', async (t) => {
  const clinic = await newClinic(t);
  const backups = await newFolder(t);
  await createBackup(t, clinic, { folder: backups });
  const { _id } = await clinic.world.addCheckup({ partner: clinic.partner, bytes: someDicom(900) });
  const [second] = await Promise.all([
    createBackup(t, clinic, { folder: backups }),
    clinic.world.admin.delete(`/api/admin/checkups/${_id}`),
  ]);
  const target = { ...(await emptyLocation(t)), objectStore: newObjectStore() };
  await restore({ backup: second.folder, ...target });
  assert.deepEqual(await findProblems(target), []);
});

test('a restore needs an empty object store, and leaves nothing of a damaged backup', async (t) => {
  const clinic = await newClinic(t);
  const { folder } = await createBackup(t, clinic);
  const location = await emptyLocation(t);
  const before = await namesIn(clinic.objectStore);
  await assert.rejects(
    restore({ backup: folder, ...location, objectStore: clinic.objectStore }),
    /the object store is not empty/,
  );
  assert.deepEqual(await namesIn(clinic.objectStore), before);

  await rm(join(folder, 'objects', clinic.key));
  const objectStore = newObjectStore();
  await assert.rejects(restore({ backup: folder, ...location, objectStore }), {
    message: `${clinic.key} is missing in the backup`,
  });
  assert.deepEqual(await namesIn(objectStore), []);
});

/** Variables of a command that uses this store. */
function environmentOf(objectStore: ObjectStore) {
  const address = new URL(process.env.TEST_STORAGE_URL ?? '');
  address.pathname = `/${objectStore.location.prefix}`;
  return {
    STORAGE_URL: address.toString(),
    SESSION_SECRET: 'a secret that all nodes of this test share',
    SECOND_FACTOR_KEY: randomBytes(32).toString('base64url'),
    AWS_ACCESS_KEY_ID: objectStore.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: objectStore.credentials.secretAccessKey,
  };
}

/** A clinic that can be closed before the end of its test. */
async function newClosableWorld(t: TestContext) {
  const location = await migratedDatabase();
  t.after(location.drop);
  const ends: (() => Promise<void>)[] = [];
  const ending = { after: (end: () => Promise<void>) => void ends.push(end) };
  const world = await newWorld(ending, { location: { ...location, drop: async () => {} } });
  const end = async () => {
    for (const each of ends.splice(0)) await each();
  };
  t.after(end);
  return { location, world, end };
}

/** Opens a location while `work` runs. */
async function useLocation<T>(
  location: Location,
  work: (opened: { db: Db; storage: Storage }) => Promise<T>,
): Promise<T> {
  const { dataDir, url, objectStore } = location;
  const { db, close } = await openDatabase({ dataDir, ...(url && { url }), readOnly: true });
  const storage = await openStorage({ dataDir, db, objectStore });
  try {
    return await work({ db, storage });
  } finally {
    await storage.close();
    await close();
  }
}

test('files move from the disk to an object store and back, while the clinic works', async (t) => {
  const { location: clinic, world, end } = await newClosableWorld(t);
  const { _id: partner } = await world.addPartner();
  const bytes = someDicom(5 * CHUNK_SIZE + 77);
  await world.addCheckup({ partner, bytes });
  const { _id: deleted } = await world.addCheckup({ partner, bytes: someDicom(900) });
  const objectStore = newObjectStore();
  const location = { dataDir: world.dataDir, url: world.url ?? '', objectStore };
  const env = environmentOf(objectStore);
  // As the guide says: the secrets are set with STORAGE_URL, after the last step.
  const { STORAGE_URL, SESSION_SECRET: _, SECOND_FACTOR_KEY: __, ...onDisk } = env;
  const useStore = () =>
    useLocation(location, async ({ db }) =>
      (await openRecordedStorage({ dataDir: world.dataDir, db, objectStore })).close(),
    );
  const useDisk = () => useLocation(clinic, ({ db }) => assertLocation(db, undefined));
  await assert.rejects(useStore(), /npm run migrate:storage/);
  const migrate = async (words: string[], env: Record<string, string>) => {
    const options = { dataDir: world.dataDir, url: world.url, env };
    return (await runProgram(MIGRATE, options, words)).text;
  };
  assert.match(
    await migrate([STORAGE_URL], onDisk),
    /^2 objects copied and compared.* 0 were there/,
  );
  assert.match(
    await migrate([STORAGE_URL], onDisk),
    /^0 objects copied and compared.* 2 were there/,
  );
  await world.db.deleteFrom('checkup_files').where('checkup_id', '=', deleted).execute();
  await world.db.deleteFrom('deleted_files').where('checkup_id', '=', deleted).execute();
  const [file] = await world.db.selectFrom('checkup_files').select('id').execute();
  const key = `files/${file?.id}` as const;
  const folder = join(world.dataDir, 'objects/files');
  await assert.rejects(useStore(), /run it with --final/);
  assert.match(await migrate([STORAGE_URL, '--final'], onDisk), /in use by a server/);
  await end();
  for (const name of await readdir(folder)) if (name !== file?.id) await rm(join(folder, name));
  assert.match(
    await migrate([STORAGE_URL, '--final'], onDisk),
    /0 objects copied.* 1 removed\.\nComplete/,
  );
  await useStore();
  await assert.rejects(useDisk(), /set STORAGE_URL to it/);
  assert.match(await migrate([STORAGE_URL], onDisk), /set STORAGE_URL to it/);
  const read = ({ storage }: { storage: Storage }) => readObject(storage, key);
  assert.ok((await useLocation(location, read)).equals(bytes));

  await rm(folder, { recursive: true });
  assert.match(await migrate(['disk', '--final'], env), /^1 objects copied/);
  assert.ok((await useLocation(clinic, read)).equals(bytes));
  await useDisk();
  await assert.rejects(useStore(), /unset it/);
  assert.match(await migrate(['disk'], onDisk), /the files are on the disk already/);
  assert.match(await migrate([STORAGE_URL], env), /tools of the provider/);
  assert.match(await migrate([], onDisk), /^npm run migrate:storage/);
});

test('a copy from another folder, or with a wrong setting, changes nothing and ends', async (t) => {
  const world = await newWorld(t);
  await world.addCheckup();
  const objectStore = newObjectStore();
  const { STORAGE_URL, ...env } = environmentOf(objectStore);
  const migrate = (dataDir: string, words: string[], settings: Record<string, string>) =>
    runProgram(MIGRATE, { dataDir, url: world.url, env: settings }, words);
  assert.equal((await migrate(world.dataDir, [STORAGE_URL], env)).status, 0);
  const before = await namesIn(objectStore);
  const other = await newFolder(t);
  for (const [dataDir, settings, reason] of [
    [other, env, /does not belong to this database/],
    [world.dataDir, { ...env, AWS_SECRET_ACCESS_KEY: 'wrong' }, /cannot be used/],
  ] as const) {
    const { status, text } = await migrate(dataDir, [STORAGE_URL], settings);
    assert.equal(status, 1);
    assert.match(text, reason);
  }
  assert.deepEqual(await namesIn(objectStore), before);
  assert.deepEqual(await readdir(other), []);
});

test('a restore that was killed can be repeated', async (t) => {
  const clinic = await newClinic(t);
  const { folder } = await createBackup(t, clinic);
  const target = { ...(await emptyLocation(t)), objectStore: newObjectStore() };
  const env = environmentOf(target.objectStore);
  const { child, ended } = startProgram(RESTORE, { ...target, env }, [folder]);
  await untilTrue(async () => (await namesIn(target.objectStore)).length > 2);
  child.kill('SIGKILL');
  await ended;
  await restore({ backup: folder, ...target });
  assert.deepEqual(await findProblems(target), []);
  assert.equal((await namesIn(target.objectStore)).includes('unfinished-restore'), false);
});

/** Removes the second chunk of the clinic's file from the bucket. */
async function loseChunk({ world, objectStore, key }: Clinic): Promise<string> {
  const row = await world.db
    .selectFrom('stored_chunks')
    .innerJoin('stored_objects', 'id', 'object_id')
    .select('stored_chunks.blob')
    .where('key', '=', key)
    .where('number', '=', 1)
    .executeTakeFirstOrThrow();
  const blobs = await openBlobStore(objectStore.location, objectStore.credentials);
  await blobs.remove(row.blob);
  blobs.close();
  return row.blob;
}

test('verify finds a missing blob and a store of another database', async (t) => {
  const clinic = await newClinic(t);
  const blob = await loseChunk(clinic);
  assert.deepEqual(await findProblems(locationOf(clinic), false), [
    `blob ${blob} of ${clinic.key} is missing`,
  ]);
  const { location, credentials } = clinic.objectStore;
  const blobs = await openBlobStore(location, credentials);
  t.after(() => blobs.close());
  await blobs.put('owner', Buffer.from('another\n'));
  const [, mismatch = ''] = await findProblems(locationOf(clinic), false);
  assert.match(mismatch, /^the object store belongs to database another/);
});

test('a file without all of its bytes fails a backup, or is left out where that is allowed', async (t) => {
  const clinic = await newClinic(t);
  const blob = await loseChunk(clinic);
  const [atFirst, ...others] = await findProblems(locationOf(clinic));
  assert.match(atFirst ?? '', new RegExp(`^${clinic.key} `));
  assert.deepEqual(others, [`blob ${blob} of ${clinic.key} is missing`]);
  await assert.rejects(createBackup(t, clinic), /1 files are missing or damaged/);
  const { manifest } = await createBackup(t, clinic, { allowDamaged: true });
  assert.deepEqual(manifest.damaged, [clinic.key]);
});
