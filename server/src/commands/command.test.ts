import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { runProgram } from '@deqiq/testkit/process/operator-command.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const programOf = (name: string) => new URL(`./${name}-command.ts`, import.meta.url);

for (const name of [
  'admin',
  'backup',
  'decoders',
  'derive',
  'erase',
  'intake',
  'migrate-postgres',
  'migrate-storage',
  'restore',
  'verify',
])
  test(`${name} prints its usage for an option that it does not know`, async (t) => {
    const dataDir = await newFolder(t);
    const { status, stderr } = await runProgram(programOf(name), { dataDir }, ['--unknown']);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^npm run ${name.replace('migrate-', 'migrate:')} `));
    assert.doesNotMatch(stderr, /ERR_PARSE_ARGS/);
  });

test('a wrong DATA_DIR is named and stays empty', async (t) => {
  const dataDir = await newFolder(t);
  for (const [name = '', ...words] of [
    ['admin', 'list'],
    ['admin', 'reset', 'Sevda'],
    ['backup', `${dataDir}-backups`],
    ['decoders', 'retry', '--all'],
    ['derive', '--all'],
    ['erase', 'patient', 'any-checkup'],
    ['migrate-postgres', 'postgres://127.0.0.1:1/none'],
    ['verify'],
  ]) {
    const { status, stderr } = await runProgram(programOf(name), { dataDir }, words);
    assert.deepEqual(
      [status, stderr.trim()],
      [1, `There is no database ${dataDir}/deqiq.sqlite.`],
      name,
    );
  }
  const restored = await runProgram(programOf('restore'), { dataDir }, [`${dataDir}/no-backup`]);
  assert.equal(restored.status, 1);
  assert.match(restored.stderr, /is not a backup/);
  assert.deepEqual(await readdir(dataDir), []);
});

test('an unreachable database is one line', async (t) => {
  const options = { dataDir: await newFolder(t), url: 'postgres://127.0.0.1:1/none' };
  const { status, stderr } = await runProgram(programOf('admin'), options, ['list']);
  assert.equal(status, 1);
  assert.match(stderr, /^Cannot open the database 127.0.0.1:1\/none: .*\n$/);
});

test('a file that does not exist is named', async (t) => {
  const location = await newWorld(t);
  for (const [name = '', ...words] of [
    ['derive', 'no-such-file'],
    ['decoders', 'retry', 'no-such-file'],
  ]) {
    const { status, stderr } = await runProgram(programOf(name), location, words);
    assert.equal(status, 1, name);
    assert.match(stderr, /^The.* file no-such-file/, name);
  }
});

test('nothing is changed when the input ends before an answer', async (t) => {
  const world = await newWorld(t);
  const { _id } = await world.addCheckup();
  for (const [name = '', ...words] of [
    ['admin', 'add', 'Sevda'],
    ['erase', 'patient', _id],
  ]) {
    const { status, stderr } = await runProgram(programOf(name), world, words);
    assert.deepEqual([status, /othing was changed\./.test(stderr)], [1, true], stderr);
  }
});
