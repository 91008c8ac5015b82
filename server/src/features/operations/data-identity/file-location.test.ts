import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { startCommand, startProgram } from '@deqiq/testkit/process/operator-command.ts';
import type { ObjectStore } from '../../../platform/storage/open-storage.ts';
import { parseS3Url } from '../../../platform/storage/s3/s3-url.ts';
import { ensureId, setLocation } from './data-identity.repo.ts';
import { assertLocation, describeLocation } from './file-location.service.ts';

const MAIN = new URL('../../../main.ts', import.meta.url);

const storeAt = (url: string): ObjectStore => ({
  location: parseS3Url(url),
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  quota: 1,
});

test('a server and commands without STORAGE_URL refuse a database whose files are in a store', async (t) => {
  const { db, location } = await openFreshDatabase(t);
  await ensureId(db, Date.now);
  await setLocation(db, 's3://x-rays/clinic/ at store.example');
  const reason =
    /^The files of this database are in the object store s3:\/\/x-rays\/clinic\/ at store\.example: set STORAGE_URL to it\..+$/;
  const folder = await newFolder(t);
  for (const run of [
    () => startCommand('verify', location, []),
    () => startCommand('backup', location, [folder]),
    () => startCommand('erase', location, ['patient', '--name', 'Leyla', '--yes']),
    () => startProgram(MAIN, { ...location, env: { PORT: '0' } }, []),
  ]) {
    const { status, text } = await run().ended;
    assert.match(text, reason);
    assert.equal(status, 1);
  }
});

test('a database whose files are on the disk accepts no store, and one without a record every location', async (t) => {
  const { db } = await openFreshDatabase(t);
  await ensureId(db, Date.now);
  const store = storeAt('s3://x-rays');
  for (const each of [undefined, store]) await assertLocation(db, each);
  await setLocation(db, describeLocation(undefined));
  await assertLocation(db, undefined);
  await assert.rejects(assertLocation(db, store), /unset it, or copy them with npm run migrate/);
});

test('a location is the same store under another region, and contains no credentials', () => {
  const describe = (url: string) => describeLocation(storeAt(url));
  assert.equal(describe('s3://x-rays/clinic'), 's3://x-rays/clinic/');
  assert.equal(
    describe('s3://x-rays?endpoint=https://key:secret@store.example:443/s3/&region=eu-1'),
    describe('s3://x-rays/?endpoint=http://store.example/s3&path-style=1'),
  );
  assert.doesNotMatch(
    describe('s3://x-rays?endpoint=https://key:secret@store.example'),
    /key|secret/,
  );
});
