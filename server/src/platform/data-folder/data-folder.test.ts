import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readOrCreateSecretFile, writePrivateFile } from './data-folder.ts';

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-data-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('a secret file is created once, is the same for every caller, and is private', async (t) => {
  const folder = await newFolder(t);
  const make = () => `secret ${randomUUID()}`;
  const secrets = await Promise.all(
    Array.from({ length: 8 }, async () =>
      (await readOrCreateSecretFile(folder, 'secret', make)).toString(),
    ),
  );
  assert.equal(new Set(secrets).size, 1);
  assert.equal((await readOrCreateSecretFile(folder, 'secret', make)).toString(), secrets[0]);
  assert.deepEqual(await readdir(folder), ['secret']);
  assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600);
});

test('an empty secret and temporary files of a killed start are replaced', async (t) => {
  const folder = await newFolder(t);
  await writeFile(join(folder, 'secret'), '');
  await writeFile(join(folder, '.secret.half'), 'half a sec');
  assert.equal((await readOrCreateSecretFile(folder, 'secret', () => 'whole')).toString(), 'whole');
  assert.deepEqual(await readdir(folder), ['secret']);
});

test('a private file is replaced atomically', async (t) => {
  const folder = await newFolder(t);
  await writePrivateFile(folder, 'first-admin.txt', 'first');
  await writeFile(join(folder, '.first-admin.txt.half'), 'sec');
  const path = await writePrivateFile(folder, 'first-admin.txt', 'second');
  assert.equal(await readFile(path, 'utf8'), 'second');
  assert.deepEqual(await readdir(folder), ['first-admin.txt']);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});
