import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { openDiskStorage } from '../../platform/storage/disk/disk.ts';
import { putObject, readObject } from '../../platform/storage/small-objects.ts';
import { BackupError } from '../backup/manifest.ts';
import { copyStorage } from './to-storage.ts';

async function* noRows() {}

test('the last step removes no file that a row names', async (t) => {
  const folder = await newFolder(t);
  const source = await openDiskStorage(join(folder, 'source'));
  const target = await openDiskStorage(join(folder, 'target'));
  t.after(() => Promise.all([source.close(), target.close()]));
  await putObject(target, 'files/new', Buffer.from('uploaded since'));
  async function* listReferenced() {
    yield { key: 'files/new', owner: 'checkup c1' };
  }
  const { signal } = new AbortController();
  await assert.rejects(
    copyStorage({ source, target, isFinal: true, signal, listReferenced, report: () => {} }),
    (error) =>
      error instanceof BackupError &&
      /files\/new of checkup c1 is in the new store/.test(error.message),
  );
  assert.equal((await readObject(target, 'files/new')).toString(), 'uploaded since');
});

test('a copy that was not compared is no copy, also after the command was killed', async (t) => {
  const folder = await newFolder(t);
  const source = await openDiskStorage(join(folder, 'source'));
  const target = await openDiskStorage(join(folder, 'target'));
  t.after(() => Promise.all([source.close(), target.close()]));
  await putObject(source, 'files/one', Buffer.from('the right bytes'));
  const { signal } = new AbortController();
  const options = { source, target, isFinal: true, signal, listReferenced: noRows };
  const part = join(folder, 'target/files/one.part');
  const write: typeof target.write = async (key, number, bytes) => {
    const count = await target.write(key, number, bytes);
    await writeFile(part, 'the wrong bytes', { flag: 'r+' });
    return count;
  };
  const remove = () => Promise.reject(new Error('killed'));
  const lying = { ...target, write, remove };
  const report = () => {};
  await assert.rejects(copyStorage({ ...options, report, target: lying }), /killed/);
  const { objects } = await copyStorage({ ...options, report });
  assert.equal(objects, 1);
  assert.equal((await readObject(target, 'files/one')).toString(), 'the right bytes');
});

test('a copy that is stopped says how to continue, and the next one copies the rest', async (t) => {
  const folder = await newFolder(t);
  const source = await openDiskStorage(join(folder, 'source'));
  const target = await openDiskStorage(join(folder, 'target'));
  t.after(() => Promise.all([source.close(), target.close()]));
  const keys = Array.from({ length: 9 }, (_, number) => `files/f${number}` as const);
  for (const key of keys) await putObject(source, key, Buffer.from(key));
  const abort = new AbortController();
  const finish: typeof target.finish = async (key, expected) => {
    abort.abort();
    return target.finish(key, expected);
  };
  const options = { source, target, isFinal: true, report: () => {}, listReferenced: noRows };
  await assert.rejects(
    copyStorage({ ...options, target: { ...target, finish }, signal: abort.signal }),
    (error) => error instanceof BackupError && /run it again/.test(error.message),
  );
  const { objects, alreadyThere } = await copyStorage({
    ...options,
    signal: new AbortController().signal,
  });
  assert.equal(objects + alreadyThere, keys.length);
  assert.ok(objects > 0 && alreadyThere > 0);
  for (const key of keys) assert.equal((await readObject(target, key)).toString(), key);
});
